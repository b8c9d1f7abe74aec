import { ofHouse, type Feature } from '../../engine/feature.js';
import { reconciliationHandlers, reconciliationKind } from './reconciliation.decider.js';
import { reconciliationEvents } from './reconciliation.events.js';
import { reconciliationsProjection } from './reconciliations.projection.js';
import { reconciliationList } from './reconciliation.list.js';

export const reconciliationFeature = {
  name: 'reconciliation',
  events: reconciliationEvents,
  streams: ofHouse(reconciliationKind),
  projections: [reconciliationsProjection],
  staffLists: [reconciliationList],
  handlers: () => reconciliationHandlers,
  module: async () => (await import('./reconciliation.module.js')).ReconciliationModule,
} satisfies Feature;
