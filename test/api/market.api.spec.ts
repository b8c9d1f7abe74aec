import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BookView } from '../../contracts/market.contract.js';
import { PERIODS } from '../../contracts/market.contract.js';
import { FakeClock } from '../../server/core/clock.js';
import { MarketService } from '../../server/market/runtime/market.service.js';
import { TradingService } from '../../server/trading/runtime/trading.service.js';
import { commitmentOf } from '../../server/market/simulator/epochs.js';
import { startApp, type StartedApp } from '../kit/app.js';
import { onTheWire } from '../kit/wire.js';
import { Trader } from '../kit/trader.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** A Wednesday noon, UTC. */
const NOON = Date.UTC(2026, 0, 7, 12);
const clock = new FakeClock(NOON);
let started: StartedApp;
let visitor: Trader;

beforeAll(async () => {
  started = await startApp({ clock });
  visitor = new Trader(started);
});
afterAll(() => started.close());

const number = (text: string | undefined): number => Number.parseFloat(text ?? 'NaN');

describe('the catalogue', () => {
  it('lists at least 3,000 instruments of seven classes, and each of them by itself', async () => {
    const all = await visitor.given('getInstruments');
    expect(all.length).toBeGreaterThanOrEqual(3_000);
    expect(new Set(all.map((instrument) => instrument.class)).size).toBe(7);
    const bitcoin = all.find(({ symbol }) => symbol === 'BTCUSDT');
    expect(await visitor.given('getInstrument', { symbol: 'BTCUSDT' })).toEqual(bitcoin);
    expect(bitcoin?.session).toMatchObject({ open: true, nextChangeAt: null });
    const apple = all.find(({ symbol }) => symbol === 'AAPLUSDT');
    expect(apple?.session).toMatchObject({ open: false, nextChangeAt: NOON + 2.5 * HOUR_MS });
  });

  it('travels packed to who takes that, and plain to all others; small answers always do', async () => {
    const get = (path: string, encoding: string) =>
      onTheWire(started.url).get(path).set('Accept-Encoding', encoding).expect(200);
    const packed = await get('/web/getInstruments', 'gzip, br');
    expect([packed.headers['content-encoding'], packed.headers['vary']]).toEqual(['gzip', 'accept-encoding']);
    expect(Number(packed.headers['content-length'])).toBeLessThan(250_000);
    const plain = await get('/web/getInstruments', 'identity');
    expect([plain.headers['content-encoding'], plain.text]).toEqual([undefined, packed.text]);
    const small = await get('/web/getInstrument?symbol=BTCUSDT', 'gzip');
    expect(small.headers['content-encoding']).toBeUndefined();
  });

  it('lists some that are named, or the well-known ones', async () => {
    const named = await visitor.given('getInstruments', { symbols: 'SPXUSDT,BTCUSDT' });
    expect(named.map(({ symbol }) => symbol)).toEqual(['SPXUSDT', 'BTCUSDT']);
    const hot = await visitor.given('getInstruments', { hot: 'true' });
    expect([hot.length > 10, hot.length < 100, hot.every((each) => each.hot)]).toEqual([true, true, true]);
    await visitor.when('getInstruments', { symbols: 'BTCUSDT,NOPEUSDT' }).then('market.symbol-unknown');
  });

  it('says in a few lines which of the markets are open', async () => {
    const { calendars, symbols } = await visitor.given('getMarketSessions');
    const phases = calendars.map(({ calendar, phase }) => `${calendar} ${phase}`);
    expect(phases).toEqual(expect.arrayContaining(['crypto-24x7 open', 'nyse call', 'tse closed']));
    expect(calendars.length).toBeLessThan(30);
    // Shares of Tokyo have limits of their own; nothing else differs from its calendar.
    expect(symbols.filter(({ priceLimits, pause }) => priceLimits === null || pause !== null)).toEqual([]);
    const { low = '', high = '' } = symbols.find(({ symbol }) => symbol === '7203USDT')?.priceLimits ?? {};
    expect([+low > 0, +low < +high]).toEqual([true, true]);
  });

  it('prices every asset that can be held', async () => {
    const currencies = await visitor.given('getCurrencyAll');
    expect(currencies[0]).toMatchObject({ currency: 'USDT', priceUsdt: '1', symbol: null });
    expect(currencies.filter(({ priceUsdt }) => !(number(priceUsdt ?? '') > 0))).toEqual([]);
  });
});

describe('tickers', () => {
  it('come for all, for a class, or for those named, in the order they were named', async () => {
    const all = await visitor.given('getTickers');
    const instruments = await visitor.given('getInstruments');
    expect(all.map(({ symbol }) => symbol)).toEqual(instruments.map(({ symbol }) => symbol));
    for (const { low24h, last, high24h, bid, ask, changePct } of all) {
      expect(number(low24h)).toBeLessThanOrEqual(number(last));
      expect(number(last)).toBeLessThanOrEqual(number(high24h));
      expect(number(bid)).toBeLessThanOrEqual(number(ask));
      expect(changePct).toMatch(/^-?\d+(\.\d{1,2})?$/);
    }
    const metals = await visitor.given('getTickers', { class: 'metals' });
    expect(metals.map(({ symbol }) => symbol)).toContain('XAUUSDT');
    const named = await visitor.given('getTickers', { symbols: 'ETHUSDT,BTCUSDT' });
    expect(named.map(({ symbol }) => symbol)).toEqual(['ETHUSDT', 'BTCUSDT']);
  });

  it('come once each, however often they are named, and not beyond what is allowed', async () => {
    const often = await visitor.given('getTickers', { symbols: ',BTCUSDT,,BTCUSDT,' });
    expect(often.map(({ symbol }) => symbol)).toEqual(['BTCUSDT']);
    const many = await visitor.get('getTickers', { symbols: Array(600).fill('BTCUSDT').join(',') });
    expect([many.status, many.refusal, many.field]).toEqual([400, 'request.field-invalid', 'symbols']);
    await visitor.when('getTickers', { symbols: Array(5_000).fill('BTCUSDT').join(',') }).then('request.too-large');
    const unknown = await visitor.get('getTickers', { symbols: 'BTCUSDT,NOPEUSDT' });
    expect([unknown.status, unknown.refusal, unknown.params]).toEqual([
      404,
      'market.symbol-unknown',
      { symbol: 'NOPEUSDT' },
    ]);
  });
});

describe('candles', () => {
  const candles = async (query: Record<string, string | number>) =>
    (await visitor.given('getCandles', { symbol: 'BTCUSDT', period: '1m', ...query })).candles;

  it.each(PERIODS)('of %s are as many as were asked for, in order, each within its high and low', async (period) => {
    const rows = await candles({ period, limit: 10 });
    expect(rows).toHaveLength(10);
    for (const [index, [openAt, open, high, low, close]] of rows.entries()) {
      expect(openAt).toBeLessThanOrEqual(NOON);
      if (index > 0) expect(openAt).toBeGreaterThan(rows[index - 1]?.[0] ?? 0);
      expect(number(high)).toBeGreaterThanOrEqual(Math.max(number(open), number(close)));
      expect(number(low)).toBeLessThanOrEqual(Math.min(number(open), number(close)));
    }
  });

  it('of an hour are the sum of its minutes', async () => {
    const [hour] = await candles({ period: '1h', limit: 1, before: NOON });
    const minutes = await candles({ limit: 60, before: NOON });
    expect(hour?.[0]).toBe(minutes[0]?.[0]);
    expect(hour?.[1]).toBe(minutes[0]?.[1]);
    expect(hour?.[4]).toBe(minutes[59]?.[4]);
    expect(number(hour?.[2])).toBe(Math.max(...minutes.map((row) => number(row[2]))));
    expect(number(hour?.[3])).toBe(Math.min(...minutes.map((row) => number(row[3]))));
  });

  it('go back as far as 2010 and end there, page after page without a gap', async () => {
    const [last] = await candles({ period: '1d', limit: 1 });
    const page = await candles({ limit: 100, before: NOON - 1000 * HOUR_MS });
    const next = await candles({ limit: 100, before: page[0]?.[0] ?? 0 });
    expect(next.at(-1)?.[0]).toBe((page[0]?.[0] ?? 0) - 60_000);
    const apple = { symbol: 'AAPLUSDT', period: '1d', limit: 3 } as const;
    expect((await candles({ ...apple, before: Date.UTC(2010, 1, 1) })).length).toBe(3);
    for (const before of [Date.UTC(2009, 0, 1), 0]) {
      const asked = { symbol: 'BTCUSDT', period: '1d', before };
      await visitor.when('getCandles', asked).then('market.before-listing', 'no prices before Jul 17, 2010');
    }
    expect(last?.[0]).toBe(Date.UTC(2026, 0, 7));
  });

  it('begin at the listing of the instrument', async () => {
    const listedAt = Date.UTC(2024, 0, 11);
    const bitcoinTrust = (before: number, period = '1d') =>
      visitor.given('getCandles', { symbol: 'IBITUSDT', period, limit: 5, before });
    expect(await bitcoinTrust(Date.UTC(2024, 0, 17))).toMatchObject({ beginsAt: listedAt });
    const first = (await bitcoinTrust(Date.UTC(2024, 0, 17))).candles.map(([openAt]) => new Date(openAt).getUTCDate());
    expect(first).toEqual([11, 12, 16]);
    const before = { symbol: 'IBITUSDT', period: '1d', before: listedAt };
    await visitor.when('getCandles', before).then('market.before-listing', 'no prices before Jan 11, 2024');
    // The year of the listing is a candle of its own, as on every venue.
    expect((await bitcoinTrust(NOON, '1y')).candles.map(([openAt]) => new Date(openAt).getUTCFullYear())).toEqual([
      2024, 2025, 2026,
    ]);
  });

  it('never tell the future, whatever is asked', async () => {
    const now = await candles({ limit: 5 });
    expect(await candles({ limit: 5, before: NOON + 10 * 365 * 24 * HOUR_MS })).toEqual(now);
    expect(await candles({ limit: 5, before: Number.MAX_SAFE_INTEGER })).toEqual(now);
  });

  it('are refused in other periods and amounts', async () => {
    for (const [query, field] of [
      [{ period: '2m' }, 'period'],
      [{ limit: 0 }, 'limit'],
      [{ limit: 1_501 }, 'limit'],
      [{ limit: '1e2x' }, 'limit'],
      [{ before: -1 }, 'before'],
      [{ before: '1.5' }, 'before'],
    ] as const) {
      const answer = await visitor.get('getCandles', { symbol: 'BTCUSDT', period: '1m', ...query });
      expect([query, answer.status, answer.refusal, answer.field]).toEqual([
        query,
        400,
        'request.field-invalid',
        field,
      ]);
    }
    await visitor.when('getCandles', { symbol: 'NOPEUSDT', period: '1m' }).then('market.symbol-unknown');
  });
});

describe('the book and the tape', () => {
  it('show the best first, not crossed, as many levels as were asked for', async () => {
    const book = await visitor.given('getBook', { symbol: 'BTCUSDT', levels: 10 });
    expect([book.bids.length, book.asks.length]).toEqual([10, 10]);
    const prices = [...book.bids.map(([price]) => -number(price)), ...book.asks.map(([price]) => number(price))];
    expect(prices.slice(0, 10)).toEqual([...prices.slice(0, 10)].sort((a, b) => a - b));
    expect(prices.slice(10)).toEqual([...prices.slice(10)].sort((a, b) => a - b));
    expect(number(book.bids[0]?.[0])).toBeLessThan(number(book.asks[0]?.[0]));
    const refused = await visitor.get('getBook', { symbol: 'BTCUSDT', levels: 101 });
    expect([refused.status, refused.field]).toEqual([400, 'levels']);
  });

  it('are empty and at rest while a market is closed', async () => {
    const book = await visitor.given('getBook', { symbol: 'AAPLUSDT' });
    expect([book.bids, book.asks]).toEqual([[], []]);
    const trades = await visitor.given('getTrades', { symbol: 'AAPLUSDT' });
    expect(trades).toEqual([]);
  });

  it('show a user’s resting order among the agents’, and his trade on the tape of his realm', async () => {
    const ann = await Trader.demo(started);
    const price = await ann.away(-0.002);
    const before = await ann.given('getBook', { symbol: 'BTCUSDT', levels: 100 });
    const ofReal = await visitor.given('getBook', { symbol: 'BTCUSDT', levels: 100 });
    await ann.placed({ price, quantity: '1' });
    const after = await ann.given('getBook', { symbol: 'BTCUSDT', levels: 100 });
    // A visitor sees the books of real accounts.
    expect((await visitor.given('getBook', { symbol: 'BTCUSDT', levels: 100 })).bids).toEqual(ofReal.bids);
    const at = (book: BookView): number => number(book.bids.find((level) => level[0] === price)?.[1] ?? '0');
    expect(at(after) - at(before)).toBeCloseTo(1, 6);
    const bought = await ann.placed({ type: 'market', quantity: '0.01' });
    clock.advance(1000);
    const tape = await ann.given('getTrades', { symbol: 'BTCUSDT', limit: 200 });
    const own = tape.filter(({ id }) => id.startsWith('t-'));
    expect(own.reduce((sum, { quantity }) => sum + number(quantity), 0)).toBeCloseTo(number(bought.filledQuantity), 8);
    expect(tape.map(({ at }) => at)).toEqual([...tape.map(({ at }) => at)].sort((a, b) => a - b));
  });

  it('agree with the ticker about the best prices and the last one, after a large order as before it', async () => {
    const ben = await Trader.demo(started);
    const price = await ben.away(-0.00001);
    await ben.placed({ price, quantity: '0.01' });
    const volume = async (by: Trader) => (await by.given('getTickers', { symbols: 'KSMUSDT' }))[0]!.volume24h;
    const [own, real] = [number(await volume(ben)), number(await volume(visitor))];
    const swept = await ben.placed({ symbol: 'KSMUSDT', type: 'market', quantity: '3000' });
    for (const symbol of ['BTCUSDT', 'KSMUSDT']) {
      const [ticker] = await ben.given('getTickers', { symbols: symbol });
      const { bids, asks } = await ben.given('getBook', { symbol });
      expect(ticker).toMatchObject({ bid: bids[0]![0], ask: asks[0]![0] });
      const newest = (await ben.given('getTrades', { symbol })).at(-1)!;
      if (newest.id.startsWith('t-')) expect(ticker!.last).toBe(newest.price);
    }
    const traded = number(swept.filledQuantity);
    expect(traded).toBeGreaterThan(0);
    expect(number(await volume(ben)) - own).toBeCloseTo(traded, 6);
    expect(number(await volume(visitor))).toBeCloseTo(real, 6);
  });

  it('have a mark price that a large order does not move, made of figures that anyone can check', async () => {
    const ben = await Trader.demo(started);
    const at = (symbol: string, by = ben) => by.given('getMarkPrice', { symbol });
    expect(await at('ZILUSDT')).toMatchObject({ basis: '0', symbol: 'ZILUSDT' });
    await ben.placed({ symbol: 'ZILUSDT', type: 'market', quantity: '2000000' });
    const swept = await at('ZILUSDT');
    expect([swept.mark, swept.basis]).toEqual([swept.index, '0']);
    const { ask: pushed } = (await ben.given('getTickers', { symbols: 'ZILUSDT' }))[0]!;
    expect(number(pushed)).toBeGreaterThan(number(swept.index));
    clock.advance(4_000);
    const { mark, index, basis, last } = await at('ZILUSDT');
    expect(number(basis)).toBeGreaterThan(0);
    expect(number(basis)).toBeLessThan(0.08 * (number(pushed) - number(swept.index)));
    const three = [number(index), number(index) + number(basis), number(last)].sort((one, other) => one - other);
    expect(number(mark)).toBeCloseTo(three[1]!, 10);
    const [ticker] = await ben.given('getTickers', { symbols: 'ZILUSDT' });
    const tick = number((await ben.given('getInstrument', { symbol: 'ZILUSDT' })).tickSize);
    expect(Math.abs(number(ticker!.mark) - number(mark))).toBeLessThanOrEqual(tick / 2);
    expect((await at('ZILUSDT', visitor)).basis).toBe('0');
  });

  it('are of no instrument that does not exist', async () => {
    for (const call of ['getBook', 'getTrades', 'getMarkPrice', 'getInstrument'] as const) {
      const answer = await visitor.get(call, { symbol: 'NOPEUSDT', lang: 'zh' });
      expect([answer.status, answer.refusal]).toEqual([404, 'market.symbol-unknown']);
      expect(answer.envelope.message).toBe('未上架“NOPEUSDT”，请选择其他品种。');
    }
  });
});

describe('deliveries', () => {
  it('come on Fridays, and the newest settled at the mean of the index over thirty open minutes', async () => {
    const { next, last, minutes } = await visitor.given('getDeliveries', { symbol: 'AAPLUSDT' });
    const shown = (at: number): string => new Date(at).toISOString().slice(0, 16);
    // New York is five hours behind in January and four in late March; the average ends with the Thursday's session.
    expect(next.map(({ kind, deliversAt, averagesFrom }) => [kind, shown(deliversAt), shown(averagesFrom)])).toEqual([
      ['weekly', '2026-01-09T08:00', '2026-01-08T20:30'],
      ['monthly', '2026-01-30T08:00', '2026-01-29T20:30'],
      ['quarterly', '2026-03-27T08:00', '2026-03-26T19:30'],
    ]);
    expect([minutes, last?.seconds]).toEqual([30, 1_800]);
    const { market } = started.app.get<MarketService>(MarketService, { strict: false }).open;
    const ticks = Array.from({ length: 1_800 }, (_, second) =>
      number(market.price('AAPLUSDT', market.priceTicks('AAPLUSDT', (last?.averagesFrom ?? 0) + second * 1_000))),
    );
    // The mean of rounded prices is near the mean of those that are not.
    expect(number(last?.price)).toBeCloseTo(ticks.reduce((sum, price) => sum + price, 0) / 1_800, 2);
    expect(await visitor.given('getDeliveries', { symbol: 'AAPLUSDT' })).toMatchObject({ last });
    await visitor.when('getDeliveries', { symbol: 'NOPEUSDT' }).then('market.symbol-unknown');
  });
});

describe('the funding of a perpetual contract', () => {
  it('shows premium, predicted rate, the next funding and past rates, alike to everyone', async () => {
    const found = await visitor.given('getFunding', { symbol: 'BTCUSDT' });
    const interval = 8 * HOUR_MS;
    const next = Math.ceil((clock.now() + 1) / interval) * interval;
    expect(found).toMatchObject({ minutes: 480, interestRate: '0.0001', dampener: '0.0005', cap: '0.003' });
    expect([found.nextFundingAt, found.samples]).toEqual([next, Math.floor((clock.now() - next + interval) / 60_000)]);
    expect(found.history.map(({ fundedAt }) => fundedAt)).toEqual(
      Array.from({ length: 12 }, (_, n) => next - (n + 1) * interval),
    );
    for (const { premium, rate } of [{ premium: found.averagePremium, rate: found.predictedRate }, ...found.history]) {
      const dampened = Math.max(-0.0005, Math.min(0.0005, 0.0001 - number(premium)));
      expect(number(rate)).toBeCloseTo(number(premium) + dampened, 12);
    }
    expect(await (await Trader.demo(started)).given('getFunding', { symbol: 'BTCUSDT' })).toMatchObject({
      history: found.history,
    });
    await visitor.when('getFunding', { symbol: 'NOPEUSDT' }).then('market.symbol-unknown');
  });
});

describe('implied volatility', () => {
  it('is shown as the 30-day index, beside the realised one, and for every horizon', async () => {
    const { term, index, realised, smile } = await visitor.given('getVolatility', { symbol: 'BTCUSDT' });
    expect(term.map(({ horizon }) => horizon)).toEqual(['5m', '15m', '1h', '4h', '1d', '7d', '30d', '90d', '180d']);
    expect(index).toBe(term.find(({ horizon }) => horizon === '30d')?.fair);
    for (const each of [index, realised, ...term.map(({ atm }) => atm)]) {
      expect(number(each ?? '')).toBeGreaterThan(0.1);
      expect(number(each ?? '')).toBeLessThan(3);
    }
    // Anyone can price any strike from the published parameters: at the money the smile is the level.
    for (const { totalVariance, years, atm } of term)
      expect(Math.sqrt(number(totalVariance) / number(years))).toBeCloseTo(number(atm), 3);
    expect([smile.rho, smile.eta]).toEqual(['-0.1', '1']);
    expect((await visitor.given('getVolatility', { symbol: 'SPXUSDT' })).smile.rho).toBe('-0.7');
    expect(await visitor.given('getVolatility', { symbol: 'USDCUSDT' })).toMatchObject({ index: null, term: [] });
    await visitor.when('getVolatility', { symbol: 'NOPEUSDT' }).then('market.symbol-unknown');
  });
});

describe('price epochs', () => {
  it('are promised before they begin and shown after they end, and the seed fits the promise', async () => {
    const markets = started.app.get<MarketService>(MarketService, { strict: false });
    started.app.get<TradingService>(TradingService, { strict: false }).open.beat.stop();
    const newest = async () => (await visitor.given('getEpochs', { limit: 1 }))[0];
    const goTo = async (instant: number): Promise<void> => {
      clock.setTo(instant);
      await markets.keepUp();
    };
    const first = await newest();
    const endsAt = first?.endsAt ?? 0;
    await goTo(endsAt - MINUTE_MS - 1);
    expect(await newest()).toMatchObject({ epoch: first?.epoch, status: 'running' });
    await goTo(endsAt - MINUTE_MS);
    expect(await newest()).toMatchObject({ epoch: (first?.epoch ?? 0) + 1, status: 'committed' });
    await goTo(endsAt + 4 * HOUR_MS - 1);
    const epochs = await visitor.given('getEpochs');
    expect(epochs.slice(0, 3).map(({ status }) => status)).toEqual(['committed', 'running', 'revealed']);
    expect(epochs.slice(0, 2).map(({ lateMs }) => lateMs)).toEqual([0, 0]);
    for (const { seed, commitment, startsAt, endsAt } of epochs) {
      expect(endsAt - startsAt).toBe(4 * HOUR_MS);
      if (seed !== null) expect(commitmentOf(seed)).toBe(commitment);
    }
    const older = await visitor.given('getEpochs', { before: epochs[0]?.epoch ?? 0, limit: 1 });
    expect(older).toEqual([epochs[1]]);
  });

  it('have another beacon each, even if nobody does anything, and say that nothing but the number is new', async () => {
    const markets = started.app.get<MarketService>(MarketService, { strict: false });
    const [last] = await visitor.given('getEpochs', { limit: 1 });
    clock.setTo((last?.startsAt ?? 0) + 20 * HOUR_MS);
    await markets.keepUp();
    const epochs = await visitor.given('getEpochs', { limit: 5 });
    expect(new Set(epochs.map(({ beacon }) => beacon)).size).toBe(5);
    expect(epochs.slice(0, 3).map(({ source }) => source)).toEqual(['none', 'none', 'none']);
    expect(epochs[4]).toMatchObject({ status: 'revealed', lateMs: 16 * HOUR_MS });
  });

  it('come first: a server that stood still for days shows nothing yet, and promises them for the first order', async () => {
    const { beat } = started.app.get<TradingService>(TradingService, { strict: false }).open;
    const ann = await Trader.demo(started);
    await ann.given('transfer', { from: 'spot', to: 'contract', currency: 'USDT', amount: '5000' });
    const contract = { symbol: 'BTCUSDT-PERP', positionSide: 'long', side: 'buy', type: 'market', quantity: '0.01' };
    await ann.given('placeContractOrder', contract);
    beat.stop();
    await beat.beat();
    clock.advance(72 * HOUR_MS);
    const request = { symbol: 'BTCUSDT', side: 'buy', type: 'market', quantity: '0.01' };
    await ann.when('getTickers', { class: 'metals' }).then('503 request.unavailable');
    await ann.when('getBook', { symbol: 'BTCUSDT' }).then('503 request.unavailable');
    // Its position is looked at before, by the prices of the same epoch.
    const { orders } = await ann.given('placeContractOrder', contract);
    expect(orders).toMatchObject([{ status: 'filled' }]);
    expect((await ann.place(request)).data.orders).toMatchObject([{ status: 'filled' }]);
    expect((await ann.get('getTickers', { class: 'metals' })).status).toBe(200);
  });
});
