import { describe, expect, it } from '@jest/globals';
import type { ContractTickerView } from '../../../contracts/own-ticker.calls';
import type { InstrumentView, TickerView } from '../../../contracts/market.contract';
import {
  CATEGORIES,
  categoryOf,
  filterInstruments,
  nextSort,
  searchable,
  sectorOf,
  sectorsOf,
  sortInstruments,
  spreadOf,
  tabOf,
  TABS,
  type Column,
} from './market-list';

const HOUR = 3_600_000;
const instrument = (symbol: string, kind: string, name: string, leverageMax = 25, open = true) =>
  ({
    ...{ symbol, class: kind, base: symbol.slice(0, 3), quote: symbol.slice(3), name, leverageMax },
    session: { open, calendar: 'x', nextChangeAt: kind === 'crypto' ? null : HOUR },
  }) as InstrumentView;
const list = [
  instrument('BTCUSDT', 'crypto', 'Bitcoin', 100),
  instrument('EURUSD', 'forex', 'Euro'),
  instrument('XAUUSD', 'metals', 'Gold', 25, false),
];
const ticker = (last: string, changePct: string, low24h = last, high24h = last) =>
  ({ last, changePct, quoteVolume24h: '1', low24h, high24h }) as TickerView;
const symbols = (rows: InstrumentView[]) => rows.map((each) => each.symbol);
const find = (typed: string) => symbols(filterInstruments(list, 'all', [], typed));

describe('the market list', () => {
  it('opens each tab and category by its address, and the whole spot market by any other', () => {
    expect(TABS.map(tabOf)).toEqual(['favourites', 'coins', 'contracts', 'options']);
    expect(CATEGORIES.map(categoryOf)).toEqual(CATEGORIES);
    expect([tabOf(null), tabOf('x'), categoryOf(null), categoryOf('x')]).toEqual(['coins', 'coins', 'all', 'all']);
  });

  it('sorts by what a perpetual contract has of its own; what has none stands last', () => {
    const perpetual = (fundingRate: string | null, openInterest: string) =>
      ({ last: '1', changePct: '0', fundingRate, openInterest }) as ContractTickerView;
    const perpetuals = new Map([
      ['BTCUSDT', perpetual('-0.0002', '900')],
      ['XAUUSD', perpetual('0.0001', '20')],
    ]);
    const by = (column: Column, descending: boolean) =>
      symbols(sortInstruments(list, { column, descending }, new Map(), perpetuals));
    expect(by('funding', true)).toEqual(['XAUUSD', 'BTCUSDT', 'EURUSD']);
    expect(by('funding', false)).toEqual(['BTCUSDT', 'XAUUSD', 'EURUSD']);
    expect(by('openInterest', true)).toEqual(['BTCUSDT', 'XAUUSD', 'EURUSD']);
  });

  it('narrows a class down to a sector that it has', () => {
    expect(sectorsOf('metals')).toEqual(['precious', 'industrial']);
    expect(sectorsOf('all')).toEqual([]);
    expect(sectorOf('stocks', 'health')).toBe('health');
    expect(sectorOf('stocks', 'defi')).toBeNull();
    expect(sectorOf('all', 'health')).toBeNull();
  });

  it('finds by symbol, by pair with a slash, and by name', () => {
    expect(find('btc')).toEqual(['BTCUSDT']);
    expect(find('EUR/USD')).toEqual(['EURUSD']);
    expect(find('gol')).toEqual(['XAUUSD']);
  });

  it('finds whatever the letters’ width, case and accents', () => {
    expect(find('ＢＴＣ')).toEqual(['BTCUSDT']);
    expect(find('éuro')).toEqual(['EURUSD']);
    expect(searchable('Nestlé S.A.')).toBe('nestlesa');
    expect(searchable('スイス・フラン')).toBe(searchable('ｽｲｽ フラン'));
  });

  it('finds by what an instrument is called in another language, when told how', () => {
    const textOf = ({ symbol }: InstrumentView) => searchable(symbol === 'EURUSD' ? 'ユーロ' : symbol);
    expect(symbols(filterInstruments(list, 'all', [], 'ユーロ', textOf))).toEqual(['EURUSD']);
  });

  it('sorts words from a on, and spreads in parts of the price', () => {
    const tickers = new Map([
      ['BTCUSDT', { ...ticker('60000', '0'), bid: '59999', ask: '60001' }],
      ['EURUSD', { ...ticker('1', '0'), bid: '0.999', ask: '1.001' }],
      ['XAUUSD', { ...ticker('2400', '0'), bid: '0', ask: '0' }],
    ]);
    expect(nextSort(null, 'class')).toEqual({ column: 'class', descending: false });
    expect(symbols(sortInstruments(list, { column: 'class', descending: false }, tickers))[0]).toBe('BTCUSDT');
    const bySpread = sortInstruments(list, { column: 'spread', descending: true }, tickers);
    expect(symbols(bySpread)).toEqual(['EURUSD', 'BTCUSDT', 'XAUUSD']);
    expect(spreadOf({ bid: '0.999', ask: '1.001' })).toBeCloseTo(20);
    expect(spreadOf({ bid: '0', ask: '0' })).toBeUndefined();
  });

  it('shows only what was starred among the favourites', () => {
    expect(symbols(filterInstruments(list, 'favourites', ['EURUSD'], ''))).toEqual(['EURUSD']);
    expect(filterInstruments(list, 'crypto', [], '')).toHaveLength(1);
  });

  it('sorts by figures and puts what has none last, either way', () => {
    const tickers = new Map([
      ['BTCUSDT', ticker('60000', '-1.20', '59000', '61000')],
      ['XAUUSD', ticker('2400', '0.40', '2390', '2410')],
    ]);
    const by = (column: Column, descending: boolean) => symbols(sortInstruments(list, { column, descending }, tickers));
    expect(by('change', true)).toEqual(['XAUUSD', 'BTCUSDT', 'EURUSD']);
    expect(by('change', false)).toEqual(['BTCUSDT', 'XAUUSD', 'EURUSD']);
    expect(by('range', true)).toEqual(['BTCUSDT', 'XAUUSD', 'EURUSD']);
  });

  it('sorts by what the catalogue says without waiting for prices', () => {
    const by = (column: Column) => symbols(sortInstruments(list, { column, descending: true }, new Map()));
    expect(by('leverage')[0]).toBe('BTCUSDT');
    expect(by('session').at(-1)).toBe('XAUUSD');
  });

  it('returns to the catalogue order at the third click', () => {
    const first = nextSort(null, 'price');
    const second = nextSort(first, 'price');
    expect([first?.descending, second?.descending, nextSort(second, 'price')]).toEqual([true, false, null]);
  });
});
