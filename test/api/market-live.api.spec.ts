import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { io, type Socket } from 'socket.io-client';
import { CONTRACT_PRICES } from '../../contracts/contract-candle.calls.js';
import type { BookLevel, BookView, CandleRow, PublicTradeView, TickerView } from '../../contracts/market.contract.js';
import type {
  AccountUpdate,
  BookDiff,
  ClientToServer,
  ContractCandle,
  ServerToClient,
} from '../../contracts/stream.contract.js';
import { FakeClock } from '../../server/core/clock.js';
import { TradingService } from '../../server/trading/runtime/trading.service.js';
import { startApp, type StartedApp } from '../kit/app.js';
import { eventually } from '../kit/eventually.js';
import { Trader } from '../kit/trader.js';
import { until } from '../kit/until.js';

type Client = Socket<ServerToClient, ClientToServer>;

/** A Wednesday noon, UTC. */
const clock = new FakeClock(Date.UTC(2026, 0, 7, 12));
const clients: Client[] = [];
let started: StartedApp;

beforeAll(async () => {
  started = await startApp({ clock });
  started.app.get<TradingService>(TradingService, { strict: false }).open.beat.stop();
});
afterEach(() => clients.splice(0).forEach((client) => client.disconnect()));
afterAll(() => started.close());

async function connect(token?: string): Promise<Client> {
  const auth = token === undefined ? {} : { token };
  const client: Client = io(started.url, { transports: ['websocket'], forceNew: true, auth });
  clients.push(client);
  await new Promise<void>((resolve, reject) => client.once('connect', resolve).once('connect_error', reject));
  return client;
}

async function subscribe<Snapshot>(client: Client, channel: unknown): Promise<Snapshot> {
  const answer = await client.timeout(30_000).emitWithAck('subscribe', channel as never);
  if (!answer.ok) throw new Error(answer.refusal);
  return answer.snapshot as Snapshot;
}

async function beat(ms = 250): Promise<void> {
  clock.advance(ms);
  await started.app.get<TradingService>(TradingService, { strict: false }).open.beat.beat();
}

/** A book as a client keeps it: the snapshot's levels, changed by each diff. */
class Kept {
  private readonly bids: Map<string, string>;
  private readonly asks: Map<string, string>;

  constructor(view: BookView) {
    this.bids = new Map(view.bids);
    this.asks = new Map(view.asks);
  }

  apply({ bids, asks }: BookDiff): void {
    for (const [side, levels] of [
      [this.bids, bids],
      [this.asks, asks],
    ] as const) {
      for (const [price, quantity] of levels) {
        if (quantity === '0') side.delete(price);
        else side.set(price, quantity);
      }
    }
  }

  sorted(): { bids: BookLevel[]; asks: BookLevel[] } {
    const by = (sign: number) => (a: BookLevel, b: BookLevel) =>
      sign * (Number.parseFloat(a[0]) - Number.parseFloat(b[0]));
    return { bids: [...this.bids].sort(by(-1)), asks: [...this.asks].sort(by(1)) };
  }
}

describe('the live book', () => {
  it('is the snapshot and its diffs without a gap, users’ orders among them', async () => {
    const ann = await Trader.demo(started);
    const client = await connect(ann.token);
    const diffs: BookDiff[] = [];
    client.on('book', (diff) => void diffs.push(diff));
    const channel = { kind: 'book', symbol: 'BTCUSDT' };
    const snapshot = await subscribe<BookView>(client, channel);
    for (let n = 0; n < 80 && diffs.length < 25; n += 1) {
      if (n === 10) await ann.placed({ price: await ann.away(-0.01), quantity: '0.5' });
      if (n === 15) await ann.placed({ type: 'market', quantity: '0.2' });
      if (n === 20) await ann.given('cancelAllOrders');
      await beat();
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    const now = await ann.given('getBook', { symbol: 'BTCUSDT', levels: 100 });
    await until(() => diffs.at(-1)?.sequence === now.sequence);
    const following = diffs.filter(({ sequence }) => sequence > snapshot.sequence);
    expect(following.length).toBeGreaterThanOrEqual(20);
    const kept = new Kept(snapshot);
    for (const [index, diff] of following.entries()) {
      expect(diff.sequence).toBe(snapshot.sequence + index + 1);
      kept.apply(diff);
    }
    expect(now.sequence).toBe(following.at(-1)?.sequence);
    expect(kept.sorted()).toEqual({ bids: now.bids, asks: now.asks });
  });

  it('is the same for who joins later, and begins anew for who comes after everybody left', async () => {
    const [early, late] = [await connect(), await connect()];
    const channel = { kind: 'book', symbol: 'ETHUSDT' };
    const first: BookDiff[] = [];
    const second: BookDiff[] = [];
    early.on('book', (diff) => void first.push(diff));
    late.on('book', (diff) => void second.push(diff));
    await subscribe(early, channel);
    for (let n = 0; n < 5; n += 1) await beat(1000);
    const snapshot = await subscribe<BookView>(late, channel);
    for (let n = 0; n < 5; n += 1) await beat(1000);
    await until(() => second.length > 0 && second.at(-1)?.sequence === first.at(-1)?.sequence);
    const following = second.filter(({ sequence }) => sequence > snapshot.sequence);
    expect(following[0]?.sequence).toBe(snapshot.sequence + 1);
    expect(first.filter(({ sequence }) => sequence > snapshot.sequence)).toEqual(following);
  });
});

describe('the other live channels', () => {
  it('send tickers, trades and candles of what moves', async () => {
    const client = await connect();
    const seen = { tickers: 0, trades: [] as PublicTradeView[], candles: [] as CandleRow[] };
    client.on('tickers', (tickers: TickerView[]) => void (seen.tickers += tickers.length));
    client.on('trades', ({ trades }) => void seen.trades.push(...trades));
    client.on('candles', ({ candle }) => void seen.candles.push(candle));
    const own = new Map<string, ContractCandle[]>();
    client.on('contractCandles', (frame) => void own.set(frame.price, [...(own.get(frame.price) ?? []), frame]));
    expect((await subscribe<TickerView[]>(client, { kind: 'tickers' })).length).toBeGreaterThanOrEqual(300);
    const before = await subscribe<PublicTradeView[]>(client, { kind: 'trades', symbol: 'BTCUSDT' });
    await subscribe(client, { kind: 'candles', symbol: 'BTCUSDT', period: '1m' });
    for (let n = 0; n < 8; n += 1) await beat(1000);
    const contract = { kind: 'contractCandles', symbol: 'BTCUSDT-PERP', period: '1m' } as const;
    for (const price of CONTRACT_PRICES) expect(await subscribe(client, { ...contract, price })).toHaveLength(2);
    await until(() => seen.tickers > 300 && seen.trades.length > 0 && seen.candles.length >= 5);
    const ids = [...before, ...seen.trades].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    // The same trades have the same ids in every window over HTTP.
    const textOf = (trade: PublicTradeView) => JSON.stringify(trade);
    const live = () => new Set([...before, ...seen.trades].map(textOf));
    const visitor = new Trader(started);
    for (const limit of [3, 7, 20]) {
      const page = await visitor.given('getTrades', { symbol: 'BTCUSDT', limit });
      // The socket may be a beat behind.
      await eventually(() => page.filter((trade) => !live().has(textOf(trade)))).toEqual([]);
      const older = { symbol: 'BTCUSDT', limit, before: page[0]!.at };
      const next = await visitor.given('getTrades', older);
      expect(next.filter(({ id }) => page.some((trade) => trade.id === id))).toEqual([]);
    }
    await eventually(async () => {
      await beat(1_000);
      return CONTRACT_PRICES.map((price) => own.get(price)?.at(-1)?.candle.length);
    }).toEqual([5, 5, 5]);
    expect(own.get('last')?.at(-1)?.candle.slice(1)).not.toEqual(own.get('index')?.at(-1)?.candle.slice(1));
    expect(new Set(seen.candles.map(([openAt]) => openAt % 60_000))).toEqual(new Set([0]));
  });

  it('refuse what does not exist', async () => {
    const client = await connect();
    for (const [channel, refusal] of [
      [{ kind: 'book', symbol: 'NOPEUSDT' }, 'market.symbol-unknown'],
      [{ kind: 'trades', symbol: 'NOPEUSDT' }, 'market.symbol-unknown'],
      [{ kind: 'candles', symbol: 'NOPEUSDT', period: '1m' }, 'market.symbol-unknown'],
      [{ kind: 'contractCandles', symbol: 'NOUSDT-PERP', price: 'last', period: '1m' }, 'market.symbol-unknown'],
      [{ kind: 'contractCandles', symbol: 'BTCUSDT-PERP', price: 'mid', period: '1m' }, 'request.field-invalid'],
      [{ kind: 'candles', symbol: 'BTCUSDT', period: '2m' }, 'request.field-invalid'],
      [{ kind: 'tickers', symbols: ['NOPEUSDT'] }, 'market.symbol-unknown'],
      [{ kind: 'account' }, 'session.missing'],
    ] as const) {
      await expect(subscribe(client, channel)).rejects.toThrow(refusal);
    }
  });

  it('tell an owner of his orders, fills and balances, one update after the other', async () => {
    const ann = await Trader.demo(started);
    const client = await connect(ann.token);
    const updates: AccountUpdate[] = [];
    client.on('account', (update) => void updates.push(update));
    const snapshot = await subscribe<AccountUpdate>(client, { kind: 'account' });
    expect(snapshot.orders).toEqual([]);
    const order = await ann.placed({ type: 'market', quantity: '0.01' });
    const resting = await ann.placed({ price: await ann.away(-10), quantity: '0.01' });
    await until(() => updates.some(({ orders }) => orders.some(({ orderId }) => orderId === resting.orderId)));
    expect(updates.map(({ sequence }) => sequence)).toEqual(updates.map((_, n) => snapshot.sequence + n + 1));
    const sent = updates.flatMap(({ orders }) => orders).filter(({ orderId }) => orderId === order.orderId);
    expect(sent.at(-1)).toEqual(order);
    const fills = updates.flatMap(({ trades }) => trades);
    expect(fills.every(({ orderId }) => orderId === order.orderId) && fills.length > 0).toBe(true);
    const bitcoin = updates.at(-1)?.assets.find(({ currency, space }) => currency === 'BTC' && space === 'spot');
    expect(bitcoin?.available).toBe('0.01');
  });
});
