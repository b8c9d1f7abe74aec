import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { amount, format, ZERO } from '../../shared/money.js';
import { FakeClock } from '../../server/core/clock.js';
import { BookBeats } from '../../server/core/ports/book-beats.js';
import { ContractService } from '../../server/features/contract/contract.service.js';
import type { Answered } from '../kit/answered.js';
import { startApp, WEDNESDAY_NOON, type StartedApp } from '../kit/app.js';
import { Trader } from '../kit/trader.js';

const SYMBOL = 'BTCUSDT-PERP';
const TABS = 8;
const clock = new FakeClock(WEDNESDAY_NOON);
let started: StartedApp;

beforeAll(async () => {
  started = await startApp({ clock });
}, 60_000);
afterAll(() => started.close());

const market = { symbol: SYMBOL, type: 'market', quantity: '0.1' };
const long = { ...market, side: 'buy', positionSide: 'long' };
const short = { ...market, side: 'sell', positionSide: 'short' };

/** A demo account that is long, and short where that is asked for. */
async function holding(...orders: (typeof long)[]): Promise<Trader> {
  const demo = await Trader.demo(started);
  await demo.given('transfer', { from: 'spot', to: 'contract', currency: 'USDT', amount: '20000' });
  for (const order of orders) await demo.given('placeContractOrder', order);
  return demo;
}

const fromEveryTab = <Answer>(call: (tab: number) => Promise<Answer>): Promise<Answer[]> =>
  Promise.all(Array.from({ length: TABS }, (_, tab) => call(tab)));

async function open(trader: Trader): Promise<string[]> {
  const { positions } = await trader.given('getPositions');
  return positions.map(({ side, quantity }) => `${side} ${quantity}`).sort();
}

/** What its orders of contracts filled after opening, by side. */
async function sold(trader: Trader, side = 'sell'): Promise<string> {
  const { items } = await trader.given('getMyTrades', { product: 'contract', side });
  return format(items.reduce((all, { quantity }) => all + amount(quantity), ZERO));
}

const refusalsOf = (answers: Answered<unknown>[]): string[] =>
  [...new Set(answers.map(({ refusal }) => refusal))].filter((refusal) => refusal !== '').sort();

const NOTHING_THERE = /^(contract\.no-position|order\.reduce-only-no-position)$/;

describe('a position that several tabs close at once', () => {
  it('is closed once, and the others hear that nothing is open', async () => {
    const demo = await holding(long);
    const answers = await fromEveryTab(() => demo.post('closePosition', { symbol: SYMBOL, side: 'long' }));
    expect(answers.filter(({ refusal }) => refusal === '')).toHaveLength(1);
    for (const refusal of refusalsOf(answers)) expect(refusal).toMatch(NOTHING_THERE);
    expect([await open(demo), await sold(demo)]).toEqual([[], '0.1']);
  });

  it('is closed whole by whoever asks for all of it, also where an order fills in between', async () => {
    const demo = await holding(long);
    const all = { symbol: SYMBOL, side: 'long' };
    const beats = started.app.get<BookBeats>(BookBeats, { strict: false });
    const due = beats.due.bind(beats);
    // The size is known by then, and the order is not placed yet.
    jest.spyOn(beats, 'due').mockImplementationOnce(async (realm, symbol) => {
      await demo.given('closePosition', { ...all, quantity: '0.03' });
      return (await due(realm, symbol)) ?? true;
    });
    const { orders } = await demo.given('closePosition', all);
    expect(orders.map(({ quantity }) => quantity)).toEqual(['0.07']);
    expect([await open(demo), await sold(demo)]).toEqual([[], '0.1']);
  });

  it('is not turned round by orders that only close, in one-way mode too', async () => {
    const demo = await holding();
    await demo.given('setPositionMode', { symbol: SYMBOL, mode: 'one-way' });
    await demo.given('placeContractOrder', { ...long, positionSide: 'both' });
    const closing = { ...short, positionSide: 'both', quantity: '0.04', reduceOnly: 'true' };
    const answers = await fromEveryTab(() => demo.post('placeContractOrder', closing));
    expect(answers.filter(({ refusal }) => refusal === '')).toHaveLength(2);
    expect(refusalsOf(answers)).toEqual(['order.reduce-only-exceeds-position']);
    expect([await open(demo), await sold(demo)]).toEqual([['long 0.02'], '0.08']);
  });

  it('is closed together with all others once, and no tab says that something is left', async () => {
    const demo = await holding(long, short);
    const answers = await fromEveryTab(() => demo.given('closePositions'));
    const closed = answers.flatMap((answer) => answer.closed.map(({ side, quantity }) => `${side} ${quantity}`));
    expect(closed.sort()).toEqual(['long 0.1', 'short 0.1']);
    expect(answers.flatMap(({ left }) => left)).toEqual([]);
    expect(await open(demo)).toEqual([]);
    expect([await sold(demo, 'sell'), await sold(demo, 'buy')]).toEqual(['0.2', '0.2']);
  });
});

describe('a position that several tabs roll at once', () => {
  it('is moved once, and the others hear that nothing is open', async () => {
    const demo = await Trader.demo(started);
    await demo.given('transfer', { from: 'spot', to: 'futures', currency: 'USDT', amount: '20000' });
    const { contracts } = await demo.given('getContracts', { underlying: 'BTCUSDT' });
    const [, symbol = '', next = ''] = contracts.map((contract) => contract.symbol);
    await demo.given('placeContractOrder', { ...long, symbol });
    const answers = await fromEveryTab((tab) =>
      demo.post('rollPosition', { symbol, side: 'long', requestToken: `roll-${tab % 2}-xyz` }),
    );
    // The tabs of one token have one answer.
    expect(answers.filter(({ refusal }) => refusal === '')).toHaveLength(TABS / 2);
    expect(refusalsOf(answers)).toEqual(['contract.no-position']);
    const { positions } = await demo.given('getPositions');
    expect(positions.map((each) => [each.symbol, each.quantity])).toEqual([[next, '0.1']]);
  });
});

describe('a request that is sent again', () => {
  it('opens no second position', async () => {
    const demo = await holding();
    const sent = { ...long, requestToken: 'open-once-1' };
    const answers = await fromEveryTab(() => demo.given('placeContractOrder', sent));
    expect(new Set(answers.map(({ orders }) => orders[0]?.orderId)).size).toBe(1);
    expect(await open(demo)).toEqual(['long 0.1']);
    const named = { ...long, clientOrderId: 'mine' };
    const byName = await fromEveryTab((tab) =>
      demo.given('placeContractOrder', { ...named, requestToken: `tab-${tab}-xyz` }),
    );
    expect(new Set(byName.map(({ orders }) => orders[0]?.orderId)).size).toBe(1);
    expect(await open(demo)).toEqual(['long 0.2']);
  });

  it('reverses a position once', async () => {
    const demo = await holding(long);
    const sent = { symbol: SYMBOL, side: 'long', requestToken: 'reverse-once-1' };
    const answers = await fromEveryTab(() => demo.given('reversePosition', sent));
    for (const answer of answers) expect(answer).toEqual({ closed: '0.1', opened: '0.1', message: null });
    expect(await open(demo)).toEqual(['short 0.1']);
  });

  it('goes on with a reversal whose server ended between the two orders, once', async () => {
    const demo = await holding(long);
    const sent = { symbol: SYMBOL, side: 'long', requestToken: 'reverse-cut-off' };
    const service = started.app.get<ContractService>(ContractService, { strict: false });
    const ended = jest.spyOn(service, 'place').mockRejectedValueOnce(new Error('the server ends here'));
    await demo.when('reversePosition', sent).then('500 request.error');
    ended.mockRestore();
    expect(await open(demo)).toEqual([]);
    for (let sends = 1; sends <= 2; sends += 1)
      expect(await demo.given('reversePosition', sent)).toEqual({ closed: '0.1', opened: '0.1', message: null });
    expect(await open(demo)).toEqual(['short 0.1']);
  });

  it('says how much a reversal opened where the book had no more', async () => {
    const demo = await holding(long);
    const service = started.app.get<ContractService>(ContractService, { strict: false });
    const place = service.place.bind(service);
    // The second order as a market that is nearly empty fills it.
    const thin = jest
      .spyOn(service, 'place')
      .mockImplementationOnce((call) => place({ ...call, input: { ...call.input, quantity: '0.04' } }));
    const { message, ...lots } = await demo.given('reversePosition', { symbol: SYMBOL, side: 'long' });
    thin.mockRestore();
    expect(lots).toEqual({ closed: '0.1', opened: '0.04' });
    expect(message).toBe('You opened 0.04 of 0.1 BTC. The book had no more within the slippage limit.');
  });

  it.each(['closePosition', 'closePositions'] as const)('by %s closes nothing that was opened since', async (call) => {
    const demo = await holding(long);
    const sent = { symbol: SYMBOL, requestToken: 'close-once-1', ...(call === 'closePosition' && { side: 'long' }) };
    const first = await demo.given(call, sent);
    await demo.given('placeContractOrder', long);
    expect(await demo.given(call, sent)).toEqual(first);
    expect(await open(demo)).toEqual(['long 0.1']);
  });
});

describe('an order that closes', () => {
  it('labels its position as closing while it rests; one that waits for its trigger does not', async () => {
    const demo = await holding(long, short);
    const labels = async () =>
      (await demo.given('getPositions')).positions.map(({ side, label }) => `${side} ${label}`).sort();
    const closes = { ...long, side: 'sell' };
    await demo.given('placeContractOrder', { ...closes, type: 'stop', stopPrice: await demo.away(-3, SYMBOL) });
    expect(await labels()).toEqual(['long open', 'short open']);
    const price = await demo.away(4, SYMBOL);
    const { orders } = await demo.given('placeContractOrder', { ...closes, type: 'limit', price });
    expect(await labels()).toEqual(['long closing', 'short open']);
    await demo.given('cancelContractOrder', { symbol: SYMBOL, orderId: orders[0]?.orderId ?? '' });
    expect(await labels()).toEqual(['long open', 'short open']);
  });

  it('shrinks where another one closes in between, and is gone where nothing is left to close', async () => {
    const demo = await holding(long);
    const price = await demo.away(4, SYMBOL);
    const resting = { ...long, side: 'sell', type: 'limit', price };
    await demo.given('placeContractOrder', resting);
    await demo.given('closePosition', { symbol: SYMBOL, side: 'long', quantity: '0.06' });
    await demo.when('getOpenOrders', { product: 'contract' }).then([{ quantity: '0.04' }]);
    await demo.given('closePosition', { symbol: SYMBOL, side: 'long' });
    expect(await demo.given('getOpenOrders', { product: 'contract' })).toEqual([]);
    expect(await open(demo)).toEqual([]);
  });
});

describe('the protection of a position', () => {
  it('is one pair, from however many tabs it is set, and a repeat of the request changes nothing set since', async () => {
    const demo = await holding(long);
    const [takeProfit, stopLoss] = [await demo.away(4, SYMBOL), await demo.away(-3, SYMBOL)];
    const other = await demo.away(5, SYMBOL);
    const sent = { symbol: SYMBOL, side: 'long', takeProfit, stopLoss, requestToken: 'protect-once-1' };
    await fromEveryTab((tab) =>
      demo.given('setPositionProtection', { ...sent, requestToken: tab % 2 ? 'protect-once-1' : `protect-tab-${tab}` }),
    );
    await demo.given('setPositionProtection', { ...sent, takeProfit: other, requestToken: 'protect-later' });
    await demo.given('setPositionProtection', sent);
    const orders = await demo.given('getOpenOrders', { product: 'contract' });
    expect(orders.map(({ type, stopPrice, wholePosition }) => [type, stopPrice, wholePosition]).sort()).toEqual([
      ['stop', stopLoss, true],
      ['take-profit', other, true],
    ]);
  });

  it('keeps by name what stands when it is decided, and not what a window shows', async () => {
    const demo = await holding(long);
    const [takeProfit, stopLoss] = [await demo.away(4, SYMBOL), await demo.away(-3, SYMBOL)];
    const of = { symbol: SYMBOL, side: 'long' };
    await demo.given('setPositionProtection', { ...of, takeProfit });
    const [both] = (await demo.given('setPositionProtection', { ...of, stopLoss, keeps: 'takeProfit' })).positions;
    expect(both?.protection).toMatchObject({ takeProfit, stopLoss });
    await demo
      .when('setPositionProtection', { ...of, takeProfit, stopLoss, keeps: 'takeProfit' })
      .then('request.field-invalid', 'keeps');
    const [one] = (await demo.given('setPositionProtection', { ...of, keeps: 'takeProfit' })).positions;
    expect(one?.protection).toMatchObject({ takeProfit, stopLoss: null });
  });
});
