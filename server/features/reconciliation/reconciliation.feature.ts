import { ofHouse, type Feature } from '../../policies/feature.js';
import { reconciliationHandlers, reconciliationKind } from './reconciliation.decider.js';
import { reconciliationEvents } from './reconciliation.events.js';
import { reconciliationsProjection } from './reconciliations.projection.js';

export const reconciliationFeature = {
  name: 'reconciliation',
  events: reconciliationEvents,
  streams: ofHouse(reconciliationKind),
  projections: [reconciliationsProjection],
  handlers: () => reconciliationHandlers,
} satisfies Feature;
