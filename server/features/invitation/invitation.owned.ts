import { rewardOf, sharesOf } from '../../../shared/invitation.js';
import { amount, ZERO } from '../../../shared/money.js';
import { dateAfter, dateOf, startOf } from '../../../shared/utc-date.js';
import type { OwnedPart } from '../../core/owned.js';
import type { InvitationFees } from '../../core/ports/invitation-fees.js';
import { isRefusal } from '../../core/refusal.js';

/** What the fees of today earn so far, paid as the next date begins. Fee vouchers and staff can still take of it. */
export const invitationOwned = (fees: InvitationFees): OwnedPart => ({
  kinds: [],
  read: async ({ realm, userId, at }) => {
    if (realm !== 'real') return {};
    const date = dateOf(at);
    const found = await fees.soFar(userId, date);
    if (isRefusal(found)) return { income: null };
    const shares = sharesOf(found.policy.values, amount(found.most));
    const most = found.levels.reduce(
      (sum, { level, fees: paid }) => sum + amount(rewardOf(paid, shares[level - 1] ?? ZERO)),
      ZERO,
    );
    if (most === ZERO) return {};
    const paidAt = startOf(dateAfter(date, 1));
    const one = { id: date, label: date, what: 'reward', at: paidAt, asset: 'USDT', least: ZERO, most } as const;
    return { income: [{ ...one, isEstimate: true }] };
  },
});
