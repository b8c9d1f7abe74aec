import { describe, expect, it } from '@jest/globals';
import type { InstrumentView } from '../../../contracts/market.contract';
import { layOut, shadeOf } from './heat-map';

const of = (symbol: string, kind: string) => ({ symbol, class: kind }) as InstrumentView;
const turnover: Record<string, number> = { BTC: 900, ETH: 600, DUST: 0.001, EUR: 100, NONE: 0 };
const turnoverOf = (symbol: string) => turnover[symbol] ?? 0;
const box = { width: 800, height: 500 };
const market = [of('EUR', 'forex'), of('DUST', 'crypto'), of('BTC', 'crypto'), of('ETH', 'crypto'), of('NONE', 'etf')];
const symbols = (layout: ReturnType<typeof layOut>) => layout.tiles.map(({ item }) => item.symbol);

describe('the heat map', () => {
  it('gives areas by turnover within a class and leaves out what could not be read', () => {
    const layout = layOut(market.slice(1, 4), turnoverOf, box, null);
    expect(symbols(layout)).toEqual(['BTC', 'ETH']);
    const [btc, eth] = layout.tiles.map(({ width, height }) => width * height) as [number, number];
    expect(btc / eth).toBeCloseTo(1.5, 2);
  });

  it('keeps every tile inside the part of its class', () => {
    const { tiles, groups } = layOut(market, turnoverOf, box, 'class');
    expect(groups.map(({ item }) => item)).toEqual(['crypto', 'forex']);
    for (const tile of tiles) {
      const group = groups.find(({ item }) => item === tile.item.class);
      expect(tile.x).toBeGreaterThanOrEqual(group?.x ?? Infinity);
      expect(tile.x + tile.width).toBeLessThanOrEqual((group?.x ?? 0) + (group?.width ?? 0) + 1e-6);
      expect(tile.y + tile.height).toBeLessThanOrEqual((group?.y ?? 0) + (group?.height ?? 0) + 1e-6);
    }
  });

  it('divides a class by its sectors', () => {
    const stocks = ['technology', 'health'].map((sector, at) => ({
      ...of(['BTC', 'ETH'][at] ?? '', 'stocks'),
      sector,
    }));
    const { groups, tiles } = layOut(stocks, turnoverOf, box, 'sector');
    expect(groups.map(({ item }) => item)).toEqual(['technology', 'health']);
    expect(tiles).toHaveLength(2);
  });

  it('draws some hundreds of three thousand, the largest, so that colours keep up with prices', () => {
    const many = [...Array(3_000).keys()].map((at) => of(`S${at}`, 'stocks'));
    const large = { width: 2_400, height: 1_200 };
    const { tiles } = layOut(many, (symbol) => 1 / (1 + Number(symbol.slice(1))), large, null);
    expect(tiles.length).toBeGreaterThan(50);
    expect(tiles.length).toBeLessThanOrEqual(420);
    expect(tiles[0]?.item.symbol).toBe('S0');
  });

  it('gives everything the same area where nothing was traded for 24 hours', () => {
    const shut = [of('GOLD', 'metals'), of('SILVER', 'metals'), of('OIL', 'energy')];
    for (const grouping of [null, 'class'] as const) {
      const areas = layOut(shut.slice(0, 2), () => 0, box, grouping).tiles.map(({ width, height }) => width * height);
      expect(areas).toHaveLength(2);
      expect((areas[0] ?? 0) / (areas[1] ?? 1)).toBeCloseTo(1, 6);
    }
    expect(layOut(shut, () => 0, box, 'class').tiles).toHaveLength(3);
  });

  it('draws nothing before its size is known', () => {
    expect(layOut(market, turnoverOf, { width: 0, height: 0 }, 'class')).toEqual({ tiles: [], groups: [] });
  });

  it('colours by the strength of the change, and a tiny one not at all', () => {
    expect(['-7.10', '-2.00', '-0.40', '-0.04', '0.00', '0.30', '3.10', '5.00'].map(shadeOf)).toEqual([
      -3, -2, -1, 0, 0, 1, 2, 3,
    ]);
    expect(shadeOf(undefined)).toBe(0);
  });
});
