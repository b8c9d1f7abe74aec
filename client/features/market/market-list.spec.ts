import { describe, expect, it } from '@jest/globals';
import type { InstrumentView, TickerView } from '../../../contracts/market.contract';
import { filterInstruments, nextSort, sortInstruments, windowOf } from './market-list';

const instrument = (symbol: string, kind: string, name: string) =>
  ({ symbol, class: kind, base: symbol.slice(0, 3), quote: symbol.slice(3), name }) as InstrumentView;
const list = [
  instrument('BTCUSDT', 'crypto', 'Bitcoin'),
  instrument('EURUSD', 'forex', 'Euro'),
  instrument('XAUUSD', 'metals', 'Gold'),
];
const ticker = (last: string, changePct: string) => ({ last, changePct, quoteVolume24h: '1' }) as TickerView;
const symbols = (rows: InstrumentView[]) => rows.map((each) => each.symbol);

describe('the market list', () => {
  it('finds by symbol, by pair with a slash, and by name', () => {
    expect(symbols(filterInstruments(list, 'all', [], 'btc'))).toEqual(['BTCUSDT']);
    expect(symbols(filterInstruments(list, 'all', [], 'EUR/USD'))).toEqual(['EURUSD']);
    expect(symbols(filterInstruments(list, 'all', [], 'gol'))).toEqual(['XAUUSD']);
  });

  it('shows only what was starred among the favourites', () => {
    expect(symbols(filterInstruments(list, 'favourites', ['EURUSD'], ''))).toEqual(['EURUSD']);
    expect(filterInstruments(list, 'crypto', [], '')).toHaveLength(1);
  });

  it('sorts by figures and puts what has none last, either way', () => {
    const tickers = new Map([
      ['BTCUSDT', ticker('60000', '-1.20')],
      ['XAUUSD', ticker('2400', '0.40')],
    ]);
    const by = (descending: boolean) => symbols(sortInstruments(list, { column: 'change', descending }, tickers));
    expect(by(true)).toEqual(['XAUUSD', 'BTCUSDT', 'EURUSD']);
    expect(by(false)).toEqual(['BTCUSDT', 'XAUUSD', 'EURUSD']);
  });

  it('returns to the catalogue order at the third click', () => {
    const first = nextSort(null, 'price');
    const second = nextSort(first, 'price');
    expect([first?.descending, second?.descending, nextSort(second, 'price')]).toEqual([true, false, null]);
  });

  it('draws only what is in sight of 3,000 rows', () => {
    expect(windowOf(0, 800, 48, 3000)).toEqual([0, 25]);
    const [first, last] = windowOf(48 * 1500, 800, 48, 3000);
    expect(last - first).toBeLessThan(40);
    expect(windowOf(48 * 9000, 800, 48, 3000)).toEqual([3000, 3000]);
  });
});
