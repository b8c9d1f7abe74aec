import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { feeTiers, type FeeValues } from '../../../shared/fees.js';
import { feeTables, TABLE } from '../../../shared/fees.testkit.js';
import { rewardOf, sharesOf } from '../../../shared/invitation.js';
import { amount, format, times, ZERO, type Amount } from '../../../shared/money.js';
import { ratesOf, tradeFees } from '../../trading/venue/fee.rules.js';
import { levelsByInviter } from './invitation.rules.js';
import { SHARES } from './invitation.testkit.js';

/**
 * A ring of accounts that invited each other and trade with each other and with agents, in any tiers of any table that the policy takes.
 * Whatever it does, it pays more in fees than rebates and rewards bring back.
 */
const sharesOn = (table: FeeValues) => sharesOf(SHARES.policy.values, amount(String(table['invitationShare'])));
const tier = fc.integer({ min: 0, max: 7 });
const account = fc.integer({ min: 0, max: 7 });
const trade = fc.record({
  maker: fc.option(account, { nil: null }),
  taker: fc.option(account, { nil: null }),
  notional: fc.integer({ min: 1, max: 100_000_000 }),
});

interface Ring {
  readonly table: FeeValues;
  readonly tiers: readonly number[];
  /** The inviter of each account, before it. */
  readonly inviters: readonly number[];
  readonly trades: readonly { maker: number | null; taker: number | null; notional: number }[];
}

/** What the ring paid in fees, got as rebates, and got as rewards. */
function played({ table, tiers, inviters, trades }: Ring) {
  const rates = feeTiers(table).map(({ maker, taker }) =>
    ratesOf({ maker: format(maker), taker: format(taker), tier: 0, policyVersion: 1 }),
  );
  const rateOf = (who: number | null) => (who === null ? null : (rates[tiers[who] ?? 0] ?? null));
  const net = new Map<string, Amount>();
  let [fees, rebates] = [ZERO, ZERO];
  const charge = (who: number | null, fee: Amount): void => {
    if (who === null) return;
    net.set(`${who}`, (net.get(`${who}`) ?? ZERO) + fee);
    if (fee > ZERO) fees += fee;
    else rebates -= fee;
  };
  for (const { maker, taker, notional } of trades) {
    if (maker === null && taker === null) continue;
    const paid = tradeFees(BigInt(notional) * amount('0.001'), rateOf(maker), rateOf(taker), 8);
    // An agent that takes pays the maker's rebate itself: nothing of it comes out of fees.
    const isOutside = taker === null && paid.maker < ZERO;
    if (isOutside) net.set(`${maker}`, (net.get(`${maker}`) ?? ZERO) + paid.maker);
    else charge(maker, paid.maker);
    charge(taker, paid.taker);
  }
  const paid = [...net].map(([userId, sum]) => ({ userId, fees: sum }));
  const above = (userId: string): string | undefined => {
    const inviter = inviters[Number.parseInt(userId, 10)] ?? -1;
    return inviter < 0 ? undefined : `${inviter}`;
  };
  const shares = sharesOn(table);
  let rewards = ZERO;
  for (const levels of levelsByInviter(paid, above).values())
    for (const { level, fees: own } of levels) rewards += amount(rewardOf(own, shares[level - 1] ?? ZERO));
  return { fees, rebates, rewards };
}

const rings = fc.record({
  table: feeTables,
  tiers: fc.array(tier, { minLength: 8, maxLength: 8 }),
  inviters: fc
    .array(fc.integer({ min: 0, max: 100 }), { minLength: 8, maxLength: 8 })
    .map((drawn) => drawn.map((pick, index) => (index === 0 ? -1 : pick % index))),
  trades: fc.array(trade, { minLength: 1, maxLength: 30 }),
});

describe('a ring of invited accounts', () => {
  it('loses: fees are above rebates and rewards together, whatever it trades', () => {
    fc.assert(
      fc.property(rings, (ring) => {
        const { fees, rebates, rewards } = played(ring);
        return fees === ZERO ? rewards === ZERO : rewards + rebates < fees;
      }),
      { numRuns: 500 },
    );
  });

  it('gets back no more than the shares of what it paid', () => {
    fc.assert(
      fc.property(rings, (ring) => {
        const { fees, rewards } = played(ring);
        return rewards <= times(fees, amount(String(ring.table['invitationShare'])), 'down');
      }),
    );
  });

  it('earns something where everybody takes from agents, or the test above would say nothing', () => {
    const { fees, rewards } = played({
      table: TABLE,
      tiers: [0, 0, 0, 0, 0, 0, 0, 0],
      inviters: [-1, 0, 1, 2, 3, 4, 5, 6],
      trades: [{ maker: null, taker: 7, notional: 1_000_000 }],
    });
    expect([format(fees), format(rewards)]).toEqual(['1', '0.37']);
  });
});

describe('the shares that are paid', () => {
  it('leave the house more than nothing of every trade, after the largest voucher, whatever table is published', () => {
    fc.assert(
      fc.property(feeTables, (table) => {
        const share = sharesOn(table).reduce((sum, one) => sum + one, ZERO);
        const voucher = amount(String(table['voucherShare']));
        const { maker, taker } = feeTiers(table).at(-1) as { maker: Amount; taker: Amount };
        const left = (rate: Amount): Amount => {
          const paid = rate - times(rate, voucher, 'up');
          return rate > ZERO ? paid - times(paid, share, 'up') : rate;
        };
        return left(maker) + left(taker) >= -2n;
      }),
    );
  });
});
