import type { AccountGate } from '../../core/ports/account-gate.js';
import { ofPersons, type Feature } from '../../engine/feature.js';
import { supportEvents } from './support.events.js';
import { supportHandlers } from './support.handler.js';
import { supportList } from './support.list.js';
import { supportNotifications } from './support.notifications.js';
import { supportProjection } from './support.projection.js';
import { supportReactions } from './support.reactions.js';
import { supportKind } from './support.state.js';
import { supportTimeline } from './support.timeline.js';

export const supportFeature = {
  name: 'support',
  events: supportEvents,
  streams: ofPersons(supportKind),
  projections: [supportProjection],
  staffLists: [supportList],
  timeline: supportTimeline,
  counts: { supportOpen: `SELECT count(*)::int AS n FROM support_conversations WHERE status <> 'closed'` },
  notifications: supportNotifications,
  handlers: ({ gate }: { readonly gate: AccountGate }) => supportHandlers(gate),
  reactions: () => [...supportReactions],
  module: async () => (await import('./support.module.js')).SupportModule,
  simulation: () => import('./support.simulation.js'),
} satisfies Feature;
