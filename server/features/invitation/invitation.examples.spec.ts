import { describe, expect, it } from '@jest/globals';
import type { RecordedEvent } from '../../core/event.js';
import { amount, format, ZERO, type Amount } from '../../../shared/money.js';
import { rewardOf, sharesOf } from '../../../shared/invitation.js';
import { feesOf } from './invitation-facts.projection.js';
import { levelsByInviter } from './invitation.rules.js';
import { SHARES } from './invitation.testkit.js';

/**
 * Worked by hand: decisions, Wealth, "Invitations"; four levels are in the specification, section 9. Ann invited Ben, he Cem, he Dan, he Eve, he
 * Fay. Fees of a person and date are summed with their rebates and vouchers, then shared: 20%, 10%, 5% and 2%.
 */
const ABOVE: Readonly<Record<string, string>> = {
  ...{ 'real-ben': 'real-ann', 'real-cem': 'real-ben', 'real-dan': 'real-cem', 'real-eve': 'real-dan' },
  ...{ 'real-fay': 'real-eve', 'real-gus': 'real-eve' },
};
const DATE = '2028-02-29';
const AT = Date.parse(`${DATE}T12:00:00Z`);

/** A fee of a fill; below zero a rebate. */
const fill = (name: string, fee: string): RecordedEvent =>
  ({
    ...{ type: 'PositionIncreased', stream: `position-real-${name}.1`, at: AT },
    data: { ownerId: `real-${name}.1`, fee },
  }) as unknown as RecordedEvent;
const voucher = (name: string, paidBack: string): RecordedEvent =>
  ({
    ...{ type: 'FeeVouchersUsed', stream: `reward-real-${name}.1`, at: AT },
    data: { userId: `real-${name}`, date: DATE, paidBack },
  }) as unknown as RecordedEvent;

/** The rewards of each inviter by level. */
function rewards(events: readonly RecordedEvent[], most = SHARES.most): Record<string, string[]> {
  const fees = new Map<string, Amount>();
  for (const { userId, fee } of events.flatMap(feesOf)) fees.set(userId, (fees.get(userId) ?? ZERO) + fee);
  const paid = [...fees].map(([userId, sum]) => ({ userId, fees: sum }));
  const shares = sharesOf(SHARES.policy.values, amount(most));
  return Object.fromEntries(
    [...levelsByInviter(paid, (userId) => ABOVE[userId])].map(([userId, levels]) => [
      userId.slice('real-'.length),
      levels.map(({ level, fees: own }) => `${level}: ${rewardOf(own, shares[level - 1] ?? ZERO)}`),
    ]),
  );
}

describe('worked examples of four levels', () => {
  it('takes 10,000 at 0.1%: 10 USDT of fees give 2, 1, 0.5 and 0.2, and the fifth above nothing', () => {
    expect(rewards([fill('fay', '10')])).toEqual({
      ...{ eve: ['1: 2'], dan: ['2: 1'], cem: ['3: 0.5'], ben: ['4: 0.2'] },
    });
  });

  it('takes rebates off: makes 20,000 at -0.004% as well, and shares 9.2', () => {
    expect(rewards([fill('fay', '10'), fill('fay', '-0.8')])).toEqual({
      ...{ eve: ['1: 1.84'], dan: ['2: 0.92'], cem: ['3: 0.46'], ben: ['4: 0.184'] },
    });
  });

  it('takes vouchers off too: 1 USDT came back, and 8.2 are shared', () => {
    expect(rewards([fill('fay', '10'), fill('fay', '-0.8'), voucher('fay', '1')])).toEqual({
      ...{ eve: ['1: 1.64'], dan: ['2: 0.82'], cem: ['3: 0.41'], ben: ['4: 0.164'] },
    });
  });

  it('shares nothing of more rebates than fees, and takes them off nobody else', () => {
    // Fay got 3 more than she paid. Gus paid 5, and so did Dan, who is three below Ann.
    expect(rewards([fill('fay', '2'), fill('fay', '-5'), fill('gus', '5'), fill('dan', '5')])).toEqual({
      ...{ eve: ['1: 1'], dan: ['2: 0.5'], cem: ['1: 1', '3: 0.25'], ben: ['2: 0.5', '4: 0.1'], ann: ['3: 0.25'] },
    });
  });

  it('sums a level before it rounds: 0.00000003 twice give what neither gives alone', () => {
    // 20% of 0.00000003 is 0.000000006, of 0.00000006 it is 0.000000012.
    expect(rewards([fill('fay', '0.00000003')])['eve']).toEqual(['1: 0']);
    expect(rewards([fill('fay', '0.00000003'), fill('gus', '0.00000003')])['eve']).toEqual(['1: 0.00000001']);
  });

  it('rounds down: 20%, 10%, 5% and 2% of 1.23456789', () => {
    expect(rewards([fill('fay', '1.23456789')])).toEqual({
      ...{ eve: ['1: 0.24691357'], dan: ['2: 0.12345678'], cem: ['3: 0.06172839'], ben: ['4: 0.02469135'] },
    });
  });

  it('gives near levels first where fee tables leave 32%: 20%, 10% and 2%, and nothing to the fourth', () => {
    expect(rewards([fill('fay', '10')], '0.32')).toEqual({
      ...{ eve: ['1: 2'], dan: ['2: 1'], cem: ['3: 0.2'], ben: ['4: 0'] },
    });
  });

  it('gives at most 37% of all fees together', () => {
    const all = Object.values(rewards([fill('fay', '100')])).flat();
    expect(format(all.reduce((sum, text) => sum + amount(text.slice(3)), ZERO))).toBe('37');
  });
});
