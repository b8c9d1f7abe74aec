import { describe, expect, it } from '@jest/globals';
import { INSTRUMENT_CLASSES } from '../../../contracts/market.contract.js';
import { BrokenDataError, joinCatalogue, parseInstruments } from './catalogue.js';
import { wordOf } from './dynamics.js';
import { testCatalogue } from './simulator.testkit.js';

const { specs } = testCatalogue;
const HEADER =
  'base\tname\treferencePrice\ttickSize\tlotSize\tminNotional\tmaxQuantity\tleverageMax\tcalendar\tvolatilityAnnual\t' +
  'driftAnnual\tdailyVolumeUsdt\tspreadBps\tfactors\thot';
const ROW =
  'BTC\tBitcoin\t92500.00\t0.01\t0.00001\t5\t10\t100\tcrypto-24x7\t0.48\t0.22\t900000000\t1\tCRYPTO:0.92 WORLD:0.18\tyes';

function problemOf(row: string): unknown {
  try {
    parseInstruments('crypto.tsv', `${HEADER}\n${ROW}\n${row}\n`);
  } catch (error) {
    if (error instanceof BrokenDataError) return error.problem;
  }
  return undefined;
}

describe('the catalogue', () => {
  it('lists at least 300 instruments over all seven classes, some of each marked hot', () => {
    expect(specs.length).toBeGreaterThanOrEqual(300);
    for (const name of INSTRUMENT_CLASSES) {
      const own = specs.filter((spec) => spec.class === name);
      expect([name, own.length >= 10, own.some(({ hot }) => hot)]).toEqual([name, true, true]);
    }
  });

  it('gives every instrument its own symbol and its own random words', () => {
    expect(new Set(specs.map(({ symbol }) => symbol)).size).toBe(specs.length);
    expect(new Set(specs.map(({ symbol }) => wordOf(symbol))).size).toBe(specs.length);
  });

  it('keeps sizes exact: reference on a tick, decimals of tick and lot at most eight, one lot under the least order', () => {
    for (const spec of specs) {
      const ticks = +spec.referencePrice / +spec.tickSize;
      expect([spec.symbol, Math.abs(ticks - Math.round(ticks)) < 1e-6 * ticks]).toEqual([spec.symbol, true]);
      expect(spec.priceDecimals + spec.quantityDecimals).toBeLessThanOrEqual(8);
      expect([spec.symbol, +spec.referencePrice * +spec.lotSize <= +spec.minNotional]).toEqual([spec.symbol, true]);
      expect([spec.symbol, +spec.referencePrice * +spec.maxQuantity >= 100_000]).toEqual([spec.symbol, true]);
      expect(Number.isSafeInteger(Math.round(+spec.maxQuantity / +spec.lotSize))).toBe(true);
    }
  });

  it('allows 100x for crypto and 25x for everything else', () => {
    for (const spec of specs) {
      expect([spec.symbol, spec.leverageMax]).toEqual([spec.symbol, spec.class === 'crypto' ? 100 : 25]);
    }
  });

  it('names file, line and column of a broken row', () => {
    expect(problemOf(ROW.replace('92500.00', 'abc'))).toMatchObject({ file: 'crypto.tsv', line: 3, column: 3 });
    expect(problemOf(ROW.replace('0.48', '48%'))).toMatchObject({ line: 3, column: 10 });
    expect(problemOf(ROW.replace('0.00001', '0.0000001'))).toMatchObject({ line: 3 });
    expect(problemOf(ROW.replace('CRYPTO:0.92', 'CRYPTO:x'))).toMatchObject({ line: 3, column: 14 });
    expect(problemOf(ROW.replace('yes', 'maybe'))).toMatchObject({ line: 3, column: 15 });
    expect(problemOf('BTC\tBitcoin')).toMatchObject({ line: 3, reason: '2 fields, expected 15' });
    expect(problemOf('')).toMatchObject({ line: 3 });
    expect(() => parseInstruments('coins.tsv', HEADER)).toThrow('coins.tsv:1:1');
    expect(() => parseInstruments('crypto.tsv', HEADER.replace('name', 'title'))).toThrow('crypto.tsv:1:2');
  });

  it('refuses to list a symbol twice', () => {
    const once = parseInstruments('crypto.tsv', `${HEADER}\n${ROW}\n`);
    expect(() => joinCatalogue([once, once])).toThrow('BTCUSDT is in the catalogue twice');
  });
});
