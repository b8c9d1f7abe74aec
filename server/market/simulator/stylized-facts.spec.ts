import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { DEFAULT_EPOCH_MS } from './epochs.js';
import { PriceModel } from './price-model.js';
import { parseReplayCsv } from './replay-csv.js';
import { testCatalogue } from './simulator.testkit.js';
import {
  ABSOLUTE_LAGS,
  correlation,
  hillTailIndex,
  logReturns,
  stylizedFacts,
  type StylizedFacts,
} from './stylized-facts.js';
import { Rng } from '../../core/rng.js';
import { gaussian } from './exact-math.js';

const SYMBOLS = ['SPXUSDT', 'NDXUSDT', 'BTCUSDT', 'ETHUSDT', 'EURUSDT', 'EURGBPUSDT'];

function modelLaunchedAt(launchAt: number): PriceModel {
  const seedOf = (epoch: number): string => createHash('sha256').update(`stylized facts ${epoch}`).digest('hex');
  return new PriceModel({ ...testCatalogue, launchAt, epochMs: DEFAULT_EPOCH_MS, seedOf });
}

/** Twenty years of days, once from epochs' seeds and once from the public seed of the years before launch. */
const TWENTY_YEARS = { fromMs: Date.UTC(2010, 0, 5), toMs: Date.UTC(2030, 0, 1) };
const live = modelLaunchedAt(Date.UTC(2010, 0, 4));
const past = modelLaunchedAt(Date.UTC(2030, 0, 1));

const measured = new Map<PriceModel, Map<string, StylizedFacts>>();

/** Measured once, as twenty years of days take their time. */
function dailyFacts(model: PriceModel, symbol: string): StylizedFacts {
  const own = measured.get(model) ?? new Map<string, StylizedFacts>();
  measured.set(model, own);
  let facts = own.get(symbol);
  if (!facts) {
    const candles = model.outlines(symbol, '1d', TWENTY_YEARS);
    const volumes = candles.map(({ volumeLots, closeTicks }) => volumeLots * closeTicks);
    facts = stylizedFacts(logReturns(candles.map(({ closeTicks }) => closeTicks)), volumes.slice(1));
    own.set(symbol, facts);
  }
  return facts;
}

/** Of the autocorrelation of twenty years, measured over 24 seeds: fat tails in clusters more than double the textbook's. */
const TWO_STANDARD_ERRORS = 0.065;

const absoluteAt = (facts: StylizedFacts, lag: (typeof ABSOLUTE_LAGS)[number]): number =>
  facts.absoluteAcf[ABSOLUTE_LAGS.indexOf(lag)] as number;

describe('the stylized facts', () => {
  it('measure the real S&P 500 as it is known', () => {
    const file = 'node_modules/vega-datasets/data/sp500-2000.csv';
    const rows = parseReplayCsv(file, readFileSync(file, 'utf8'));
    const volumes = rows.map(({ volume }) => volume);
    const facts = stylizedFacts(logReturns(rows.map(({ close }) => close)), volumes.slice(1));
    expect(facts.kurtosis).toBeCloseTo(14.2, 1);
    expect(facts.returnsAcf1).toBeCloseTo(-0.113, 2);
    expect([1, 10, 50].map((lag) => absoluteAt(facts, lag as 1).toFixed(2))).toEqual(['0.31', '0.32', '0.14']);
    expect(facts.volumeVolatility).toBeCloseTo(0.26, 1);
  });

  it('measure independent normal draws as having none of them', () => {
    const rng = new Rng(7);
    const draws = Array.from({ length: 20_000 }, () => gaussian(rng.uint32()));
    const facts = stylizedFacts(draws);
    expect(facts.kurtosis).toBeGreaterThan(2.85);
    expect(facts.kurtosis).toBeLessThan(3.15);
    expect(hillTailIndex(draws, 0.05)).toBeGreaterThan(4.5);
    for (const value of [facts.returnsAcf1, ...facts.absoluteAcf]) expect(Math.abs(value)).toBeLessThan(0.025);
  });

  for (const [regime, model] of [['before launch', past] as const, ['from epochs’ seeds', live] as const]) {
    for (const symbol of ['SPXUSDT', 'BTCUSDT']) {
      it(`hold for ${symbol}, twenty years of days ${regime}: fat tails, no memory of direction, long memory of size`, () => {
        const facts = dailyFacts(model, symbol);
        expect(facts.kurtosis).toBeGreaterThan(5);
        expect(facts.kurtosis).toBeLessThan(30);
        expect(facts.tailIndex).toBeGreaterThan(2);
        expect(facts.tailIndex).toBeLessThan(4.5);
        expect(Math.abs(facts.returnsAcf1)).toBeLessThan(TWO_STANDARD_ERRORS);
        expect(absoluteAt(facts, 1)).toBeGreaterThan(0.15);
        expect(absoluteAt(facts, 1)).toBeLessThan(0.45);
        expect(absoluteAt(facts, 50)).toBeGreaterThan(0.03);
        expect(facts.decayExponent).toBeLessThan(0.8);
        expect(facts.volumeVolatility).toBeGreaterThan(0.2);
      });
    }
  }

  it('leave no direction to bet on: the autocorrelations of all series together are zero', () => {
    const all = [past, live].flatMap((model) => SYMBOLS.map((symbol) => dailyFacts(model, symbol).returnsAcf1));
    expect(Math.abs(all.reduce((sum, value) => sum + value, 0) / all.length)).toBeLessThan(0.03);
  });

  it('hold for minutes too, and minutes carry the variance of hours', () => {
    const model = modelLaunchedAt(Date.UTC(2026, 10, 20));
    const range = { fromMs: Date.UTC(2026, 11, 1), toMs: Date.UTC(2027, 1, 1) };
    const returnsOf = (period: '1m' | '1h'): number[] =>
      logReturns(model.outlines('BTCUSDT', period, range).map(({ closeTicks }) => closeTicks));
    const minutes = stylizedFacts(returnsOf('1m'));
    const hours = stylizedFacts(returnsOf('1h'));
    expect(minutes.kurtosis).toBeGreaterThan(5);
    expect(Math.abs(minutes.returnsAcf1)).toBeLessThan(0.05);
    expect(absoluteAt(minutes, 1)).toBeGreaterThan(0.15);
    const ratio = hours.deviation ** 2 / (60 * minutes.deviation ** 2);
    expect(ratio).toBeGreaterThan(0.85);
    expect(ratio).toBeLessThan(1.15);
  });

  it('let related instruments move together and crosses against each other', () => {
    const returnsOf = (symbol: string): number[] =>
      logReturns(past.outlines(symbol, '1d', TWENTY_YEARS).map(({ closeTicks }) => closeTicks));
    expect(correlation(returnsOf('BTCUSDT'), returnsOf('ETHUSDT'))).toBeGreaterThan(0.6);
    expect(correlation(returnsOf('SPXUSDT'), returnsOf('NDXUSDT'))).toBeGreaterThan(0.55);
    expect(correlation(returnsOf('EURUSDT'), returnsOf('EURGBPUSDT'))).toBeGreaterThan(0.05);
    expect(Math.abs(correlation(returnsOf('BTCUSDT'), returnsOf('BTCUSDT').reverse()))).toBeLessThan(0.1);
  });
});
