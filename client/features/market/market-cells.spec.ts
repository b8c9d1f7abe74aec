import { describe, expect, it } from '@jest/globals';
import { WATCHLIST_COLUMNS, WATCHLIST_LIMITS } from '../../../contracts/watchlist.contract';
import { CELLS, fitting, gridOf, tradeOf } from './market-cells';

describe('the columns of a list', () => {
  it('are drawn from the left as far as there is room, all of a list on a desktop', () => {
    const most = WATCHLIST_COLUMNS.slice(0, WATCHLIST_LIMITS.columns);
    expect(fitting(most, 'desktop')).toEqual(most);
    expect(fitting(most, 'phone')).toEqual(['price', 'change']);
    expect(fitting(CELLS.coins, 'narrow')).toEqual(['price', 'change', 'curve', 'turnover', 'session']);
    expect(fitting(['low', 'spread'], 'narrow')).toEqual(['low', 'spread']);
  });

  it('lead to the terminal of their tab', () => {
    expect(tradeOf('BTCUSDT', 'contracts')).toBe('/preciousMetal?symbol=BTCUSDT');
    expect(tradeOf('BTCUSDT', 'options')).toBe('/optionTrade?symbol=BTCUSDT');
    expect(tradeOf('BTCUSDT', 'coins')).toBe('/currencyTrade?symbol=BTCUSDT');
  });

  it('have a track each, and one for what moves a row on a phone', () => {
    const tracks = (grid: string) => grid.match(/[a-z]+\([^)]*\)|\d+px/g)?.length;
    expect(tracks(gridOf(CELLS.coins, 'desktop', false))).toBe(CELLS.coins.length + 3);
    expect(tracks(gridOf(['price', 'change'], 'phone', false))).toBe(4);
    expect(tracks(gridOf(['price', 'change'], 'phone', true))).toBe(5);
  });
});
