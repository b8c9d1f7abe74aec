import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { partsOf } from '../../server/market/flow-offset/flow-offsets.js';
import {
  largestFollowingUsdt,
  largestPositionUsdt,
  largestStakeUsdt,
  leastRoundTrip,
} from '../../server/market/flow-offset/position-limit.js';
import { times } from '../kit/level.js';
import {
  AGENTS,
  CHASING,
  FEES,
  GIVING,
  HOUR_MS,
  Lab,
  LATE,
  MARKETS,
  MINUTE_MS,
  SIDES,
  specOf,
  START,
  type Agents,
  type Step,
} from '../kit/push-lab.js';

/**
 * What users push for good pays nobody: not in the book that was pushed, not in one whose price follows, not by conversion, not after hours
 * or days. The fundamental prices stand still here, so whatever is won was given by the machine.
 */

const storm = fc.double({ min: 0.6, max: 4, noNaN: true });
const book = fc.constantFrom(0, 1, 2);
const account = fc.constantFrom(0, 1, 2);
const side = fc.constantFrom(...SIDES);
const share = fc.oneof(fc.double({ min: 0, max: 0.05, noNaN: true }), fc.double({ min: 0, max: 1.1, noNaN: true }));
const spreads = fc.oneof(fc.double({ min: -2, max: 2, noNaN: true }), fc.double({ min: -60, max: 60, noNaN: true }));
const order = { book, account, side, share, spreads };
const MARKET = { do: 'market', account: 0, spreads: 0 } as const;
const ENDS = [undefined, MINUTE_MS, HOUR_MS];
const WAITS = [0, 250, 8_000, 60_000, 125_000, 600_000, HOUR_MS, 20 * HOUR_MS, 70 * HOUR_MS];
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('market' as const), ...order }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('rest' as const), ...order }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel' as const), book, account }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('flatten' as const, 'convert' as const), book }) },
  {
    weight: 4,
    arbitrary: fc
      .record({ ms: fc.constantFrom(...WAITS), storm, endsOn: fc.constantFrom(...ENDS) })
      .map(({ endsOn, ...wait }) => ({ do: 'wait' as const, ...wait, ...(endsOn !== undefined && { endsOn }) })),
  },
);
const history = fc.record({
  symbols: fc.constantFrom(...MARKETS),
  key: fc.uint32Array({ minLength: 8, maxLength: 8 }),
  steps: fc.array(step, { minLength: 3, maxLength: 16 }),
});
interface History {
  readonly symbols: readonly string[];
  readonly key: Uint32Array;
  readonly steps: readonly Step[];
}

/** The most that the accounts have ever won, in USDT; holdings are worth the fundamental price. */
function mostWon(agents: Agents, { symbols, key, steps }: History): number {
  const lab = new Lab(agents, symbols, key);
  let most = 0;
  for (const each of [...steps, ...symbols.map((_, n) => ({ do: 'flatten' as const, book: n }))]) {
    lab.take(each);
    most = Math.max(most, lab.gain);
  }
  return most;
}

describe('the lasting part of what users push', () => {
  it('is never sold back with a gain before fees, in no book, by no conversion, after no time', () => {
    fc.assert(
      fc.property(history, (trial) => mostWon(AGENTS, trial) < 1e-6),
      { numRuns: times(600, 20_000) },
    );
  });

  it('would be with quotes that follow it whatever was paid, and the same search finds it', () => {
    const property = fc.property(history, (trial) => mostWon(GIVING, trial) < 1e-6);
    expect(fc.check(property, { numRuns: 4_000, endOnFailure: true }).failed).toBe(true);
  });

  it.each([
    ['what was pushed is taken back', { do: 'flatten', book: 0 }],
    ['it turns', { ...MARKET, book: 0, side: 'sell', share: 0.9 }],
  ] as const)(
    'is not sold to the tape of the beat in which %s, as it would be with the offset of that beat',
    (_, turn) => {
      const restedOver = (agents: Agents): number =>
        Math.max(
          ...[0.05, 0.2, 0.6].map((push) => {
            const asks = { do: 'rest', book: 1, account: 1, side: 'sell', share: 1, spreads: 0 } as const;
            const steps: Step[] = [{ ...MARKET, book: 0, side: 'buy', share: push }];
            steps.push({ do: 'wait', ms: 180_000, storm: 1 });
            for (let n = 0; n < 100; n += 1) steps.push(asks);
            steps.push(turn);
            for (let n = 0; n < 3; n += 1) steps.push({ do: 'wait', ms: 0, storm: 1, endsOn: MINUTE_MS });
            return mostWon(agents, { symbols: MARKETS[1], key: new Uint32Array(8), steps });
          }),
        );
      expect(restedOver(AGENTS)).toBe(0);
      expect(restedOver(LATE)).toBeGreaterThan(0);
    },
  );

  it('is not sold to the tape of a book that follows, as it would be to a tape that takes whatever it passes', () => {
    const pushedThenRested = (agents: Agents): number =>
      Math.max(
        ...[0.02, 0.1, 0.3, 0.6].map((push) => {
          const asks = { do: 'rest', book: 1, account: 1, side: 'sell', share: 1, spreads: 0 } as const;
          const steps: Step[] = [{ ...asks, do: 'market', book: 0, account: 0, side: 'buy', share: push }];
          steps.push({ do: 'wait', ms: 180_000, storm: 1 });
          for (let n = 0; n < 40; n += 1) steps.push(asks, { do: 'wait', ms: 250, storm: 1 });
          return mostWon(agents, { symbols: MARKETS[1], key: new Uint32Array(8), steps });
        }),
      );
    expect(pushedThenRested(AGENTS)).toBe(0);
    expect(pushedThenRested(CHASING)).toBeGreaterThan(0);
  });

  it('is the same up and down, and carries to what follows', () => {
    const moved = SIDES.map((way) => {
      const lab = new Lab(AGENTS, MARKETS[0], new Uint32Array(8));
      lab.take({ do: 'market', book: 0, account: 0, side: way, share: 0.4, spreads: 0 });
      lab.take({ do: 'wait', ms: 180_000, storm: 1 });
      return ['EURUSDT', 'GBPUSDT', 'EURGBPUSDT'].map((symbol) => lab.flowed.offsetShare(symbol, START + 180_000));
    });
    for (const [euro, pound, cross] of moved) {
      expect(Math.abs(euro ?? 0)).toBeGreaterThan(1e-5);
      expect(pound).toBe(0);
      expect(cross).toBe(euro);
    }
    expect(moved[0]?.[0]).toBeGreaterThan(0);
    expect(moved[1]?.[0]).toBeLessThan(0);
  });
});

describe('what ten accounts together may hold', () => {
  const followed = ['BTCUSDT', 'ETHUSDT', 'KSMUSDT', 'EURUSDT', 'SPXUSDT', 'AAPLUSDT', 'XAUUSDT', 'WTIUSDT'];
  /** So many orders one after the other, each with the time to fade behind it, and back again by resting orders at the best price. */
  const plan = fc.record({
    symbol: fc.constantFrom(...followed),
    key: fc.uint32Array({ minLength: 8, maxLength: 8 }),
    side,
    orders: fc.integer({ min: 1, max: 40 }),
    share: fc.double({ min: 0.001, max: 0.9, noNaN: true }),
    ms: fc.constantFrom(0, 1_000, 30_000, 300_000, HOUR_MS),
  });

  it('earns less by a push of its index than the push costs, however it is made', () => {
    fc.assert(
      fc.property(plan, ({ symbol, key, side: way, orders, share: each, ms }) => {
        const lab = new Lab(AGENTS, [symbol], key);
        let [furthest, traded] = [0, 0];
        for (let n = 0; n < orders; n += 1) {
          const before = lab.books[0]!.held;
          lab.take({ do: 'market', book: 0, account: 0, side: way, share: each, spreads: 0 });
          traded += Math.abs(lab.books[0]!.held - before);
          lab.take({ do: 'wait', ms, storm: 1 });
          furthest = Math.max(furthest, ...[0, 60_000, 120_000, 180_000].map((later) => lab.pushedShare(later)));
        }
        const { referencePrice, lotSize } = specOf(symbol);
        const fees = traded * +lotSize * +referencePrice * leastRoundTrip(FEES);
        const bothWays = 2 * furthest * largestPositionUsdt(specOf(symbol), FEES);
        expect(bothWays).toBeLessThan(traded === 0 ? 1e-9 : 0.51 * (fees - lab.gain));
      }),
      { numRuns: times(200, 2_000) },
    );
  });

  it('is bounded by the part of a function that is pushed most cheaply', () => {
    const parts = partsOf('EURGBPUSDT', specOf);
    const limits = parts.map(({ symbol }) => largestPositionUsdt(specOf(symbol), FEES));
    expect(largestFollowingUsdt(parts, specOf, FEES)).toBe(Math.min(...limits));
  });

  it('stakes so little that no push of any size is worth the turns that it makes', () => {
    const values = fc.record({
      x: fc.double({ min: 1e-9, max: 0.5, noNaN: true }),
      z: fc.double({ min: -6, max: 6, noNaN: true }),
    });
    const [deviation, payout] = [0.0006, 0.85];
    const position = largestPositionUsdt(specOf('BTCUSDT'), FEES);
    const stake = largestStakeUsdt(position, deviation, payout);
    expect(stake).toBeGreaterThan(100);
    fc.assert(
      fc.property(values, ({ x, z }) => {
        // Lost without the push and won with it: the minute's move lies between -z and x further on.
        const turned = normal(z + x / deviation) - normal(z);
        expect(turned * stake * (1 + payout)).toBeLessThan(x * position * (1 + 1e-4) + 1e-4);
      }),
    );
  });

  it('converts at a price that no push moves', () => {
    const lab = new Lab(AGENTS, ['KSMUSDT'], new Uint32Array(8));
    lab.take({ do: 'market', book: 0, account: 0, side: 'buy', share: 0.9, spreads: 0 });
    lab.take({ do: 'wait', ms: 180_000, storm: 1 });
    const before = lab.gain;
    expect(lab.pushedShare(0)).toBeGreaterThan(0.0001);
    lab.take({ do: 'convert', book: 0 });
    expect(lab.gain).toBeLessThan(before);
  });
});

/** The share of a normal distribution below z (Abramowitz and Stegun 26.2.17). */
function normal(z: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(z));
  const series = [1.330274429, -1.821255978, 1.781477937, -0.356563782, 0.31938153].reduce(
    (sum, c) => (sum + c) * t,
    0,
  );
  const tail = (Math.exp((-z * z) / 2) / 2.5066282746310002) * series;
  return z > 0 ? 1 - tail : tail;
}
