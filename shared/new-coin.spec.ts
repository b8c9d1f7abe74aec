import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { amount, format, ONE } from './money.js';
import { allotted, costOf, cutOf, estimateOf, feeOf, openingPrice, openingSteps, outcomesOf } from './new-coin.js';

const shares = fc
  .uniqueArray(
    fc.record({
      coins: fc.integer({ min: 1, max: 1_000_000 }),
      tie: fc.integer({ min: 0, max: 0xffff }).map((n) => n.toString(16).padStart(4, '0')),
    }),
    {
      minLength: 1,
      maxLength: 60,
      selector: ({ tie }) => tie,
    },
  )
  .map((found) => found.map((one) => ({ ...one })));
const volume = fc.integer({ min: 1, max: 5_000_000 });

describe('how coins are shared out', () => {
  it('hands out the whole volume, or all that was subscribed', () => {
    fc.assert(
      fc.property(shares, volume, (all, coins) => {
        const cut = cutOf(coins, all);
        const got = all.map((one) => allotted(one, cut).coins);
        const total = all.reduce((sum, one) => sum + one.coins, 0);
        expect(got.reduce((sum, one) => sum + one, 0)).toBe(Math.min(coins, total));
      }),
    );
  });

  it('gives nobody more than they asked for, and nobody a coin less than their whole share', () => {
    fc.assert(
      fc.property(shares, volume, (all, coins) => {
        const cut = cutOf(coins, all);
        for (const one of all) {
          const { coins: got } = allotted(one, cut);
          const whole = Number((BigInt(cut.volume) * BigInt(one.coins)) / BigInt(cut.total));
          expect(got).toBeLessThanOrEqual(one.coins);
          expect(got - whole === 0 || got - whole === 1).toBe(true);
        }
      }),
    );
  });

  it('gives leftovers by remainder and then by tie, whatever the order of arrival', () => {
    fc.assert(
      fc.property(shares, volume, (all, coins) => {
        const [one, other] = [cutOf(coins, all), cutOf(coins, all.toReversed())];
        expect(other).toEqual(one);
      }),
    );
    const three = [
      { coins: 1, tie: 'c' },
      { coins: 1, tie: 'a' },
      { coins: 1, tie: 'b' },
    ];
    const cut = cutOf(2, three);
    expect(cut).toEqual({ volume: 2, total: 3, leftover: 2, last: { remainder: '2', tie: 'b' } });
    expect(three.map((each) => allotted(each, cut).coins)).toEqual([0, 1, 1]);
  });

  it('shares out a hundred thousand subscriptions within five seconds', () => {
    const many = Array.from({ length: 100_000 }, (_, n) => ({
      coins: 1 + ((n * 7919) % 5_000),
      tie: (n * 2_654_435_761).toString(16).padStart(12, '0'),
    }));
    const before = performance.now();
    const cut = cutOf(1_000_000, many);
    const sum = many.reduce((all, one) => all + allotted(one, cut).coins, 0);
    expect(sum).toBe(1_000_000);
    expect(performance.now() - before).toBeLessThan(5_000);
  });

  it('estimates what a subscription would get now', () => {
    expect([estimateOf(10, 100, 50), estimateOf(100, 100, 300), estimateOf(1, 100, 300)]).toEqual([10, 25, 0]);
  });
});

describe('what a new coin costs and may bring', () => {
  it('rounds the fee up, so that a refund is never more than was held', () => {
    expect(costOf('0.1234', 3)).toBe('0.3702');
    expect(feeOf('0.3702', '0.005')).toBe('0.001851');
    expect(feeOf('0.00000001', '0.005')).toBe('0.00000001');
    const [whole, part] = [feeOf('50', '0.005'), feeOf('25', '0.005')];
    expect(amount(part)).toBeLessThanOrEqual(amount(whole));
  });

  it('opens at a hundredth of the issue price, whose mean is at most the issue price', () => {
    expect(openingSteps('0.5', '1.4')).toBe(91);
    expect([openingPrice('0.5', '0.5', 0), openingPrice('0.5', '0.5', 90)]).toEqual(['0.25', '0.7']);
    const sum = Array.from({ length: 91 }, (_, step) => amount(openingPrice('1', '0.5', step))).reduce((a, b) => a + b);
    expect(sum / 91n).toBeLessThanOrEqual(ONE);
  });

  it('says what a sale at the opening brings after both fees, and how often it loses', () => {
    const outcomes = outcomesOf('0.5', '1.4', '0.005', '0.001');
    expect(outcomes).toMatchObject({ worst: '-0.503', middle: '-0.0557', best: '0.3916', mean: '-0.0557', losing: 56 });
    const cases = outcomes.bands.reduce((all, { cases: each }) => all + amount(each), 0n);
    expect(Math.abs(Number.parseFloat(format(cases)) - 100)).toBeLessThan(1);
    expect(outcomes.bands[0]).toEqual({ from: '0.5', to: '0.6', cases: '11' });
  });
});
