import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { PriceModel } from '../../server/market/simulator/price-model.js';
import { testCatalogue } from '../../server/market/simulator/simulator.testkit.js';
import { times } from '../kit/level.js';

/**
 * Does the sign of what a price did tell the sign of what it does next? Every epoch is a fresh draw. The instruments share
 * no factor, so their signs are independent, and a mean of n products of signs has a standard error of one over the root
 * of n.
 */
const EPOCH_MS = 14_400_000;
const LAUNCH_AT = 1_795_176_000_000;
const BEAT_MS = 250;
const MINUTE_MS = 60_000;
const COINS = 20;
const EPOCHS = times(500, 5_000);
/** The seeds are fixed, so a pass stays a pass; of 20 comparisons one lies beyond this by chance in one choice of seeds in 19. */
const STANDARD_ERRORS = 3;

const coin = testCatalogue.specs.find(({ symbol }) => symbol === 'BTCUSDT')!;
const specs = Array.from({ length: COINS }, (_, i) => ({
  ...coin,
  base: `COIN${i}`,
  symbol: `COIN${i}USDT`,
  factors: [],
}));
const seedOf = (epoch: number): string => createHash('sha256').update(`signs ${epoch}`).digest('hex');
const model = new PriceModel({
  specs,
  calendars: testCatalogue.calendars,
  launchAt: LAUNCH_AT,
  epochMs: EPOCH_MS,
  seedOf,
});

type PriceAt = (symbol: string, at: number) => number;
const modelled: PriceAt = (symbol, at) => model.exactTicksAt(symbol, at);

/** The beats of each second in the order of the model of before: open, the extreme against the close's side, the other, close. */
const ordered: PriceAt = (symbol, at) => {
  const second = at - (at % 1000);
  const beats = [0, 1, 2, 3].map((n) => modelled(symbol, second + n * BEAT_MS));
  const [open, close] = [beats[0]!, beats[3]!];
  const [low, high] = [Math.min(...beats), Math.max(...beats)];
  return (close >= open ? [open, low, high, close] : [open, high, low, close])[(at % 1000) / BEAT_MS]!;
};

/** Spans, and the parts of each after which one looks back and ahead, in milliseconds. */
const SPANS: readonly (readonly [spanMs: number, cuts: readonly number[]])[] = [
  [1000, [250, 500]],
  [5000, [250, 1000, 2500]],
  [MINUTE_MS, [1000, 15_000, 30_000, 45_000]],
  [15 * MINUTE_MS, [MINUTE_MS, 5 * MINUTE_MS, 10 * MINUTE_MS]],
  [60 * MINUTE_MS, [5, 15, 30, 45].map((n) => n * MINUTE_MS)],
  [EPOCH_MS, [30, 60, 120, 180, 210].map((n) => n * MINUTE_MS)],
];

/** The correlation of the sign of each span's first part with the sign of its rest, in standard errors. */
function told(priceAt: PriceAt, spanMs: number, cuts: readonly number[], shiftMs = 0): number[] {
  const sums = cuts.map(() => 0);
  const counts = cuts.map(() => 0);
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    for (const [i, { symbol }] of specs.entries()) {
      // Another place in every epoch, on the grid of the span.
      const place = ((epoch * 7919 + i * 104_729) % (EPOCH_MS / spanMs)) * spanMs;
      const at = LAUNCH_AT + epoch * EPOCH_MS + place + shiftMs;
      const start = priceAt(symbol, at);
      const parts = cuts.map((cut) => priceAt(symbol, at + cut));
      const end = priceAt(symbol, at + spanMs - BEAT_MS);
      parts.forEach((part, n) => {
        const product = Math.sign(part - start) * Math.sign(end - part);
        sums[n]! += product;
        counts[n]! += product === 0 ? 0 : 1;
      });
    }
  }
  return sums.map((sum, n) => sum / Math.sqrt(counts[n]!));
}

describe('no part of a span tells the rest', () => {
  for (const [spanMs, cuts] of SPANS)
    it(`whatever it did first, in spans of ${spanMs / 1000} s`, () => {
      for (const errors of told(modelled, spanMs, cuts)) expect(Math.abs(errors)).toBeLessThan(STANDARD_ERRORS);
    });

  it('across the edge of an epoch either', () => {
    const half = EPOCH_MS / 2;
    for (const errors of told(modelled, EPOCH_MS, [half], half)) {
      expect(Math.abs(errors)).toBeLessThan(STANDARD_ERRORS);
    }
  });

  it('and the order of beats that gave a whole second away is found', () => {
    const [first] = told(ordered, 1000, [250]);
    expect(first!).toBeLessThan(-50);
  });
});
