import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Pool } from 'pg';
import { FakeClock } from '../../server/core/clock.js';
import { BeatSteps } from '../../server/core/ports/beat-steps.js';
import { beatOf } from '../../server/market/book-market.js';
import { TradingService } from '../../server/trading/runtime/trading.service.js';
import { WEDNESDAY_NOON, type StartedApp } from '../kit/app.js';
import { startStaffed } from '../kit/staff-client.js';
import { Trader } from '../kit/trader.js';

const SYMBOL = 'BTCUSDT-PERP';
const clock = new FakeClock(WEDNESDAY_NOON);
let staff: Awaited<ReturnType<typeof startStaffed>>;
let started: StartedApp;
let trading: TradingService;
/** What the step of deliveries does for the contract; perpetual ones have none of their own. */
let step: () => Promise<boolean>;
const looked: number[] = [];

beforeAll(async () => {
  staff = await startStaffed({ clock });
  started = staff.started;
  trading = started.app.get<TradingService>(TradingService, { strict: false });
  // Beats come when the spec says so.
  trading.stop();
  started.app.get<BeatSteps>(BeatSteps, { strict: false }).register('delivery', {
    hasWork: (_, symbol) => symbol === SYMBOL,
    run: (_, __, beat) => {
      looked.push(beat);
      return step();
    },
  });
}, 60_000);
afterAll(() => started.close());

beforeEach(() => {
  step = () => Promise.resolve(true);
});

const market = { symbol: SYMBOL, type: 'market', quantity: '0.1', side: 'buy', positionSide: 'long' };

async function opened(): Promise<Trader> {
  const demo = await Trader.demo(started);
  await demo.given('transfer', { from: 'spot', to: 'contract', currency: 'USDT', amount: '50000' });
  await demo.given('placeContractOrder', market);
  return demo;
}

const margin = { symbol: SYMBOL, side: 'long', amount: '10' };
const calls = [
  ['adjustPositionMargin', margin],
  ['setLeverage', { symbol: SYMBOL, leverage: '5' }],
] as const;
const mode = { symbol: SYMBOL, mode: 'one-way' };

describe('what a person changes about a position', () => {
  it.each(calls)('waits for the beats before it: %s', async (call, input) => {
    const demo = await opened();
    clock.advance(1_000);
    const before = looked.length;
    await demo.given(call, input);
    expect(looked.length).toBe(before + 4);
    clock.advance(250);
    await demo.when('setPositionMode', mode).then('contract.mode-while-open');
    expect(looked.length).toBe(before + 5);
  });
});

describe('a contract whose beats wait', () => {
  it.each([
    ['a step that is not done', () => Promise.resolve(false)],
    ['a step that throws', () => Promise.reject(new Error('out of order'))],
  ])('takes nothing that opens, and lets people out: %s', async (_, waits) => {
    const demo = await opened();
    const { contracts } = await demo.given('getContracts', { underlying: 'BTCUSDT' });
    const price = (+(contracts[0]?.markPrice ?? 0) * 0.99).toFixed(1);
    const resting = { symbol: SYMBOL, side: 'buy', positionSide: 'long', type: 'limit', price, quantity: '0.1' };
    const { orders } = await demo.given('placeContractOrder', resting);
    const orderId = orders[0]?.orderId ?? '';
    step = waits;
    const waitsFrom = beatOf(clock.now()) + 1;
    clock.advance(500);
    await demo.when('placeContractOrder', resting).then('request.unavailable');
    const before = looked.length;
    await demo.when('placeContractOrder', market).then('request.unavailable');
    for (const [call, input] of [...calls, ['setPositionMode', mode]] as const)
      await demo.when(call, input).then('request.unavailable');
    await demo.when('amendContractOrder', { symbol: SYMBOL, orderId, quantity: '0.2' }).then('request.unavailable');
    // A closing order that rests would meet beats that were over before it.
    const takeProfit = { ...resting, side: 'sell', price: (+price * 1.1).toFixed(1) };
    await demo.when('placeContractOrder', takeProfit).then('request.unavailable');
    await demo.given('cancelContractOrder', { symbol: SYMBOL, orderId });
    await demo.given('closePosition', { symbol: SYMBOL, side: 'long', quantity: '0.04' });
    await demo.when('closePositions').then({ closed: [{ quantity: '0.06' }], left: [] });
    const { rows } = await started.app.get<Pool>(Pool, { strict: false }).query<{ decidedTo: number | null }>(
      `SELECT (data::json ->> 'decidedTo')::bigint AS "decidedTo" FROM events WHERE type = 'ContractOrderAccepted'
        ORDER BY position DESC LIMIT 3`,
    );
    expect(rows.map(({ decidedTo }) => decidedTo)).toEqual([waitsFrom - 1, waitsFrom - 1, null]);
    // Nobody of them tried the step again.
    expect(looked.length).toBe(before);
    step = () => Promise.resolve(true);
    await trading.open.beat.beat();
    await demo.given('placeContractOrder', resting);
  });
});

describe('staff', () => {
  const waiting = async () => {
    // Answers are kept for two seconds.
    clock.advance(2_500);
    const queues = await staff.as('risk').given('queues');
    return queues.find(({ name }) => name === 'contracts-held-up');
  };

  it('are told of a contract whose beats wait for longer than a moment, until they go on', async () => {
    await opened();
    step = () => Promise.resolve(false);
    clock.advance(250);
    await trading.open.beat.beat();
    expect(await waiting()).toMatchObject({ count: 0 });
    const since = clock.now() - 2_500;
    clock.advance(20_000);
    await trading.open.beat.beat();
    expect(await waiting()).toMatchObject({ count: 1, oldestAt: since, filter: { id: ['BTCUSDT'] } });
    step = () => Promise.resolve(true);
    await trading.open.beat.beat();
    expect(await waiting()).toMatchObject({ count: 0 });
  });
});
