import { describe, expect, it } from '@jest/globals';
import { INSTRUMENT_CLASSES } from '../../../contracts/market.contract.js';
import { wordOf } from './path.js';
import { testCatalogue } from './simulator.testkit.js';

const { specs } = testCatalogue;
describe('the catalogue', () => {
  it('lists at least 3,000 instruments over all seven classes, some of each marked hot', () => {
    expect(specs.length).toBeGreaterThanOrEqual(3_000);
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

  it('knows of every hand-kept instrument since when it is listed', () => {
    const handKept = specs.filter(({ drawn }) => drawn.length === 0);
    expect(handKept.length).toBeGreaterThanOrEqual(376);
    expect(handKept.filter(({ listedAt }) => listedAt === null)).toEqual([]);
  });

  it('says of every other instrument which figures were drawn', () => {
    const drawn = specs.filter((spec) => spec.drawn.length > 0);
    expect(new Set(drawn.map((spec) => spec.class))).toEqual(new Set(['stocks']));
    expect(drawn.filter((spec) => !spec.drawn.includes('volatilityAnnual'))).toEqual([]);
  });

  it('gives each sector of stocks some companies', () => {
    const sectors = Map.groupBy(
      specs.filter((spec) => spec.class === 'stocks'),
      ({ sector }) => sector,
    );
    expect([...sectors.values()].filter((companies) => companies.length < 50)).toEqual([]);
  });

  it('allows 100x for crypto and 25x for everything else', () => {
    for (const spec of specs) {
      expect([spec.symbol, spec.leverageMax]).toEqual([spec.symbol, spec.class === 'crypto' ? 100 : 25]);
    }
  });
});
