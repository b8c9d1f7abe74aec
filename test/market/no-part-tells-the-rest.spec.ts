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
const seedOf =
  (name: string) =>
  (epoch: number): string =>
    createHash('sha256').update(`${name} ${epoch}`).digest('hex');
const { calendars } = testCatalogue;
const drawn = { calendars, launchAt: LAUNCH_AT, epochMs: EPOCH_MS };
const model = new PriceModel({ ...drawn, specs, seedOf: seedOf('signs') });

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

/** Where a span begins, and what the prices in it are asked of. */
interface Look {
  readonly priceAt: (at: number) => number;
  readonly at: number;
}

/** Another place in every epoch, on the grid of the span. */
const placeOf = (epoch: number, i: number, spanMs: number): number =>
  ((epoch * 7919 + i * 104_729) % (EPOCH_MS / spanMs)) * spanMs;

function* looksAtCoins(priceAt: PriceAt, spanMs: number, shiftMs: number): Generator<Look> {
  for (let epoch = 0; epoch < EPOCHS; epoch++)
    for (const [i, { symbol }] of specs.entries()) {
      const at = LAUNCH_AT + epoch * EPOCH_MS + placeOf(epoch, i, spanMs) + shiftMs;
      yield { priceAt: (instant) => priceAt(symbol, instant), at };
    }
}

/** The correlation of the sign of each span's first part with the sign of its rest, in standard errors. */
function signsOf(looks: Iterable<Look>, spanMs: number, cuts: readonly number[]): number[] {
  const sums = cuts.map(() => 0);
  const counts = cuts.map(() => 0);
  for (const { priceAt, at } of looks) {
    const start = priceAt(at);
    const parts = cuts.map((cut) => priceAt(at + cut));
    const end = priceAt(at + spanMs - BEAT_MS);
    parts.forEach((part, n) => {
      const product = Math.sign(part - start) * Math.sign(end - part);
      sums[n]! += product;
      counts[n]! += product === 0 ? 0 : 1;
    });
  }
  return sums.map((sum, n) => sum / Math.sqrt(counts[n]!));
}

function told(priceAt: PriceAt, spanMs: number, cuts: readonly number[], shiftMs = 0): number[] {
  return signsOf(looksAtCoins(priceAt, spanMs, shiftMs), spanMs, cuts);
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

/**
 * Falls of an index raise the variance of the epochs after them, which makes its days skewed. The sign of what comes stays a coin's: past
 * and coming epoch are uncorrelated, though not independent.
 */
describe('no part of an index tells the rest', () => {
  const index = testCatalogue.specs.filter(({ symbol }) => symbol === 'SPXUSDT');
  const DAY_MS = 6 * EPOCH_MS;
  const models = Array.from({ length: COINS }, (_, n) => {
    return new PriceModel({ ...drawn, specs: index, seedOf: seedOf(`signs of an index ${n}`) });
  });

  /** The epoch from 16:00 UTC on, in which New York is open in winter as in summer: a day of each draw after the other. */
  function* looks(spanMs: number, shiftMs: number): Generator<Look> {
    const first = Math.ceil(LAUNCH_AT / DAY_MS) * DAY_MS + 4 * EPOCH_MS;
    for (let day = 0; day < EPOCHS; day++)
      for (const [i, one] of models.entries()) {
        const at = first + day * DAY_MS + placeOf(day, i, spanMs) + shiftMs;
        if (one.sessionState('SPXUSDT', at).open)
          yield { priceAt: (instant) => one.exactTicksAt('SPXUSDT', instant), at };
      }
  }

  for (const [spanMs, cuts] of SPANS)
    it(`whatever it did first, in spans of ${spanMs / 1000} s`, () => {
      for (const errors of signsOf(looks(spanMs, 0), spanMs, cuts))
        expect(Math.abs(errors)).toBeLessThan(STANDARD_ERRORS);
    });

  it('across the edge of an epoch either', () => {
    // From 18:00 to 22:00: what of it lies before the close is compared.
    for (const errors of signsOf(looks(EPOCH_MS, EPOCH_MS / 2), EPOCH_MS, [EPOCH_MS / 2]))
      expect(Math.abs(errors)).toBeLessThan(STANDARD_ERRORS);
  });
});
