import {
  FAVOURITES_ID,
  FIRST_COLUMNS,
  WATCHLIST_LIMITS,
  type WatchlistColumn,
  type WatchlistCreatedView,
} from '../../../contracts/watchlist.contract.js';
import { placed } from '../../../shared/placed.js';
import type { Decided, StreamKind } from '../../core/decider.js';
import { eventsOf, type FactsOf, type NewEvent } from '../../core/event.js';
import { never } from '../../core/never.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import type { ChangeWatchlist, CreateWatchlist, StarInstruments, WatchlistCommand } from './watchlist.commands.js';
import type { ListName, WatchlistEvent } from './watchlist.events.js';

export interface Watchlist {
  readonly watchlistId: string;
  /** `null` of the favourites. */
  readonly name: ListName | null;
  readonly columns: readonly WatchlistColumn[];
  readonly symbols: readonly string[];
}

/** One person's lists by id: the favourites, which are always there, then in the order in which they were made. */
export type WatchlistState = ReadonlyMap<string, Watchlist>;

const FAVOURITES: Watchlist = { watchlistId: FAVOURITES_ID, name: null, columns: FIRST_COLUMNS, symbols: [] };

const byId = (lists: readonly Watchlist[]): WatchlistState => new Map(lists.map((list) => [list.watchlistId, list]));

/** Stream `watchlist-<userId>`. */
export const watchlistKind: StreamKind<WatchlistState> = {
  name: 'watchlist',
  initial: () => byId([FAVOURITES]),
  evolve: (state, event) => evolve(state, event as WatchlistEvent),
  snapshot: {
    schema: 1,
    everyEvents: 200,
    save: (state) => [...state.values()],
    load: (saved) => byId(saved as Watchlist[]),
  },
};

const newEvent = eventsOf<FactsOf<WatchlistEvent>>(({ userId }) => `watchlist-${userId}`);

type Answer = WatchlistCreatedView | null;
const silent = (...events: readonly NewEvent[]): Decided<null> => ({ events, answer: null });

export function decideWatchlist(state: WatchlistState, command: WatchlistCommand): Decided<Answer> | Refusal {
  if (command.type === 'CreateWatchlist') return created(state, command.data);
  const list = state.get(command.data.watchlistId);
  if (list === undefined) return refuse('watchlist.not-found');
  switch (command.type) {
    case 'ChangeWatchlist':
      return changed(state, list, command.data);
    case 'RemoveWatchlist': {
      if (list.name === null) return refuse('watchlist.favourites-stay');
      const { userId, watchlistId } = command.data;
      return silent(newEvent('WatchlistRemoved', { userId, watchlistId }));
    }
    case 'StarInstruments':
      return starred(list, command.data);
    case 'UnstarInstrument': {
      const { userId, watchlistId, symbol } = command.data;
      // Two tabs may take the same star away.
      if (!list.symbols.includes(symbol)) return silent();
      return silent(newEvent('InstrumentUnstarred', { userId, watchlistId, symbol }));
    }
    default:
      return never(command);
  }
}

function created(state: WatchlistState, data: CreateWatchlist['data']): Decided<Answer> | Refusal {
  const { userId, watchlistId, name, columns, symbols } = data;
  const { lists: limit } = WATCHLIST_LIMITS;
  if (state.size >= limit) return refuse('watchlist.too-many', { limit });
  if (isTaken(state, name, watchlistId)) return refuse('watchlist.name-taken');
  const event = newEvent('WatchlistCreated', { userId, watchlistId, name, columns, symbols });
  return { events: [event], answer: { watchlistId } };
}

const isTaken = (state: WatchlistState, { fingerprint }: ListName, watchlistId: string): boolean =>
  [...state.values()].some((other) => other.name?.fingerprint === fingerprint && other.watchlistId !== watchlistId);

function changed(
  state: WatchlistState,
  list: Watchlist,
  { userId, watchlistId, name, columns }: ChangeWatchlist['data'],
): Decided<null> | Refusal {
  if (name !== null && list.name === null) return refuse('watchlist.favourites-stay');
  if (name !== null && isTaken(state, name, watchlistId)) return refuse('watchlist.name-taken');
  if (name === null && columns === null) return silent();
  return silent(newEvent('WatchlistChanged', { userId, watchlistId, name, columns }));
}

function starred(list: Watchlist, data: StarInstruments['data']): Decided<null> | Refusal {
  const { userId, watchlistId, symbols } = data;
  const others = list.symbols.filter((symbol) => !symbols.includes(symbol));
  const { symbols: limit } = WATCHLIST_LIMITS;
  if (others.length + symbols.length > limit) return refuse('watchlist.full', { limit });
  const isThere = symbols.every((symbol) => list.symbols.includes(symbol));
  // A star that is set already stays where it is, unless it is moved.
  if (symbols.length === 0 || (isThere && data.place === null)) return silent();
  const place = Math.min(data.place ?? others.length, others.length);
  return silent(newEvent('InstrumentsStarred', { userId, watchlistId, symbols, place }));
}

function evolve(state: WatchlistState, { type, data }: WatchlistEvent): WatchlistState {
  switch (type) {
    case 'WatchlistCreated': {
      const { watchlistId, name, columns, symbols } = data;
      return new Map(state).set(watchlistId, { watchlistId, name, columns, symbols });
    }
    case 'WatchlistChanged':
      return changedIn(state, data.watchlistId, ({ name, columns }) => ({
        name: data.name ?? name,
        columns: data.columns ?? columns,
      }));
    case 'WatchlistRemoved': {
      const lists = new Map(state);
      lists.delete(data.watchlistId);
      return lists;
    }
    case 'InstrumentsStarred':
      return changedIn(state, data.watchlistId, ({ symbols }) => ({
        symbols: placed(symbols, data.symbols, data.place),
      }));
    case 'InstrumentUnstarred':
      return changedIn(state, data.watchlistId, ({ symbols }) => ({
        symbols: symbols.filter((symbol) => symbol !== data.symbol),
      }));
    default:
      return never(type);
  }
}

function changedIn(
  state: WatchlistState,
  watchlistId: string,
  change: (list: Watchlist) => Partial<Watchlist>,
): WatchlistState {
  const list = state.get(watchlistId);
  return list === undefined ? state : new Map(state).set(watchlistId, { ...list, ...change(list) });
}
