import type { ActionPrices } from '../../core/ports/action-prices.js';
import { ofHouse, type Feature } from '../../engine/feature.js';
import { actionKind, actionTimetable } from './corporate-action.decider.js';
import { corporateActionEvents } from './corporate-action.events.js';
import { corporateActionHandlers } from './corporate-action.handler.js';
import { corporateActionList } from './corporate-action.list.js';
import { corporateActionsProjection } from './corporate-action.projection.js';

export const corporateActionFeature = {
  name: 'corporate-action',
  events: corporateActionEvents,
  streams: ofHouse(actionKind),
  projections: [corporateActionsProjection],
  staffLists: [corporateActionList],
  timetable: actionTimetable,
  counts: {
    actionsOpen: `SELECT count(*)::int AS n FROM corporate_actions WHERE status IN ('proposed', 'announced')`,
    actionsProposed: `SELECT count(*)::int AS n, min(proposed_at) AS since FROM corporate_actions WHERE status = 'proposed'`,
  },
  handlers: ({ actionPrices }: { readonly actionPrices: ActionPrices }) => corporateActionHandlers(actionPrices),
  module: async () => (await import('./corporate-action.module.js')).CorporateActionModule,
} satisfies Feature;
