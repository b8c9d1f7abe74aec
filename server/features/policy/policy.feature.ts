import { ofHouse, type Feature } from '../../engine/feature.js';
import { policyKind, policyTimetable } from './policy.decider.js';
import { policyEvents } from './policy.events.js';
import { policyHandlers } from './policy.handler.js';
import { policyProjection } from './policy.projection.js';
import { policyList, policyProposalList, policyVersionList } from './policy.list.js';

export const policyFeature = {
  name: 'policy',
  events: policyEvents,
  streams: ofHouse(policyKind),
  projections: [policyProjection],
  staffLists: [policyList, policyProposalList, policyVersionList],
  timetable: policyTimetable,
  counts: {
    proposalsOpen: `SELECT count(*)::int AS n FROM policy_proposals WHERE state IN ('waiting', 'scheduled')`,
  },
  handlers: () => policyHandlers,
  redecision: () => import('./policy.redecision.js'),
} satisfies Feature;
