import type { InstrumentView, TickerView } from '../../../contracts/market.contract';

export const CATEGORIES = [
  'favourites',
  'all',
  'crypto',
  'forex',
  'metals',
  'energy',
  'stocks',
  'indices',
  'etf',
] as const;
export type Category = (typeof CATEGORIES)[number];

export const COLUMNS = ['name', 'price', 'change', 'volume'] as const;
export type Column = (typeof COLUMNS)[number];
export interface Sort {
  column: Column;
  descending: boolean;
}

/** The category of the query string; the whole market when it names none. */
export const categoryOf = (text: string | null): Category => CATEGORIES.find((each) => each === text) ?? 'all';

/** The rows of one category that match what was typed: by symbol, base or name, case and slashes aside. */
export function filterInstruments(
  instruments: readonly InstrumentView[],
  category: Category,
  favourites: readonly string[],
  typed: string,
): InstrumentView[] {
  const wanted = typed.toLowerCase().replace(/[\s/\-_]/g, '');
  const starred = new Set(favourites);
  return instruments.filter((each) => {
    if (category === 'favourites' ? !starred.has(each.symbol) : category !== 'all' && each.class !== category)
      return false;
    if (wanted === '') return true;
    return `${each.symbol} ${each.base}${each.quote} ${each.name}`
      .toLowerCase()
      .replace(/[\s/\-_]/g, '')
      .includes(wanted);
  });
}

/** Sorted for looking at: the figures become floats here, where nothing is computed with them. */
export function sortInstruments(
  instruments: readonly InstrumentView[],
  sort: Sort | null,
  tickers: ReadonlyMap<string, TickerView>,
): InstrumentView[] {
  if (sort === null) return [...instruments];
  const sign = sort.descending ? -1 : 1;
  if (sort.column === 'name') return [...instruments].sort((a, b) => sign * (a.symbol < b.symbol ? -1 : 1));
  const field = { price: 'last', change: 'changePct', volume: 'quoteVolume24h' }[sort.column] as 'last';
  const figure = new Map(
    instruments.map((each) => [each.symbol, Number(tickers.get(each.symbol)?.[field] ?? Number.NaN)]),
  );
  const value = (each: InstrumentView) => figure.get(each.symbol) ?? Number.NaN;
  return [...instruments].sort((a, b) => {
    const [x, y] = [value(a), value(b)];
    // What has no figure yet stands last, whichever way the rest is sorted.
    if (Number.isNaN(x) || Number.isNaN(y)) return Number(Number.isNaN(x)) - Number(Number.isNaN(y));
    return sign * (x - y);
  });
}

/** A click on a column: first descending (names ascending), then the other way, then as the catalogue has it. */
export function nextSort(sort: Sort | null, column: Column): Sort | null {
  const first = column !== 'name';
  if (sort?.column !== column) return { column, descending: first };
  return sort.descending === first ? { column, descending: !first } : null;
}

/** Which rows of a long list are worth drawing: those in sight and a few on either side. */
export function windowOf(
  scrolled: number,
  viewport: number,
  rowHeight: number,
  rows: number,
  extra = 8,
): [number, number] {
  const first = Math.max(0, Math.floor(scrolled / rowHeight) - extra);
  const last = Math.min(rows, Math.ceil((scrolled + viewport) / rowHeight) + extra);
  return [Math.min(first, rows), Math.max(last, Math.min(first, rows))];
}
