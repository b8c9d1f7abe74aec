import type { Pool } from 'pg';
import type { PolicyImpactView } from '../../contracts/policy-change.contract.js';
import { isPolicyName, type PolicyName } from '../../contracts/policy.contract.js';
import { refuse, type Refusal } from '../core/refusal.js';
import { countOf, type Count } from '../features.js';

/** Accounts that meet a policy, and requests that are under way while it changes. */
const HITS: Record<PolicyName, readonly Count[]> = {
  'spot.rules': ['usersReal', 'usersDemo', 'ordersOpen'],
  'spot.fees': ['usersReal', 'usersDemo', 'ordersOpen'],
  'contract.rules': ['usersReal', 'usersDemo'],
  'contract.fees': ['usersReal', 'usersDemo'],
  'contract.crypto': ['usersReal', 'usersDemo'],
  'contract.others': ['usersReal', 'usersDemo'],
  'contract.insurance': [],
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
  'action.rules': ['actionsOpen'],
  'alert.rules': ['usersReal', 'usersDemo', 'alertsOpen'],
  'support.rules': ['usersReal', 'usersDemo', 'supportOpen'],
  'liabilities.rules': ['usersReal'],
  'conversion.rules': ['usersReal', 'usersDemo'],
  'option.rules': ['usersDemo', 'usersReal'],
  'custody.rules': ['usersReal', 'custodyOpen'],
  'loan.rules': ['usersReal', 'loansOpen'],
  'fund.rules': ['usersReal', 'fundBuyers'],
  'fund.fair-values': ['fundBuyers'],
  'subscription.rules': ['usersReal'],
  'reward.rules': ['usersReal'],
  'invitation.rewards': ['usersReal'],
  'policy.change': ['staff', 'proposalsOpen'],
};

/** How many accounts and requests under way a change of this policy meets now. */
export async function policyImpact(pool: Pool, name: string): Promise<PolicyImpactView | Refusal> {
  if (!isPolicyName(name)) return refuse('policy.unknown', { name });
  const counts = await Promise.all(
    HITS[name].map(async (what) => {
      const { rows } = await pool.query<{ n: number }>(countOf(what));
      return { what, count: rows[0]?.n ?? 0 };
    }),
  );
  return { name, counts };
}
