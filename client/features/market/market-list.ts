import { SECTORS } from '../../../contracts/listing.contract.js';
import { INSTRUMENT_CLASSES, type InstrumentView, type TickerView } from '../../../contracts/market.contract';
import type { ContractTickerView } from '../../../contracts/own-ticker.calls';
import type { WatchlistColumn } from '../../market/watchlists';
import { isContractCell, type ContractCell } from './market-cells';

/** What is looked at: starred instruments, the spot market, and what contracts and options are traded on. */
export const TABS = ['favourites', 'coins', 'contracts', 'options'] as const;
export type Tab = (typeof TABS)[number];

export const CATEGORIES = ['favourites', 'all', ...INSTRUMENT_CLASSES] as const;
export type Category = (typeof CATEGORIES)[number];

/** All that can be sorted by: the name, and every column of a list but the curve. */
export type Column = 'name' | Exclude<WatchlistColumn, 'curve'> | ContractCell;
export interface Sort {
  column: Column;
  descending: boolean;
}

/** The tab of the query string; the spot market when it names none. */
export const tabOf = (text: string | null): Tab => TABS.find((each) => each === text) ?? 'coins';
/** The category of the query string; all of them when it names none. */
export const categoryOf = (text: string | null): Category => CATEGORIES.find((each) => each === text) ?? 'all';

/** The sectors of a class, to narrow it down to. */
export const sectorsOf = (category: Category): readonly string[] =>
  category === 'all' || category === 'favourites' ? [] : SECTORS[category];

/** The sector of the query string; none when the class has no such sector. */
export const sectorOf = (category: Category, text: string | null): string | null =>
  sectorsOf(category).find((each) => each === text) ?? null;

/** The rows of one category that match what was typed; `textOf` is each row's normalised search text. */
export function filterInstruments(
  instruments: readonly InstrumentView[],
  category: Category,
  favourites: readonly string[],
  typed: string,
  textOf: (instrument: InstrumentView) => string = symbolAndName,
): InstrumentView[] {
  const wanted = searchable(typed);
  const starred = new Set(favourites);
  return instruments.filter((each) => {
    if (category === 'favourites' ? !starred.has(each.symbol) : category !== 'all' && each.class !== category)
      return false;
    return wanted === '' || textOf(each).includes(wanted);
  });
}

const symbolAndName = ({ symbol, name }: InstrumentView): string => searchable(`${symbol} ${name}`);

/** As one types it: full-width letters, accents, case, spaces and slashes make no difference. */
export const searchable = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\s/\-_.,·・]/g, '');

/** Sorted for looking at: the figures become floats here, where nothing is computed with them. */
export function sortInstruments(
  instruments: readonly InstrumentView[],
  sort: Sort | null,
  tickers: ReadonlyMap<string, TickerView>,
  /** Of the perpetual contracts on them, by the symbol of the instrument. */
  perpetuals: ReadonlyMap<string, ContractTickerView> = new Map(),
): InstrumentView[] {
  if (sort === null) return [...instruments];
  const sign = sort.descending ? -1 : 1;
  if (sort.column === 'name' || sort.column === 'class' || sort.column === 'sector') {
    const by = { name: 'symbol', class: 'class', sector: 'sector' } as const;
    const text = by[sort.column];
    return [...instruments].sort((a, b) => sign * (a[text] < b[text] ? -1 : a[text] > b[text] ? 1 : 0));
  }
  const { column } = sort;
  const figureIn = (each: InstrumentView): number =>
    isContractCell(column)
      ? contractFigureOf(column, perpetuals.get(each.symbol))
      : figureOf(column, each, tickers.get(each.symbol));
  const figure = new Map(instruments.map((each) => [each.symbol, figureIn(each)]));
  const value = (each: InstrumentView) => figure.get(each.symbol) ?? Number.NaN;
  return [...instruments].sort((a, b) => {
    const [x, y] = [value(a), value(b)];
    // What has no figure yet stands last, whichever way the rest is sorted.
    if (Number.isNaN(x) || Number.isNaN(y)) return Number(Number.isNaN(x)) - Number(Number.isNaN(y));
    return sign * (x - y);
  });
}

function contractFigureOf(column: ContractCell, ticker: ContractTickerView | undefined): number {
  switch (column) {
    case 'contractPrice':
      return Number(ticker?.last);
    case 'contractChange':
      return Number(ticker?.changePct);
    case 'funding':
      return Number(ticker?.fundingRate ?? Number.NaN);
    case 'openInterest':
      return Number(ticker?.openInterest);
  }
}

type FigureColumn = Exclude<Column, ContractCell | 'name' | 'class' | 'sector'>;

function figureOf(column: FigureColumn, instrument: InstrumentView, ticker: TickerView | undefined): number {
  if (column === 'leverage') return instrument.leverageMax;
  // Open before closed; among either, what changes last stands first when sorted downwards.
  if (column === 'session') {
    const { open, nextChangeAt } = instrument.session;
    return open ? 1e15 + (nextChangeAt ?? 1e14) : -(nextChangeAt ?? 1e14);
  }
  if (ticker === undefined) return Number.NaN;
  switch (column) {
    case 'price':
      return Number(ticker.last);
    case 'change':
      return Number(ticker.changePct);
    case 'range':
      return (Number(ticker.high24h) - Number(ticker.low24h)) / Number(ticker.last);
    case 'high':
      return Number(ticker.high24h);
    case 'low':
      return Number(ticker.low24h);
    case 'volume':
      return Number(ticker.volume24h);
    case 'turnover':
      return Number(ticker.quoteVolume24h);
    case 'spread':
      return spreadOf(ticker) ?? Number.NaN;
  }
}

/** The spread in basis points of the middle, for looking at; `undefined` while nothing is quoted. */
export function spreadOf({ bid, ask }: Pick<TickerView, 'bid' | 'ask'>): number | undefined {
  const [low, high] = [Number(bid), Number(ask)];
  return low > 0 && high > 0 ? ((high - low) / (high + low)) * 20_000 : undefined;
}

/** Whether the order depends on prices and has to be refreshed at intervals. */
export const sortsByTicker = (sort: Sort | null): boolean =>
  sort !== null && !['name', 'class', 'sector', 'leverage', 'session'].includes(sort.column);

/** A click on a column: first descending (words ascending), then the other way, then as the catalogue has it. */
export function nextSort(sort: Sort | null, column: Column): Sort | null {
  const first = column !== 'name' && column !== 'class' && column !== 'sector';
  if (sort?.column !== column) return { column, descending: first };
  return sort.descending === first ? { column, descending: !first } : null;
}
