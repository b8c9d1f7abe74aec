import type { AccountGate } from '../../core/ports/account-gate.js';
import { ofPersons, ofHouse, type Feature } from '../../engine/feature.js';
import { depositAddressKind, depositIndexKind, depositPersonKind } from './address.decider.js';
import { depositProofsKind } from './deposit-proofs.decider.js';
import { depositKind } from './deposit.decider.js';
import { depositEvents } from './deposit.events.js';
import { depositHandlers } from './deposit.handler.js';
import { depositsProjection } from './deposits.projection.js';
import { depositList } from './deposit.list.js';
import { depositTimeline } from './deposit.timeline.js';
import { depositNotifications } from './deposit.notifications.js';

export const depositFeature = {
  name: 'deposit',
  events: depositEvents,
  streams: [
    ...ofPersons(depositPersonKind, depositAddressKind, depositKind, depositProofsKind),
    ...ofHouse(depositIndexKind),
  ],
  projections: [depositsProjection],
  staffLists: [depositList],
  timeline: depositTimeline,
  counts: {
    depositsOpen: `SELECT count(*)::int AS n FROM deposits WHERE status IN ('seen', 'confirming', 'review')`,
  },
  notifications: depositNotifications,
  reviewScreens: { 'deposit-proof': '/cbjl' },
  handlers: ({ gate }: { readonly gate: AccountGate }) => depositHandlers(gate),
  simulation: () => import('./deposit.simulation.js'),
} satisfies Feature;
