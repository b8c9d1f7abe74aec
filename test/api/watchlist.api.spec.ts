import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Pool } from 'pg';
import { FIRST_COLUMNS, WATCHLIST_LIMITS } from '../../contracts/watchlist.contract.js';
import { startApp, type StartedApp } from '../kit/app.js';
import { realPerson } from '../kit/factors.js';
import { migratedDatabase } from '../kit/migrated.js';
import { Trader } from '../kit/trader.js';

let database: Awaited<ReturnType<typeof migratedDatabase>>;
let started: StartedApp;

beforeAll(async () => {
  database = await migratedDatabase();
  started = await startApp({ databaseUrl: database.url });
}, 120_000);
afterAll(async () => {
  await started.close();
  await database.drop();
});

const FAVOURITES = { watchlistId: 'favourites', name: null, columns: [...FIRST_COLUMNS] };

describe('watchlists', () => {
  it('are the account’s own, each with its columns and its order', async () => {
    const demo = await Trader.demo(started);
    await demo.when('getWatchlists').then({ lists: [{ ...FAVOURITES, symbols: [] }] });
    await demo.given('starInstruments', { watchlistId: 'favourites', symbols: 'BTCUSDT,ETHUSDT' });
    const oil = { name: '  Oil & gas ', columns: 'spread,price,price', symbols: 'WTIUSDT' };
    const { watchlistId } = await demo.given('createWatchlist', oil);
    await demo.given('starInstruments', { watchlistId: 'favourites', symbols: 'ETHUSDT', place: 0 });
    await demo.given('starInstruments', { watchlistId, symbols: 'BRENTUSDT' });
    await demo.given('unstarInstrument', { watchlistId, symbol: 'WTIUSDT' });
    const made = { watchlistId, name: 'Oil & gas', columns: ['spread', 'price'], symbols: ['BRENTUSDT'] };
    const favourites = { ...FAVOURITES, symbols: ['ETHUSDT', 'BTCUSDT'] };
    await demo.when('getWatchlists').then({ lists: [favourites, made] });
    await (await Trader.demo(started)).when('getWatchlists').then({ lists: [{ ...FAVOURITES, symbols: [] }] });
    await demo.given('changeWatchlist', { watchlistId, columns: 'high,low' });
    await demo.when('getWatchlists').then({ lists: [favourites, { ...made, columns: ['high', 'low'] }] });
    await demo.given('removeWatchlist', { watchlistId });
    await demo.when('getWatchlists').then({ lists: [favourites] });
  });

  it('keep the words of a real person under their key, and never in the history', async () => {
    const { trader } = await realPerson(started);
    const { watchlistId } = await trader.given('createWatchlist', { name: 'Grandmother’s pension' });
    await trader.when('getWatchlists').then({ lists: [FAVOURITES, { watchlistId, name: 'Grandmother’s pension' }] });
    const { rows } = await started.app
      .get(Pool)
      .query<{ n: number }>(
        `SELECT count(*)::int AS n FROM events WHERE type = 'WatchlistCreated' AND data LIKE '%Grandmother%'`,
      );
    expect(rows).toEqual([{ n: 0 }]);
  });

  it.each([
    ['market.symbol-unknown', 'starInstruments', { watchlistId: 'favourites', symbols: 'BTCUSDT,NOPEUSDT' }],
    ['market.symbol-unknown', 'createWatchlist', { name: 'x', symbols: 'NOPEUSDT' }],
    ['watchlist.not-found', 'unstarInstrument', { watchlistId: 'watchlist-0', symbol: 'BTCUSDT' }],
    ['watchlist.favourites-stay', 'removeWatchlist', { watchlistId: 'favourites' }],
    ['watchlist.name-taken', 'createWatchlist', { name: 'ＯＩＬ   and gas' }],
    ['request.field-invalid', 'createWatchlist', { name: 'x', columns: 'price,beauty' }],
    ['request.field-invalid', 'createWatchlist', { name: 'x', columns: ',' }],
    ['request.field-invalid', 'createWatchlist', { name: 'x'.repeat(WATCHLIST_LIMITS.name + 1) }],
    ['request.field-invalid', 'starInstruments', { watchlistId: 'favourites', symbols: 'BTCUSDT', place: -1 }],
  ] as const)('refuse with %s what %s was asked', async (code, call, form) => {
    const demo = await Trader.demo(started);
    await demo.given('createWatchlist', { name: 'Oil and gas' });
    await demo.when(call, form).then(code);
  });
});
