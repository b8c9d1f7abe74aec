import { describe, expect, it } from '@jest/globals';
import { FAVOURITES_ID, FIRST_COLUMNS, WATCHLIST_LIMITS } from '../../../contracts/watchlist.contract.js';
import { placed } from '../../../shared/placed.js';
import type { Sealed } from '../../core/person.js';
import { refuse } from '../../core/refusal.js';
import { decider, openGate } from '../../engine/writer/decider.testkit.js';
import type { CreateWatchlist } from './watchlist.commands.js';
import { watchlistKind } from './watchlist.decider.js';
import './watchlist.events.js';
import { watchlistHandlers } from './watchlist.handler.js';

const USER = 'real-ann00000001';
const { given } = decider({ realm: 'real', kind: watchlistKind, id: USER, handlers: watchlistHandlers(openGate) });

const owned = { userId: USER, ownerId: `${USER}.1` };
const named = (words: string) => ({ sealed: `v1.${words}` as Sealed, fingerprint: words });
const create = (words: string, watchlistId = words, symbols: string[] = []) => ({
  type: 'CreateWatchlist',
  data: {
    ...owned,
    watchlistId,
    name: named(words),
    columns: [...FIRST_COLUMNS],
    symbols,
  } satisfies CreateWatchlist['data'],
});
const star = (symbols: string[], place: number | null = null, watchlistId: string = FAVOURITES_ID) => ({
  type: 'StarInstruments',
  data: { ...owned, watchlistId, symbols, place },
});
const unstar = (symbol: string, watchlistId: string = FAVOURITES_ID) => ({
  type: 'UnstarInstrument',
  data: { ...owned, watchlistId, symbol },
});
const change = (watchlistId: string, words: string | null, columns: string[] | null = null) => ({
  type: 'ChangeWatchlist',
  data: { ...owned, watchlistId, name: words === null ? null : named(words), columns },
});
const remove = (watchlistId: string) => ({ type: 'RemoveWatchlist', data: { ...owned, watchlistId } });
const many = (count: number, from = 0) => Array.from({ length: count }, (_, index) => `S${from + index}USDT`);

const having = (data: object) => ({ data: expect.objectContaining(data) });

describe('a watchlist', () => {
  it('is made with a name, columns and what it begins with', () => {
    given()
      .when(create('oil', 'watchlist-1', ['WTIUSDT']))
      .then({
        stream: `watchlist-${USER}`,
        type: 'WatchlistCreated',
        data: {
          userId: USER,
          watchlistId: 'watchlist-1',
          name: named('oil'),
          columns: FIRST_COLUMNS,
          symbols: ['WTIUSDT'],
        },
      });
  });

  it('has a name of its own; a list may keep its own name, and a removed one gives it back', () => {
    given(create('oil')).when(create('oil', 'other')).then(refuse('watchlist.name-taken'));
    given(create('oil'), create('gas')).when(change('gas', 'oil')).then(refuse('watchlist.name-taken'));
    given(create('oil')).when(change('oil', 'oil')).then('WatchlistChanged');
    given(create('oil'), remove('oil')).when(create('oil', 'again')).then('WatchlistCreated');
  });

  it('is one of so many, the favourites among them', () => {
    const full = many(WATCHLIST_LIMITS.lists - 1).map((words) => create(words));
    given(...full)
      .when(create('more'))
      .then(refuse('watchlist.too-many', { limit: WATCHLIST_LIMITS.lists }));
    given(...full.slice(1))
      .when(create('more'))
      .then('WatchlistCreated');
  });

  it('shows other columns without another name, and changes nothing when nothing is asked', () => {
    given(create('oil'))
      .when(change('oil', null, ['price', 'spread']))
      .then(having({ name: null, columns: ['price', 'spread'] }));
    given(create('oil')).when(change('oil', null)).then();
  });

  it('that is not there is refused, whatever is asked of it', () => {
    for (const command of [change('x', 'y'), remove('x'), star(['BTCUSDT'], null, 'x'), unstar('BTCUSDT', 'x')])
      given().when(command).then('watchlist.not-found');
  });
});

describe('the favourites', () => {
  it('are there before anything happened, and take stars at once', () => {
    given()
      .when(star(['BTCUSDT']))
      .then({
        type: 'InstrumentsStarred',
        data: { userId: USER, watchlistId: FAVOURITES_ID, symbols: ['BTCUSDT'], place: 0 },
      });
  });

  it('stay, under the name that every language has for them; their columns change', () => {
    given().when(remove(FAVOURITES_ID)).then(refuse('watchlist.favourites-stay'));
    given().when(change(FAVOURITES_ID, 'mine')).then(refuse('watchlist.favourites-stay'));
    given()
      .when(change(FAVOURITES_ID, null, ['high', 'low']))
      .then('WatchlistChanged');
  });
});

describe('a star', () => {
  it('is set at the end or at a place; set again it stays, and moves only where it is told to', () => {
    const two = star(['A', 'B']);
    given(two)
      .when(star(['C']))
      .then(having({ place: 2 }));
    given(two)
      .when(star(['C'], 0))
      .then(having({ place: 0 }));
    given(two)
      .when(star(['A']))
      .then();
    given(two)
      .when(star(['A'], 99))
      .then(having({ symbols: ['A'], place: 1 }));
  });

  it('that is taken away twice is gone once', () => {
    given(star(['A']))
      .when(unstar('A'))
      .then(having({ symbol: 'A' }));
    given(star(['A']), unstar('A'))
      .when(unstar('A'))
      .then();
  });

  it('does not fit a full list, but moves within it', () => {
    const full = star(many(WATCHLIST_LIMITS.symbols));
    const refused = refuse('watchlist.full', { limit: WATCHLIST_LIMITS.symbols });
    given(full)
      .when(star(['MORE']))
      .then(refused);
    given()
      .when(star(many(WATCHLIST_LIMITS.symbols + 1)))
      .then(refused);
    given(full)
      .when(star(['S7USDT'], 0))
      .then('InstrumentsStarred');
    given(full, unstar('S7USDT'))
      .when(star(['MORE']))
      .then('InstrumentsStarred');
  });

  it('stands where it was put, together with those beside it', () => {
    expect(placed(['a', 'b', 'c', 'd'], ['d', 'a'], 1)).toEqual(['b', 'd', 'a', 'c']);
    expect(placed(['a', 'b'], ['c'], 9)).toEqual(['a', 'b', 'c']);
  });
});
