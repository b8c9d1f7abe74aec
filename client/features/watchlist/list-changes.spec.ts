import { describe, expect, it } from '@jest/globals';
import { FAVOURITES_ID, WATCHLIST_LIMITS, type WatchlistView } from '../../../contracts/watchlist.contract';
import { applied, FAVOURITES, placeFor, problemOf, readLists, sendingsOf, type ListChange } from './list-changes';

const list = (watchlistId: string, ...symbols: string[]): WatchlistView => ({
  watchlistId,
  name: watchlistId,
  columns: ['price'],
  symbols,
});
const lists = [FAVOURITES, list('oil', 'WTI', 'BRENT')];
const after = (change: ListChange) => applied(lists, change).find(({ watchlistId }) => watchlistId === 'oil');

describe('lists on a device', () => {
  it('take stars at the end, keep one that is set, and move it where it is told to', () => {
    const star = { kind: 'star', watchlistId: 'oil' } as const;
    expect(after({ ...star, symbols: ['GAS'] })?.symbols).toEqual(['WTI', 'BRENT', 'GAS']);
    expect(after({ ...star, symbols: ['WTI'] })?.symbols).toEqual(['WTI', 'BRENT']);
    expect(after({ ...star, symbols: ['BRENT'], place: 0 })?.symbols).toEqual(['BRENT', 'WTI']);
    expect(after({ kind: 'unstar', watchlistId: 'oil', symbol: 'WTI' })?.symbols).toEqual(['BRENT']);
  });

  it('are renamed, get other columns, and go', () => {
    expect(after({ kind: 'change', watchlistId: 'oil', name: ' Gas ' })).toMatchObject({
      name: 'Gas',
      columns: ['price'],
    });
    expect(after({ kind: 'change', watchlistId: 'oil', columns: ['low'] })).toMatchObject({ columns: ['low'] });
    expect(after({ kind: 'remove', watchlistId: 'oil' })).toBeUndefined();
  });

  it('have the limits of an account, and say the same of them', () => {
    const create = { kind: 'create', watchlistId: 'x', columns: [], symbols: [] } as const;
    const name = (words: string): ListChange => ({ ...create, name: words, columns: ['price'], symbols: [] });
    expect(problemOf(lists, name('ＯＩＬ '))?.refusal).toBe('watchlist.name-taken');
    expect(problemOf(lists, { kind: 'change', watchlistId: 'oil', name: 'Oil' })).toBeUndefined();
    expect(problemOf(lists, name(''))).toBeUndefined();
    const full = Array.from({ length: WATCHLIST_LIMITS.lists }, (_, index) => list(`${index}`));
    expect(problemOf(full, name('new'))).toEqual({ refusal: 'watchlist.too-many', limit: WATCHLIST_LIMITS.lists });
    const many = Array.from({ length: WATCHLIST_LIMITS.symbols }, (_, index) => `S${index}`);
    const stars = (symbols: string[]): ListChange => ({ kind: 'star', watchlistId: 'all', symbols });
    expect(problemOf([list('all', ...many)], stars(['MORE']))?.refusal).toBe('watchlist.full');
    expect(problemOf([list('all', ...many)], stars(['S1']))).toBeUndefined();
  });

  it('are read again as far as they make sense', () => {
    expect(readLists(undefined)).toEqual([FAVOURITES]);
    expect(readLists([null, 7, { name: 'no id' }])).toEqual([FAVOURITES]);
    const kept = { watchlistId: 'a', name: 'A', columns: ['low', 'beauty', 'high'], symbols: ['X', 'X', 3] };
    expect(readLists([kept])[1]).toEqual({ watchlistId: 'a', name: 'A', columns: ['low', 'high'], symbols: ['X'] });
    expect(readLists([{ ...kept, watchlistId: FAVOURITES_ID }])[0]).toMatchObject({ name: null, symbols: ['X'] });
  });
});

describe('what goes to an account when somebody logs in', () => {
  const favourites = (...symbols: string[]): WatchlistView => ({ ...FAVOURITES, symbols });
  const listed = new Set(['BTC', 'ETH', 'WTI', 'BRENT']);

  it('is a new list for each that it has not got, without what is no longer listed', () => {
    const oil = list('oil', 'WTI', 'GONE', 'BRENT');
    expect(sendingsOf([oil], [favourites()], listed)).toEqual([
      { list: oil, into: undefined, symbols: ['WTI', 'BRENT'] },
    ]);
  });

  it('is what the list of the same name lacks, whatever its case, and favourites go to favourites', () => {
    const [own, theirs] = [favourites('ETH', 'BTC'), favourites('BTC')];
    const oil = { ...list('its id there', 'BRENT'), name: 'OIL ' };
    const sendings = sendingsOf([own, list('oil', 'WTI', 'BRENT')], [theirs, oil], listed);
    expect(sendings.map(({ into, symbols }) => [into, symbols])).toEqual([
      [theirs, ['ETH']],
      [oil, ['WTI']],
    ]);
  });

  it('is nothing but the choice where it has all', () => {
    const oil = list('oil', 'WTI');
    expect(sendingsOf([oil], [oil], listed)).toEqual([{ list: oil, into: oil, symbols: [] }]);
  });
});

describe('a row that is moved', () => {
  it('stands before the row that follows it in sight, past what has no row', () => {
    const symbols = ['A', 'gone', 'B', 'C'];
    const shown = ['A', 'B', 'C'];
    expect(placeFor(symbols, shown, 'C', 0)).toBe(0);
    expect(placeFor(symbols, shown, 'A', 1)).toBe(2);
    expect(placeFor(symbols, shown, 'A', 2)).toBe(3);
  });
});
