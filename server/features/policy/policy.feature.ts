import { ofHouse, type Feature } from '../../policies/feature.js';
import { policyKind } from './policy.decider.js';
import { policyEvents } from './policy.events.js';
import { policyHandlers } from './policy.handler.js';
import { policyProjection } from './policy.projection.js';

export const policyFeature = {
  name: 'policy',
  events: policyEvents,
  streams: ofHouse(policyKind),
  projections: [policyProjection],
  handlers: () => policyHandlers,
} satisfies Feature;
