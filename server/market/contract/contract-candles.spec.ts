import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { CandleBlocks } from '../simulator/candle-blocks.js';
import type { Candle } from '../simulator/candles.js';
import { periodEnd, periodStart, type Period } from '../simulator/periods.js';
import { PREHISTORY_STARTS_AT } from '../simulator/price-model.js';
import { withRunningSecond } from '../simulator/running-second.js';
import { TEST_LAUNCH_AT } from '../simulator/simulator.testkit.js';
import { ContractCandles } from './contract-candles.js';
import { contractsOn } from './contract.testkit.js';

const [BEAT_MS, MINUTE_MS, HOUR_MS, DAY_MS] = [250, 60_000, 3_600_000, 86_400_000];
const DELIVERS_AT = Date.UTC(2026, 10, 27, 8);
const [PERPETUAL, DELIVERY, SHARE] = ['BTCUSDT-PERP', 'BTCUSDT-261127', 'AAPLUSDT-PERP'];
const SYMBOLS = [PERPETUAL, DELIVERY, SHARE];
const { contracts, demo } = contractsOn(['BTCUSDT', 'AAPLUSDT']);
const { source } = contracts.in('demo');

/** The reference: a look at every beat. */
function everyBeat(symbol: string, fromMs: number, toMs: number): Omit<Candle, 'openAt' | 'volumeLots' | 'trades'>[] {
  const ticks: number[] = [];
  for (let at = fromMs; at < toMs; at += BEAT_MS)
    if (source.sessionState(symbol, at).open) ticks.push(source.priceTicksAt(symbol, at));
  if (ticks.length === 0) return [];
  const [highTicks, lowTicks] = [ticks.reduce((a, b) => Math.max(a, b)), ticks.reduce((a, b) => Math.min(a, b))];
  return [{ openTicks: ticks[0] as number, highTicks, lowTicks, closeTicks: ticks.at(-1) as number }];
}

function referenceOf(symbol: string, period: Period, fromMs: number, toMs: number): object[] {
  const candles: object[] = [];
  for (let openAt = periodStart(period, fromMs / 1000) * 1000; openAt < toMs;) {
    const end = periodEnd(period, openAt / 1000) * 1000;
    const [found] = everyBeat(symbol, Math.max(openAt, fromMs), Math.min(end, toMs));
    if (found !== undefined) candles.push({ openAt, ...found, volumeLots: 0, trades: 0 });
    openAt = end;
  }
  return candles;
}

function folded(candles: readonly Candle[]): Omit<Candle, 'openAt' | 'volumeLots' | 'trades'> {
  return {
    openTicks: candles[0]?.openTicks ?? 0,
    highTicks: Math.max(...candles.map(({ highTicks }) => highTicks)),
    lowTicks: Math.min(...candles.map(({ lowTicks }) => lowTicks)),
    closeTicks: candles.at(-1)?.closeTicks ?? 0,
  };
}

describe('candles of a contract', () => {
  const candles = new ContractCandles(source);

  // Users of the realm pushed the index: perpetual contracts follow, deliveries do not.
  demo.push('BTCUSDT', TEST_LAUNCH_AT + 5 * HOUR_MS + 70_000, 900);
  demo.push('BTCUSDT', DELIVERS_AT - 15 * MINUTE_MS, -400);

  it('are those of all its beats, in every period, around a session or a delivery too', () => {
    const around = [TEST_LAUNCH_AT + 5 * HOUR_MS, DELIVERS_AT - 20 * MINUTE_MS, Date.UTC(2026, 10, 24, 14, 20)];
    fc.assert(
      fc.property(
        fc.constantFrom(...SYMBOLS),
        fc.constantFrom<Period>('1s', '1m', '5m', '15m', '1h'),
        fc.constantFrom(...around),
        fc.integer({ min: 0, max: 1_500 }),
        fc.integer({ min: 1, max: 1_800 }),
        (symbol, period, near, offset, seconds) => {
          const fromMs = periodStart(period, near / 1000 + offset) * 1000;
          const toMs = fromMs + Math.min(seconds, period === '1s' ? 60 : seconds) * 1000;
          expect(candles.candles(symbol, period, { fromMs, toMs })).toEqual(referenceOf(symbol, period, fromMs, toMs));
        },
      ),
      { numRuns: 25 },
    );
  });

  it.each([
    [PERPETUAL, '1d', '1h', TEST_LAUNCH_AT + 2 * DAY_MS],
    [SHARE, '1d', '30m', TEST_LAUNCH_AT + 2 * DAY_MS],
    [PERPETUAL, '1w', '1d', TEST_LAUNCH_AT - 30 * DAY_MS],
    [DELIVERY, '1M', '4h', DELIVERS_AT + DAY_MS],
  ] as const)('of %s: %s is the fold of its %s', (symbol, coarse, fine, near) => {
    for (const whole of candles.candles(symbol, coarse, { beforeMs: near, limit: 2 })) {
      const toMs = Math.min(periodEnd(coarse, whole.openAt / 1000) * 1000, near);
      const parts = candles.candles(symbol, fine, { fromMs: whole.openAt, toMs });
      expect(parts.length).toBeGreaterThan(2);
      expect(whole).toMatchObject(folded(parts));
    }
  });

  it('close at the price of now, and know no beat after it', () => {
    for (const [n, symbol] of SYMBOLS.entries()) {
      const now = Date.UTC(2026, 10, 24, 15, 7, 31) + n * 1_000 + 600;
      const shown = withRunningSecond(
        candles,
        symbol,
        '15m',
        candles.candles(symbol, '15m', { beforeMs: now, limit: 1 }),
        now,
      );
      const openAt = now - (now % (15 * MINUTE_MS));
      const [seen] = everyBeat(symbol, openAt, now);
      expect(shown).toMatchObject([{ openAt, ...seen }]);
      expect(shown.at(-1)?.closeTicks).toBe(source.priceTicksAt(symbol, now));
    }
  });

  it('end with a delivery, and begin with its listing', () => {
    const listedAt = DELIVERS_AT - 14 * DAY_MS;
    const all = candles.candles(DELIVERY, '1d', { beforeMs: DELIVERS_AT + 3 * DAY_MS, limit: 50 });
    const day = (at: number) => at - (at % DAY_MS);
    expect([all[0]?.openAt, all.at(-1)?.openAt]).toEqual([day(listedAt), day(DELIVERS_AT)]);
    expect(all[0]?.openTicks).toBe(source.priceTicksAt(DELIVERY, listedAt));
    expect(all.at(-1)?.closeTicks).toBe(source.priceTicksAt(DELIVERY, DELIVERS_AT - BEAT_MS));
  });

  it('are drawn again where a push became known late, also from blocks', () => {
    const blocks = new CandleBlocks(candles, PREHISTORY_STARTS_AT, 32);
    const at = DELIVERS_AT + 3 * DAY_MS;
    const ask = () => (['1m', '1w'] as const).map((period) => blocks.before(PERPETUAL, period, at, 5));
    const before = ask();
    demo.push('BTCUSDT', at - 4 * MINUTE_MS, 50_000);
    const after = ask();
    expect(after).not.toEqual(before);
    const { source: fresh } = contractsOn(['BTCUSDT', 'AAPLUSDT'], demo).contracts.in('demo');
    expect(after).toEqual(
      (['1m', '1w'] as const).map((period) =>
        new ContractCandles(fresh).candles(PERPETUAL, period, { beforeMs: at, limit: 5 }),
      ),
    );
  });
});
