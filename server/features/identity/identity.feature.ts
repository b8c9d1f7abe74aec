import { IDENTITY_LEVELS } from '../../../contracts/identity.contract.js';
import { stoodBy } from '../../core/person-facts.js';
import type { AccountGate } from '../../core/ports/account-gate.js';
import { ofPersons, ofHouse, type Feature } from '../../engine/feature.js';
import { documentKind, identityKind } from './identity.decider.js';
import { identityEvents } from './identity.events.js';
import { identityHandlers } from './identity.handler.js';
import { identityProjection } from './identity.projection.js';
import { identityTimeline } from './identity.timeline.js';

export const identityFeature = {
  name: 'identity',
  events: identityEvents,
  streams: [...ofPersons(identityKind), ...ofHouse(documentKind)],
  projections: [identityProjection],
  timeline: identityTimeline,
  finds: [
    {
      purpose: 'name',
      readModel: 'identity',
      // Of who is verified under it, or waits to be.
      sql: `SELECT DISTINCT user_id FROM identity_requests
        WHERE name_fingerprint = ANY ($1) AND status IN ('passed', 'under-review')`,
    },
  ],
  stood: [
    stoodBy(identityKind, (levels) => ({
      identity: IDENTITY_LEVELS.map((level) => ({ level, status: levels[level].status })),
    })),
  ],
  counts: {
    identityOpen: `SELECT count(*)::int AS n FROM identity_requests WHERE status IN ('under-review', 'answer-needed')`,
  },
  handlers: ({ gate }: { readonly gate: AccountGate }) => identityHandlers(gate),
  module: async () => (await import('./identity.module.js')).IdentityModule,
  redecision: () => import('./identity.redecision.js'),
  simulation: () => import('./identity.simulation.js'),
} satisfies Feature;
