import { stoodBy } from '../../core/person-facts.js';
import { ofPersons, type Feature } from '../../engine/feature.js';
import { withdrawalKind, withdrawalsKind } from './withdrawal.decider.js';
import { withdrawalEvents } from './withdrawal.events.js';
import { withdrawalHandlers } from './withdrawal.handler.js';
import type { EligibilityPorts } from './withdrawal-eligibility.rules.js';
import { turnoverProjection } from './turnover.projection.js';
import { withdrawalsProjection } from './withdrawals.projection.js';
import { withdrawalList } from './withdrawal.list.js';
import { withdrawalOwned } from './withdrawal.owned.js';
import { withdrawalTimeline } from './withdrawal.timeline.js';
import { withdrawalClaims } from './withdrawal.outside.js';
import { withdrawalNotifications } from './withdrawal.notifications.js';

const DAY_MS = 86_400_000;

export const withdrawalFeature = {
  name: 'withdrawal',
  events: withdrawalEvents,
  streams: ofPersons(withdrawalsKind, withdrawalKind),
  projections: [withdrawalsProjection, turnoverProjection],
  staffLists: [withdrawalList],
  timeline: withdrawalTimeline,
  finds: [
    {
      purpose: 'payee',
      readModel: 'withdrawals',
      sql: 'SELECT user_id FROM withdrawals WHERE payee_fingerprint = ANY ($1)',
    },
  ],
  stood: [
    stoodBy(withdrawalsKind, ({ requests }, at) => ({
      withdrawalsOfDay: requests.filter((made) => at - made < DAY_MS).length,
    })),
  ],
  outside: {
    moves: {
      readModel: 'withdrawals',
      sql: `SELECT withdrawal_id AS id, 'out' AS direction, CASE kind WHEN 'bank' THEN 'bank' ELSE 'chain' END AS place,
          network, hash, trim_scale(credited)::text AS amount, status IN ('approved', 'sent') AS open FROM withdrawals`,
      idField: 'withdrawalId',
    },
    claims: withdrawalClaims,
  },
  counts: {
    withdrawalsOpen: `SELECT count(*)::int AS n FROM withdrawals WHERE status IN ('review', 'second-review', 'held', 'approved')`,
  },
  notifications: withdrawalNotifications,
  owned: () => withdrawalOwned,
  handlers: (ports: EligibilityPorts) => withdrawalHandlers(ports),
  module: async () => (await import('./withdrawal.module.js')).WithdrawalModule,
  redecision: () => import('./withdrawal.redecision.js'),
  simulation: () => import('./withdrawal.simulation.js'),
} satisfies Feature;
