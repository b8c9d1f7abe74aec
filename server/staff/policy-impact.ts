import type { Pool } from 'pg';
import type { PolicyImpactView } from '../../contracts/policy-change.contract.js';
import { isPolicyName, type PolicyName } from '../../contracts/policy.contract.js';
import { refuse, type Refusal } from '../core/refusal.js';

/** What a change can hit, each counted by one query over small read models. */
const COUNTS = {
  usersReal: `SELECT count(*)::int AS n FROM users WHERE realm = 'real' AND status IN ('active', 'frozen')`,
  usersDemo: `SELECT count(*)::int AS n FROM users WHERE realm = 'demo' AND status = 'active'`,
  staff: 'SELECT count(*)::int AS n FROM staff_accounts WHERE disabled_at IS NULL',
  ordersOpen: 'SELECT coalesce(sum(orders_open), 0)::int AS n FROM spot_activity',
  withdrawalsOpen: `SELECT count(*)::int AS n FROM withdrawals WHERE status IN ('review', 'second-review', 'held', 'approved')`,
  depositsOpen: `SELECT count(*)::int AS n FROM deposits WHERE status IN ('seen', 'confirming', 'review')`,
  c2cOpen: `SELECT count(*)::int AS n FROM c2c_orders WHERE status IN ('unmatched', 'matched')`,
  reviewsOpen: 'SELECT count(*)::int AS n FROM reviews WHERE decided_at = 0',
  identityOpen: `SELECT count(*)::int AS n FROM identity_requests WHERE status IN ('under-review', 'answer-needed')`,
  proposalsOpen: `SELECT count(*)::int AS n FROM policy_proposals WHERE state IN ('waiting', 'scheduled')`,
} as const;
type Count = keyof typeof COUNTS;

/** Accounts that meet a policy, and requests that are under way while it changes. */
const HITS: Record<PolicyName, readonly Count[]> = {
  'spot.rules': ['usersReal', 'usersDemo', 'ordersOpen'],
  'demo.rules': ['usersDemo'],
  'login.rules': ['usersReal'],
  'staff.login': ['staff'],
  'password.rules': ['usersReal'],
  'registration.rules': [],
  'code.rules': ['usersReal'],
  'identity.rules': ['usersReal', 'identityOpen'],
  'review.rules': ['staff', 'reviewsOpen'],
  'risk.caps': ['usersReal'],
  'risk.scores': ['usersReal'],
  'credit.rules': ['usersReal'],
  'c2c.rules': ['usersReal', 'c2cOpen'],
  'deposit.rules': ['usersReal', 'depositsOpen'],
  'security.rules': ['usersReal'],
  'recovery.rules': ['usersReal', 'reviewsOpen'],
  'security.score': ['usersReal'],
  'chain.rules': ['usersReal', 'usersDemo'],
  'withdrawal.rules': ['usersReal', 'withdrawalsOpen'],
  'withdrawal.pause': ['usersReal', 'withdrawalsOpen'],
  'review.signals': ['reviewsOpen'],
  'payee.rules': ['usersReal'],
  'liabilities.rules': ['usersReal'],
  'conversion.rules': ['usersReal', 'usersDemo'],
  'policy.change': ['staff', 'proposalsOpen'],
};

/** How many accounts and requests under way a change of this policy meets now. */
export async function policyImpact(pool: Pool, name: string): Promise<PolicyImpactView | Refusal> {
  if (!isPolicyName(name)) return refuse('policy.unknown', { name });
  const counts = await Promise.all(
    HITS[name].map(async (what) => {
      const { rows } = await pool.query<{ n: number }>(COUNTS[what]);
      return { what, count: rows[0]?.n ?? 0 };
    }),
  );
  return { name, counts };
}
