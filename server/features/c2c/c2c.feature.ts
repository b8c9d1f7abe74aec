import type { AccountGate } from '../../core/ports/account-gate.js';
import type { VerificationLevels } from '../../core/ports/verification.js';
import { HOUSE } from '../../engine/ledger/chart.js';
import { ofPersons, ofHouse, type Feature } from '../../engine/feature.js';
import { c2cBuyerKind } from './c2c-buyer.decider.js';
import { c2cChatKind } from './c2c-chat.decider.js';
import { c2cChatEvents } from './c2c-chat.events.js';
import { c2cKind, c2cTimetable } from './c2c.decider.js';
import { c2cEvents, type C2cOrderPlaced } from './c2c.events.js';
import { paidUsdt } from './c2c.rules.js';
import { c2cHandlers } from './c2c.handler.js';
import { c2cProjection } from './c2c.projection.js';
import { sellerKind } from './seller.decider.js';
import { sellerEvents } from './seller.events.js';
import { sellerHandlers } from './seller.handler.js';
import { c2cOrderList, sellerList } from './c2c.list.js';
import { c2cTimeline } from './c2c.timeline.js';
import { c2cNotifications } from './c2c.notifications.js';

export const c2cFeature = {
  name: 'c2c',
  events: [...c2cEvents, ...sellerEvents, ...c2cChatEvents],
  streams: [...ofPersons(c2cBuyerKind, c2cChatKind, c2cKind), ...ofHouse(sellerKind)],
  projections: [c2cProjection],
  staffLists: [c2cOrderList, sellerList],
  timetable: c2cTimetable,
  timeline: c2cTimeline,
  outside: {
    credits: {
      readModel: 'c2c',
      stream: 'c2c-',
      event: 'C2cCompleted',
      account: HOUSE.c2cSellers.account,
      completedSince: `SELECT order_id AS id FROM c2c_orders WHERE status = 'completed' AND changed_at >= $1`,
      paidUsdt: ({ data }) => paidUsdt(data as C2cOrderPlaced),
    },
    arrived: `SELECT 'c2c' AS source, 'USDT' AS asset, amount, changed_at AS at FROM c2c_orders
      WHERE user_id = $1 AND status = 'completed'`,
  },
  counts: {
    c2cOpen: `SELECT count(*)::int AS n FROM c2c_orders WHERE status IN ('unmatched', 'matched')`,
  },
  notifications: c2cNotifications,
  handlers: ({ gate, levels }: { readonly gate: AccountGate; readonly levels: VerificationLevels }) => [
    ...sellerHandlers,
    ...c2cHandlers(gate, levels),
  ],
  module: async () => (await import('./c2c.module.js')).C2cModule,
  redecision: () => import('./c2c.redecision.js'),
  simulation: () => import('./c2c.simulation.js'),
} satisfies Feature;
