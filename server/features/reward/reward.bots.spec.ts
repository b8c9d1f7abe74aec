import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { feeTiers, type FeeValues } from '../../../shared/fees.js';
import { feeTables } from '../../../shared/fees.testkit.js';
import { rewardOf, sharesOf } from '../../../shared/invitation.js';
import { amount, format, ONE, times, ZERO, type Amount } from '../../../shared/money.js';
import type { VerificationLevels } from '../../core/ports/verification.js';
import { seeded } from '../../core/seeded.testkit.js';
import { at, decider, openGate } from '../../engine/writer/decider.testkit.js';
import { ratesOf, tradeFees } from '../../trading/venue/fee.rules.js';
import './reward.events.js';
import { rewardHandlers } from './reward.handler.js';
import { sumOf, useOf } from './reward.rules.js';
import { rewardHouseKind, rewardKind } from './reward.state.js';

/**
 * Standing bots against the rewards. Wash trading: accounts that hold as many vouchers as they like, invited each other and trade among
 * themselves never get back more than they pay. Farming: points follow dates, and a voucher is worth nothing without fees.
 */
const RULES = seeded('reward.rules');
const ACCOUNTS = 6;
const [HOUR_MS, DAY_MS] = [3_600_000, 86_400_000];
const START = Date.parse('2028-02-20T12:00:00Z');

interface Ring {
  readonly table: FeeValues;
  readonly tiers: readonly number[];
  /** What the vouchers of each account have left together, in cents. */
  readonly vouchers: readonly number[];
  readonly trades: readonly { readonly maker: number; readonly taker: number; readonly notional: number }[];
}

/** Of a date: what accounts pay that invited each other in a chain, and all that comes back. */
function played({ table, tiers, vouchers, trades }: Ring): { readonly paid: Amount; readonly back: Amount } {
  const rates = feeTiers(table).map(({ maker, taker }) =>
    ratesOf({ maker: format(maker), taker: format(taker), tier: 0, policyVersion: 1 }),
  );
  const rateOf = (who: number) => rates[tiers[who] ?? 0] ?? null;
  const net = Array<Amount>(ACCOUNTS).fill(ZERO);
  let [paid, back] = [ZERO, ZERO];
  const charge = (who: number, fee: Amount): void => {
    net[who] = (net[who] ?? ZERO) + fee;
    if (fee > ZERO) paid += fee;
    else back -= fee;
  };
  for (const { maker, taker, notional } of trades) {
    if (maker === taker) continue;
    const fees = tradeFees(BigInt(notional) * amount('0.01'), rateOf(maker), rateOf(taker), 8);
    charge(maker, fees.maker);
    charge(taker, fees.taker);
  }
  const most = String(table['voucherShare']);
  const shares = sharesOf(seeded('invitation.rewards'), amount(String(table['invitationShare'])));
  const levels = new Map<string, { share: Amount; fees: Amount }>();
  for (const [who, fees] of net.entries()) {
    if (fees <= ZERO) continue;
    const left = format(amount('0.01') * BigInt(vouchers[who] ?? 0));
    const voucher = { feeVoucherId: `${who}`, amount: left, left, feeShare: RULES.feeShare, lastDate: '2028-05-30' };
    const used = sumOf(useOf([{ ...voucher, firstDate: '2028-03-01', issuedAt: START }], format(fees), most));
    back += used;
    // Inviters share what fee vouchers leave; each account was invited by the one before it.
    for (const [level, share] of shares.entries()) {
      if (who - level - 1 < 0) break;
      const key = `${who - level - 1} ${level}`;
      levels.set(key, { share, fees: (levels.get(key)?.fees ?? ZERO) + fees - used });
    }
  }
  for (const { share, fees } of levels.values()) back += amount(rewardOf(format(fees), share));
  return { paid, back };
}

const account = fc.integer({ min: 0, max: ACCOUNTS - 1 });
const each = <One>(one: fc.Arbitrary<One>) => fc.array(one, { minLength: ACCOUNTS, maxLength: ACCOUNTS });
const ringOf = (table: fc.Arbitrary<FeeValues>): fc.Arbitrary<Ring> =>
  fc.record({
    table,
    tiers: each(fc.integer({ min: 0, max: 7 })),
    vouchers: each(fc.integer({ min: 0, max: 100_000 })),
    trades: fc.array(
      fc.record({ maker: account, taker: account, notional: fc.integer({ min: 1, max: 100_000_000 }) }),
      {
        minLength: 1,
        maxLength: 20,
      },
    ),
  });
const first = fc.constantFrom<FeeValues>(seeded('spot.fees'), seeded('contract.fees'));

describe('accounts that wash trades for their vouchers', () => {
  it('lose by the fees of a new installation, with rebates, vouchers and rewards together', () => {
    fc.assert(
      fc.property(ringOf(first), (ring) => {
        const { paid, back } = played(ring);
        return paid === ZERO ? back === ZERO : back < paid;
      }),
      { numRuns: 300 },
    );
  });

  it('never gain by any fees that the policy takes', () => {
    fc.assert(
      fc.property(ringOf(feeTables), (ring) => {
        const { paid, back } = played(ring);
        return back <= paid;
      }),
      { numRuns: 300 },
    );
  });

  it('get something back, or the tests above would say nothing', () => {
    const trades = [{ maker: 4, taker: 5, notional: 100_000_000 }];
    const ring = {
      table: seeded('spot.fees'),
      tiers: [0, 0, 0, 0, 7, 7],
      vouchers: Array<number>(6).fill(100_000),
      trades,
    };
    // 400 USDT of fees: 40 are the maker's, 200 the vouchers', and 37% of the other 200 the inviters'.
    expect([played(ring)].map(({ paid, back }) => [format(paid), format(back)])).toEqual([['400', '314']]);
  });
});

const levels: Pick<VerificationLevels, 'stream' | 'levels'> = {
  stream: () => [rewardHouseKind, 'levels'],
  levels: (_, userId) => ({ advanced: false, address: false, primary: !userId.includes('unverified') }),
};
const farm = (userId: string) => {
  const who = { userId, ownerId: `${userId}.1` };
  const { given } = decider({
    realm: 'real',
    kind: rewardKind,
    id: who.ownerId,
    others: [rewardHouseKind],
    handlers: rewardHandlers({ gate: openGate, levels: levels as VerificationLevels }),
    at: START,
  });
  return { who, story: given() };
};
const exchange = (who: object, feeVoucherId: string) => ({
  type: 'ExchangePoints',
  data: { ...who, feeVoucherId, shownVersion: 1, policy: { name: 'reward.rules', version: 1, values: RULES } },
});

const ZONES = ['UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Europe/Berlin', 'Pacific/Auckland'];

describe('accounts that sign in to farm points', () => {
  it('get a sign-in a date and 28 points a week at most, wherever their clocks are', () => {
    const step = fc.record({ hours: fc.integer({ min: 1, max: 30 }), timeZone: fc.constantFrom(...ZONES, null) });
    fc.assert(
      fc.property(fc.array(step, { minLength: 5, maxLength: 60 }), (steps) => {
        const { who, story } = farm('real-bot');
        story.when({ type: 'SetSignInZone', data: { ...who, timeZone: 'Pacific/Pago_Pago' } });
        let [now, signed] = [START, 0];
        for (const { hours, timeZone } of steps) {
          now += hours * HOUR_MS;
          if (timeZone !== null) story.when(at(now, { type: 'SetSignInZone', data: { ...who, timeZone } }));
          if (story.when(at(now, { type: 'SignIn', data: who })).refusal === undefined) signed += 1;
        }
        // Dates begin at most 14 hours before UTC and end at most 11 after: two dates more than days went by.
        const dates = Math.floor((now - START) / DAY_MS) + 3;
        const [weeks, rest] = [Math.floor(signed / 7), signed % 7];
        return signed <= dates && story.state.points <= 28 * weeks + (rest * (rest + 1)) / 2;
      }),
      { numRuns: 40 },
    );
  });

  it('get nothing without primary verification, however many they are', () => {
    for (let n = 0; n < 10; n += 1) {
      const { who, story } = farm(`real-unverified-${n}`);
      story.and({ type: 'SetSignInZone', data: { ...who, timeZone: 'UTC' } });
      for (let day = 0; day < 7; day += 1) story.and(at(START + day * DAY_MS, { type: 'SignIn', data: who }));
      expect(story.state.points).toBe(RULES.feeVoucherPoints);
      story.when(at(START + 7 * DAY_MS, exchange(who, `fv-${n}`))).then('reward.verification-needed');
    }
  });

  it('lose a USDT or more for each voucher of a USDT: a hundred of them pay two hundred for one hundred', () => {
    const [accounts, worth] = [100, amount(RULES.feeVoucherUsdt)];
    const voucher = {
      ...{ feeVoucherId: 'fv', amount: '1', left: '1', feeShare: RULES.feeShare },
      lastDate: '2028-05-30',
    };
    for (const fees of ['0.01', '1', '1.99999999', '2', '1000']) {
      const used = sumOf(useOf([{ ...voucher, firstDate: '2028-03-01', issuedAt: START }], fees, '0.5'));
      const gain = BigInt(accounts) * (used - amount(fees));
      expect(gain).toBeLessThan(ZERO);
      if (used === worth) expect(gain).toBeLessThanOrEqual(-BigInt(accounts) * ONE);
    }
    expect(times(amount('2'), amount(RULES.feeShare), 'down')).toBe(worth);
  });
});
