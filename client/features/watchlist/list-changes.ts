import {
  FAVOURITES_ID,
  FIRST_COLUMNS,
  WATCHLIST_COLUMNS,
  WATCHLIST_LIMITS,
  type WatchlistColumn,
  type WatchlistView,
} from '../../../contracts/watchlist.contract';
import { placed } from '../../../shared/placed';

export const FAVOURITES: WatchlistView = {
  watchlistId: FAVOURITES_ID,
  name: null,
  columns: [...FIRST_COLUMNS],
  symbols: [],
};

/** What can be done to lists, on the device as in an account. */
export type ListChange =
  | { kind: 'create'; watchlistId: string; name: string; columns: WatchlistColumn[]; symbols: string[] }
  | { kind: 'change'; watchlistId: string; name?: string; columns?: WatchlistColumn[] }
  | { kind: 'remove'; watchlistId: string }
  | { kind: 'star'; watchlistId: string; symbols: string[]; place?: number }
  | { kind: 'unstar'; watchlistId: string; symbol: string };

/** Why a change cannot be: the code of the server's refusal for the same. */
export interface ListProblem {
  refusal: 'watchlist.too-many' | 'watchlist.full' | 'watchlist.name-taken';
  limit: number;
}

/** What stands against a change, as the server decides it; `undefined` where nothing does. */
export function problemOf(lists: readonly WatchlistView[], change: ListChange): ListProblem | undefined {
  const { lists: listsMax, symbols: symbolsMax } = WATCHLIST_LIMITS;
  if (change.kind === 'create' && lists.length >= listsMax) return { refusal: 'watchlist.too-many', limit: listsMax };
  if ((change.kind === 'create' || change.kind === 'change') && change.name !== undefined) {
    const wanted = plain(change.name);
    const others = lists.filter(({ watchlistId, name }) => watchlistId !== change.watchlistId && name !== null);
    const taken = others.some(({ name }) => plain(name ?? '') === wanted);
    if (taken) return { refusal: 'watchlist.name-taken', limit: listsMax };
  }
  if (change.kind !== 'star') return undefined;
  const list = lists.find(({ watchlistId }) => watchlistId === change.watchlistId);
  const all = new Set([...(list?.symbols ?? []), ...change.symbols]);
  return all.size > symbolsMax ? { refusal: 'watchlist.full', limit: symbolsMax } : undefined;
}

/** What of a browser's list goes to an account. */
export interface Sending {
  readonly list: WatchlistView;
  /** The account's list of that name, which takes what it lacks; without one it gets a new list. */
  readonly into: WatchlistView | undefined;
  readonly symbols: readonly string[];
}

/** What goes to an account that has lists of its own already. What is no longer listed has no row anywhere. */
export function sendingsOf(
  lists: readonly WatchlistView[],
  account: readonly WatchlistView[],
  listed: ReadonlySet<string>,
): Sending[] {
  return lists.map((list) => {
    const into = account.find(({ name }) => plain(name ?? '') === plain(list.name ?? ''));
    const symbols = list.symbols.filter((symbol) => listed.has(symbol) && into?.symbols.includes(symbol) !== true);
    return { list, into, symbols };
  });
}

/** What a name is compared by. */
const plain = (name: string): string => name.trim().normalize('NFKC').toLowerCase().replace(/\s+/g, ' ');

/** The lists after a change that nothing stands against. */
export function applied(lists: readonly WatchlistView[], change: ListChange): WatchlistView[] {
  if (change.kind === 'create') {
    const { watchlistId, name, columns, symbols } = change;
    return [...lists, { watchlistId, name: name.trim(), columns, symbols }];
  }
  if (change.kind === 'remove') return lists.filter(({ watchlistId }) => watchlistId !== change.watchlistId);
  return lists.map((list) => (list.watchlistId === change.watchlistId ? changed(list, change) : list));
}

function changed(list: WatchlistView, change: Exclude<ListChange, { kind: 'create' | 'remove' }>): WatchlistView {
  switch (change.kind) {
    case 'change':
      return { ...list, name: change.name?.trim() ?? list.name, columns: change.columns ?? list.columns };
    case 'unstar':
      return { ...list, symbols: list.symbols.filter((symbol) => symbol !== change.symbol) };
    case 'star': {
      const { symbols, place } = change;
      if (place !== undefined) return { ...list, symbols: placed(list.symbols, symbols, place) };
      return { ...list, symbols: [...new Set([...list.symbols, ...symbols])] };
    }
  }
}

/**
 * Where in a list an instrument has to stand to be the one at `index` of the rows in sight: a list may hold some that are no longer
 * listed and have no row.
 */
export function placeFor(symbols: readonly string[], shown: readonly string[], symbol: string, index: number): number {
  const after = placed(shown, [symbol], index)[index + 1];
  const others = symbols.filter((each) => each !== symbol);
  return after === undefined ? others.length : others.indexOf(after);
}

/** What the browser kept, as far as it still makes sense: storage is edited by extensions, versions and people. */
export function readLists(kept: unknown): WatchlistView[] {
  const found = Array.isArray(kept) ? kept.flatMap(readList) : [];
  const own = found.filter(({ watchlistId, name }) => watchlistId !== FAVOURITES_ID && name !== null);
  const favourites = found.find(({ watchlistId }) => watchlistId === FAVOURITES_ID);
  return [{ ...FAVOURITES, ...favourites, name: null }, ...own].slice(0, WATCHLIST_LIMITS.lists);
}

function readList(kept: Partial<Record<keyof WatchlistView, unknown>> | null): WatchlistView[] {
  const { watchlistId, name, columns, symbols } = kept ?? {};
  if (typeof watchlistId !== 'string') return [];
  const known = WATCHLIST_COLUMNS.filter((column) => Array.isArray(columns) && columns.includes(column));
  const order = Array.isArray(columns) ? known.sort((a, b) => columns.indexOf(a) - columns.indexOf(b)) : known;
  return [
    {
      watchlistId,
      name: typeof name === 'string' && name.trim() !== '' ? name.slice(0, WATCHLIST_LIMITS.name) : null,
      columns: order.length === 0 ? [...FIRST_COLUMNS] : order.slice(0, WATCHLIST_LIMITS.columns),
      symbols: textsIn(symbols).slice(0, WATCHLIST_LIMITS.symbols),
    },
  ];
}

const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? [...new Set(value.filter((each) => typeof each === 'string'))] : [];
