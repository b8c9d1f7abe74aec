import type { AccountGate } from '../../core/ports/account-gate.js';
import { ofPersons, type Feature } from '../../engine/feature.js';
import { alertAudit } from './alert.audit.js';
import { alertKind } from './alert.decider.js';
import { alertEvents } from './alert.events.js';
import { alertHandlers } from './alert.handler.js';
import { alertList } from './alert.list.js';
import { alertNotifications } from './alert.notifications.js';
import { alertReactions } from './alert.reactions.js';
import { alertTimeline } from './alert.timeline.js';
import { alertsProjection } from './alerts.projection.js';

export const alertFeature = {
  name: 'alert',
  events: alertEvents,
  priceAudit: alertAudit,
  streams: ofPersons(alertKind),
  projections: [alertsProjection],
  staffLists: [alertList],
  timeline: alertTimeline,
  counts: { alertsOpen: `SELECT count(*)::int AS n FROM alerts WHERE status IN ('active', 'paused')` },
  notifications: alertNotifications,
  handlers: ({ gate }: { readonly gate: AccountGate }) => alertHandlers(gate),
  reactions: () => [...alertReactions],
  module: async () => (await import('./alert.module.js')).AlertModule,
  simulation: () => import('./alert.simulation.js'),
} satisfies Feature;
