import { describe, expect, it } from '@jest/globals';
import { amount } from '../../../shared/money.js';
import type { RecordedEvent } from '../../core/event.js';
import { spotKind } from '../../features/spot/spot.state.js';
import { DAY_MS, DayOfTrades } from './user-trades.js';

const NOON = 1_000 * DAY_MS;
const MINUTE_MS = 60_000;

function day(...trades: [at: number, price: string, taker?: string][]): DayOfTrades {
  const taken = new DayOfTrades(spotKind);
  for (const [at, price, takerOwner = 'demo-alice'] of trades) {
    const data = { symbol: 'BTCUSDT', price, quantity: '2', notional: `${2 * +price}`, takerOwner };
    taken.take({ realm: 'demo', type: 'SpotOrderMatched', at, data } as unknown as RecordedEvent);
  }
  return taken;
}

describe('a day of users’ trades', () => {
  it('sums what users traded in a realm, with the highest, lowest and last price', () => {
    const trades = day([NOON, '100'], [NOON + 1, '120'], [NOON + 2 * MINUTE_MS, '90']);
    expect(trades.before('demo', 'BTCUSDT', NOON + 3 * MINUTE_MS)).toEqual({
      high: amount('120'),
      low: amount('90'),
      quantity: amount('6'),
      notional: amount('620'),
      last: { at: NOON + 2 * MINUTE_MS, price: amount('90') },
    });
    expect(trades.before('real', 'BTCUSDT', NOON)).toBeUndefined();
    expect(trades.before('demo', 'ETHUSDT', NOON)).toBeUndefined();
  });

  it('shows a trade at once, and forgets it after a day', () => {
    const trades = day([NOON, '100'], [NOON + MINUTE_MS, '80']);
    const after = (ms: number) => trades.before('demo', 'BTCUSDT', NOON + ms)?.quantity;
    expect([MINUTE_MS, DAY_MS, DAY_MS + MINUTE_MS, DAY_MS + 2 * MINUTE_MS].map(after)).toEqual([
      amount('4'),
      amount('4'),
      amount('2'),
      undefined,
    ]);
  });

  it('forgets what was traded before a dividend left the price', () => {
    const trades = day([NOON, '100'], [NOON + 2 * MINUTE_MS, '80']);
    const since = (ex: number) => trades.before('demo', 'BTCUSDT', NOON + 3 * MINUTE_MS, ex);
    expect(since(NOON + MINUTE_MS)).toMatchObject({ high: amount('80'), quantity: amount('2') });
    expect(since(NOON + 3 * MINUTE_MS)).toBeUndefined();
  });

  it('gives candles of a period, with what was traded last before them', () => {
    const trades = day(
      [NOON - 1, '70'],
      [NOON, '100'],
      [NOON + MINUTE_MS, '120'],
      [NOON + 6 * MINUTE_MS, '90', 'house'],
    );
    const candles = trades.candles('demo', 'BTCUSDT', '5m', NOON);
    const prices = candles.map(({ openAt, open, high, low, close, volume }) => [
      openAt,
      open,
      high,
      low,
      close,
      volume,
    ]);
    const row = (at: number, ...figures: number[]) => [at, ...figures.map((each) => amount(`${each}`))];
    expect(prices).toEqual([
      row(NOON - MINUTE_MS, 70, 70, 70, 70, 2),
      row(NOON, 100, 120, 100, 120, 4),
      row(NOON + 5 * MINUTE_MS, 90, 90, 90, 90, 0),
    ]);
    const seconds = trades.candles('demo', 'BTCUSDT', '1s', NOON + MINUTE_MS);
    expect(seconds.map(({ openAt, close }) => [openAt, close])).toEqual([
      [NOON, amount('100')],
      [NOON + MINUTE_MS, amount('120')],
      [NOON + 6 * MINUTE_MS, amount('90')],
    ]);
    expect(trades.candles('real', 'BTCUSDT', '5m', NOON)).toEqual([]);
  });

  it('leaves out of the volume what agents took, which the tape has counted', () => {
    const trades = day([NOON, '100', 'house']).before('demo', 'BTCUSDT', NOON);
    expect(trades).toMatchObject({ high: amount('100'), quantity: 0n, notional: 0n });
  });
});
