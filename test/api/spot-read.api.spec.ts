import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Pool } from 'pg';
import type { Page } from '../../contracts/envelope.contract.js';
import type { EventRow, StreamStateView } from '../../contracts/staff-history.contract.js';
import type { StaffOrderRow, StaffTradeRow } from '../../contracts/staff.contract.js';
import { EventStore } from '../../server/engine/history/event-store.js';
import { allProjections } from '../../server/features.js';
import { rebuild } from '../../server/engine/projections/rebuild.js';
import { StaffAccounts } from '../../server/staff/staff-accounts.js';
import { startApp, type StartedApp } from '../kit/app.js';
import { firstLogin, staffPost } from '../kit/staff-keys.js';
import { Trader } from '../kit/trader.js';

let started: StartedApp;
let auditor = '';

beforeAll(async () => {
  started = await startApp();
  const credentials = await started.app.get<StaffAccounts>(StaffAccounts, { strict: false }).seed();
  const password = credentials.find(({ login }) => login === 'auditor')?.password ?? '';
  auditor = (await firstLogin(staffPost(started.url), 'auditor', password)).token;
}, 60_000);
afterAll(() => started.close());

async function staff<Rows>(path: string): Promise<Rows> {
  const response = await fetch(`${started.url}/staff/${path}`, { headers: { authorization: `Bearer ${auditor}` } });
  return (await response.json()) as Rows;
}

const filtered = (filter: object): string => `filter=${encodeURIComponent(JSON.stringify(filter))}`;

/** All pages of three. */
async function walk<Row>(read: (query: Record<string, string | number>) => Promise<Page<Row>>): Promise<Row[]> {
  const rows: Row[] = [];
  for (let query = {}; ;) {
    const { items, nextCursor } = await read({ limit: 3, ...query });
    rows.push(...items);
    if (nextCursor === null) return rows;
    query = { cursor: nextCursor };
  }
}

describe('what a user reads', () => {
  it('is the order that he placed a moment ago, exactly as the answer said', async () => {
    const user = await Trader.demo(started);
    const order = await user.placed({ type: 'market', quantity: '0.01' });
    expect(order.status).toBe('filled');
    expect(await user.order(order.orderId)).toEqual(order);
    expect(await user.open()).toEqual([]);
    expect((await user.when('getOrderHistory').then()).items).toEqual([order]);
  });

  it('is an open order while it rests, then a cancelled one among the past', async () => {
    const user = await Trader.demo(started);
    const order = await user.placed({ price: await user.away(-10), quantity: '0.01', clientOrderId: 'mine' });
    expect(await user.open()).toEqual([order]);
    expect(await user.when('getOrder', { symbol: 'BTCUSDT', clientOrderId: 'mine' }).then()).toEqual(order);
    await user.when('getOrderHistory').then({ items: [] });
    expect((await user.when('getOrderHistory', { status: 'unfilled' }).then()).items).toEqual([order]);
    await user.when('cancelOrder', { symbol: 'BTCUSDT', orderId: order.orderId }).then();
    expect(await user.open()).toEqual([]);
    await user.when('getOrderHistory').then({ items: [{ status: 'cancelled', cancelReason: 'user' }] });
  });

  it('is his own only: another user’s order is not found', async () => {
    const [one, other] = [await Trader.demo(started), await Trader.demo(started)];
    const { orderId } = await one.placed({ type: 'market', quantity: '0.01' });
    await other.when('getOrder', { symbol: 'BTCUSDT', orderId }).then('order.not-found');
    await other.when('getMyTrades').then({ items: [] });
    await other.when('getOrderHistory').then({ items: [] });
  });

  it('comes in pages that neither skip nor double, and adds up to the balances', async () => {
    const user = await Trader.demo(started);
    for (let n = 0; n < 8; n += 1)
      await user.placed({ side: n % 3 === 2 ? 'sell' : 'buy', type: 'market', quantity: '0.01' });
    const orders = await walk((query) => user.when('getOrderHistory', query).then());
    expect(orders).toHaveLength(8);
    expect(new Set(orders.map(({ orderId }) => orderId)).size).toBe(8);
    const trades = await walk((query) => user.when('getMyTrades', query).then());
    expect(new Set(trades.map(({ tradeId }) => tradeId)).size).toBe(trades.length);
    expect(trades.map(({ at }) => at)).toEqual([...trades.map(({ at }) => at)].sort((a, b) => b - a));
    const records = await walk((query) => user.when('getAccountRecords', query).then());
    const assets = await user.when('getAsset2').then();
    for (const { currency, available, frozen } of assets.rows) {
      for (const [bucket, amount] of [
        ['available', available],
        ['frozen', frozen],
      ] as const) {
        const sum = records
          .filter((row) => row.currency === currency && row.bucket === bucket)
          .reduce((total, row) => total + units(row.amount), 0n);
        expect([currency, bucket, sum]).toEqual([currency, bucket, units(amount)]);
      }
    }
    expect(assets.position).toBeGreaterThanOrEqual(records[0]?.position ?? Infinity);
  });

  it('refuses a cursor that nobody gave out', async () => {
    const user = await Trader.demo(started);
    for (const call of ['getMyTrades', 'getOrderHistory', 'getAccountRecords'] as const)
      await user.when(call, { cursor: 'x' }).then({ refusal: 'request.field-invalid', field: 'cursor' });
  });
});

describe('what the staff read of it', () => {
  it('follows an order from its page to its trades, its events and the state of its book', async () => {
    const user = await Trader.demo(started);
    const { orderId } = await user.placed({ type: 'market', quantity: '0.02' });
    const order = await staff<StaffOrderRow>(`orders/${orderId}`);
    expect(order).toMatchObject({ id: orderId, ownerId: `${user.userId}.1`, filledQuantity: '0.02', status: 'filled' });
    const trades = await staff<StaffTradeRow[]>(`trades?${filtered({ orderId })}`);
    expect(trades.reduce((sum, { quantity }) => sum + units(quantity), 0n)).toBe(units('0.02'));
    expect(await staff<StaffTradeRow[]>(`trades?${filtered({ ownerId: `${user.userId}.1` })}`)).toEqual(trades);
    expect(await staff<StaffTradeRow>(`trades/${trades[0]?.id}`)).toEqual(trades[0]);
    const events = await staff<EventRow[]>(`events?${filtered({ realm: 'demo', orderId })}`);
    expect(events.map(({ type }) => type).sort()).toEqual(
      ['SpotOrderAccepted', ...trades.map(() => 'SpotOrderMatched')].sort(),
    );
    const ofOwner = await staff<EventRow[]>(`events?${filtered({ realm: 'demo', owner: `${user.userId}.1` })}`);
    expect(ofOwner.map(({ type }) => type)).toEqual(expect.arrayContaining(['DemoOpened', 'SpotOrderAccepted']));
    const before = await staff<StreamStateView>(`streams/demo:spot-BTCUSDT?version=1`);
    const after = await staff<StreamStateView>(`streams/demo:spot-BTCUSDT`);
    expect(before.stateHash).not.toBe(after.stateHash);
    expect(after.version).toBe(after.headVersion);
    for (const order of ['ASC', 'DESC']) {
      const versions: number[] = [];
      for (let from = 0; versions.length < after.headVersion; from += 3) {
        const query = `sort=["position","${order}"]&range=[${from},${from + 2}]`;
        const page = await staff<EventRow[]>(`events?${filtered({ realm: 'demo', stream: 'spot-BTCUSDT' })}&${query}`);
        if (page.length === 0) break;
        versions.push(...page.map(({ version }) => version));
      }
      const counted = Array.from({ length: after.headVersion }, (_, index) => index + 1);
      expect(versions).toEqual(order === 'ASC' ? counted : counted.reverse());
    }
  });

  it('sees each price epoch with its commitment, and no seed of one that runs', async () => {
    const epochs = await staff<{ status: string; commitment: string; seed: string | null; epoch: number }[]>('epochs');
    expect(epochs.length).toBeGreaterThan(0);
    for (const { status, commitment, seed } of epochs) {
      expect(commitment).toMatch(/^[0-9a-f]{64}$/);
      if (status !== 'revealed') expect(seed).toBeNull();
    }
    expect(await staff(`epochs/${epochs[0]?.epoch}`)).toEqual(epochs[0]);
  });
});

describe('a rebuild of everything that happened here', () => {
  it('makes the same rows in every read model', async () => {
    const pool = started.app.get<Pool>(Pool, { strict: false });
    const source = started.app.get<EventStore>(EventStore, { strict: false });
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
    for (const projection of allProjections) {
      // Pages of three cut commands in the middle: rows must not depend on where batches end.
      const report = await rebuild({ pool, source, projection, log, pageEvents: 3 });
      expect([projection.name, report.equal, report.firstDifference]).toEqual([projection.name, true, null]);
    }
    const user = await Trader.demo(started);
    await user.placed({ type: 'market', quantity: '0.01' });
    await user.when('getOrderHistory').then({ items: [{}] });
  });
});

describe('orders of contracts', () => {
  const pool = (): Pool => started.app.get<Pool>(Pool, { strict: false });
  const ownerOf = (user: Trader): string => `${user.userId}.1`;

  /** Rows as those of contracts. */
  async function taken(user: Trader, orderIds: readonly string[]): Promise<void> {
    const contract = `product = 'contract', position_side = 'long', leverage = 20`;
    await pool().query(`UPDATE orders SET ${contract} WHERE order_id = ANY ($1)`, [orderIds]);
    await pool().query(`UPDATE trades SET product = 'contract' WHERE taker_owner_id = $1`, [ownerOf(user)]);
  }

  async function givenBack(user: Trader): Promise<void> {
    const spot = `product = 'spot', position_side = NULL, leverage = NULL`;
    await pool().query(`UPDATE orders SET ${spot} WHERE owner_id = $1`, [ownerOf(user)]);
    await pool().query(`UPDATE trades SET product = 'spot' WHERE taker_owner_id = $1`, [ownerOf(user)]);
  }

  it('are asked for by their product; spot is meant where none is named', async () => {
    const user = await Trader.demo(started);
    const price = await user.away(-10);
    const resting = await user.placed({ price, quantity: '0.01' });
    const filled = await user.placed({ type: 'market', quantity: '0.01' });
    const spot = await user.placed({ price, quantity: '0.02' });
    expect(await user.open()).toEqual([spot, resting]);
    expect(spot).toMatchObject({ positionSide: null, reduceOnly: false, leverage: null });
    const ofContracts = [resting.orderId, filled.orderId];
    await taken(user, ofContracts);
    const position = { positionSide: 'long', reduceOnly: false, leverage: 20 };
    expect(await user.open()).toEqual([spot]);
    expect(await user.open({ product: 'contract' })).toEqual([{ ...resting, ...position }]);
    expect(await user.order(resting.orderId)).toEqual({ ...resting, ...position });
    for (const call of ['getOrderHistory', 'getMyTrades'] as const) {
      await user.when(call).then({ items: [] });
      const { items } = await user.when(call, { product: 'contract' }).then();
      expect(new Set(items.map(({ orderId }) => orderId))).toEqual(new Set([filled.orderId]));
    }
    for (const call of ['exportOrders', 'exportTrades'] as const) {
      expect(await (await user.file(call)).text()).not.toContain(filled.orderId);
      expect(await (await user.file(call, { product: 'contract' })).text()).toContain(filled.orderId);
    }
    const idsOf = async (filter: object) =>
      (await staff<StaffOrderRow[]>(`orders?${filtered({ ownerId: ownerOf(user), ...filter })}`)).map(({ id }) => id);
    expect((await idsOf({})).sort()).toEqual([...ofContracts, spot.orderId].sort());
    expect((await idsOf({ product: 'contract' })).sort()).toEqual([...ofContracts].sort());
    expect(await idsOf({ product: 'spot' })).toEqual([spot.orderId]);
    expect(await staff(`orders/${resting.orderId}`)).toMatchObject({ ...position, product: 'contract' });
    const tradesOf = (filter: object) =>
      staff<StaffTradeRow[]>(`trades?${filtered({ ownerId: ownerOf(user), ...filter })}`);
    expect(await tradesOf({ product: 'spot' })).toEqual([]);
    expect(await tradesOf({ product: 'contract' })).toEqual(await tradesOf({}));
    await taken(user, [spot.orderId]);
    await user.when('cancelAllOrders').then({ orders: [] });
    await givenBack(user);
    expect((await user.when('cancelAllOrders').then()).orders).toHaveLength(2);
  });
});

/** A decimal as a whole number of its eighteenth parts. */
function units(decimal: string): bigint {
  const [whole = '', fraction = ''] = decimal.split('.');
  return BigInt(`${whole}${fraction.padEnd(18, '0')}`);
}
