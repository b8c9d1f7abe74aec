import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { amount, format, ONE, times, ZERO, type Amount } from '../../../shared/money.js';
import { allotted, costOf, cutOf, feeOf, openingPrice, openingSteps, type Share } from '../../../shared/new-coin.js';
import { seeded } from '../../core/seeded.testkit.js';
import { tieOf } from './subscription.decider.js';
import { SEED } from './subscription.testkit.js';

/**
 * A standing bot against the allocation: it subscribes by many verified accounts where others subscribe by one. Each account may win a
 * coin more than its share; every coin loses on average, so the bot never gains in expectation.
 */
const RULES = seeded('subscription.rules');
const ACCOUNTS = 100;

const sharesOf = (coins: readonly number[], name: string): Share[] =>
  coins.map((one, n) => ({ coins: one, tie: tieOf(SEED, `${name}-${n}`) }));
const won = (own: readonly Share[], others: readonly Share[], volume: number): number => {
  const cut = cutOf(volume, [...own, ...others]);
  return own.reduce((sum, share) => sum + allotted(share, cut).coins, 0);
};

/** What coins are worth on average when they are sold at the opening, less what they cost; multiplied by the number of steps. */
function meanGain(coins: number, issuePrice: string, { openMin, openMax, feeRate }: Record<string, string>): Amount {
  const steps = openingSteps(openMin as string, openMax as string);
  const saleFee = amount(seeded('spot.fees').maker0);
  let sum = ZERO;
  for (let step = 0; step < steps; step += 1) {
    const received = amount(costOf(openingPrice(issuePrice, openMin as string, step), coins));
    sum += received - times(received, saleFee, 'down');
  }
  const cost = costOf(issuePrice, coins);
  return sum - BigInt(steps) * (amount(cost) + amount(feeOf(cost, feeRate as string)));
}
const FIRST = { openMin: RULES.openMin, openMax: RULES.openMax, feeRate: RULES.feeRate };

const many = fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 20 });

describe('a bot that subscribes by many accounts', () => {
  it('wins at most a coin an account more than by one', () => {
    fc.assert(
      fc.property(many, many, fc.integer({ min: 1, max: 2_000 }), (parts, others, volume) => {
        const whole = parts.reduce((sum, part) => sum + part, 0);
        const rest = sharesOf(others, 'other');
        const split = won(sharesOf(parts, 'bot'), rest, volume);
        return split <= won(sharesOf([whole], 'bot'), rest, volume) + parts.length;
      }),
    );
  });

  it('can win coins of others by remainders: a hundred times 0.5 beat a hundred times 0.4', () => {
    // 190 coins for 1,900: the bot's share is 50, that of the others 140. 90 are left over, and the larger remainders get them.
    const others = sharesOf(Array<number>(ACCOUNTS).fill(14), 'other');
    expect(won(sharesOf([500], 'bot'), others, 190)).toBe(50);
    expect(won(sharesOf(Array<number>(ACCOUNTS).fill(5), 'bot'), others, 190)).toBe(90);
  });

  it('loses on average by each coin, so it loses more by ninety than by fifty', () => {
    const [by50, by90] = [50, 90].map((coins) => meanGain(coins, '2', FIRST));
    expect(by90).toBeLessThan(by50 as Amount);
    expect(by50).toBeLessThan(ZERO);
    // 5% are below the issue price, 0.5% is the fee and 0.1% that of the sale: a coin of 2 USDT costs 0.1119 on average.
    expect(format(meanGain(1, '2', FIRST) / BigInt(openingSteps(RULES.openMin, RULES.openMax)))).toBe('-0.1119');
  });

  it('loses on average at every issue price and by every band that the policy takes', () => {
    const hundredths = (n: number): string => format((ONE * BigInt(n)) / 100n);
    const band = fc
      .tuple(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 0, max: 99 }))
      .map(([low, width]) => ({ low, high: Math.min(low + width, 200 - low) }))
      .filter(({ low, high }) => high >= low);
    fc.assert(
      fc.property(
        band,
        fc.integer({ min: 2, max: 100_000 }),
        fc.integer({ min: 1, max: 1_000 }),
        (of, price, coins) => {
          const bounds = { openMin: hundredths(of.low), openMax: hundredths(of.high), feeRate: RULES.feeRate };
          return meanGain(coins, hundredths(price), bounds) < ZERO;
        },
      ),
    );
  });

  it('pays no less in fees than one account', () => {
    fc.assert(
      fc.property(many, fc.integer({ min: 1, max: 10_000 }), (parts, price) => {
        const issuePrice = format((ONE * BigInt(price)) / 100n);
        const fee = (coins: number): Amount => amount(feeOf(costOf(issuePrice, coins), RULES.feeRate));
        const whole = parts.reduce((sum, part) => sum + part, 0);
        return parts.reduce((sum, part) => sum + fee(part), ZERO) >= fee(whole);
      }),
    );
  });
});
