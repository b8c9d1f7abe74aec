import type { AccountGate } from '../../core/ports/account-gate.js';
import { ofPersons, ofHouse, type Feature } from '../../engine/feature.js';
import { depositAddressKind, depositIndexKind, depositPersonKind } from './address.decider.js';
import { depositProofsKind } from './deposit-proofs.decider.js';
import { depositKind } from './deposit.decider.js';
import { depositClaims } from './deposit.outside.js';
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
  outside: {
    moves: {
      readModel: 'deposits',
      sql: `SELECT deposit_id AS id, 'in' AS direction, 'chain' AS place, network, hash, amount,
          decided_at = 0 AND status IN ('seen', 'confirming') AS open FROM deposits`,
      idField: 'depositId',
      read: 'SELECT sequence FROM deposit_checkpoint',
    },
    claims: depositClaims,
    arrived: `SELECT 'deposit' AS source, currency AS asset, amount::numeric AS amount, decided_at AS at FROM deposits
      WHERE user_id = $1 AND status = 'credited'`,
  },
  counts: {
    depositsOpen: `SELECT count(*)::int AS n FROM deposits WHERE status IN ('seen', 'confirming', 'review')`,
  },
  notifications: depositNotifications,
  handlers: ({ gate }: { readonly gate: AccountGate }) => depositHandlers(gate),
  module: async () => (await import('./deposit.module.js')).DepositModule,
  redecision: () => import('./deposit.redecision.js'),
  simulation: () => import('./deposit.simulation.js'),
} satisfies Feature;
