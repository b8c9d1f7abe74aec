import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { MarkHistory, type Traces } from '../mark-price/mark-history.js';
import { markPrice } from '../mark-price/mark-price.js';
import type { Candle } from '../simulator/candles.js';
import { NO_IMPACT } from '../simulator/impact.js';
import { periodEnd, periodStart, type Period } from '../simulator/periods.js';
import { TEST_LAUNCH_AT } from '../simulator/simulator.testkit.js';
import { ContractCandles } from './contract-candles.js';
import { contractsOn } from './contract.testkit.js';
import { markedCandles, MarkCandles } from './mark-candles.js';

const [BEAT_MS, MINUTE_MS, HOUR_MS, DAY_MS] = [250, 60_000, 3_600_000, 86_400_000];
const DELIVERS_AT = Date.UTC(2026, 10, 27, 8);
const [PERPETUAL, DELIVERY, THIN, SHARE] = ['BTCUSDT-PERP', 'BTCUSDT-261127', 'KSMUSDT-PERP', 'AAPLUSDT-PERP'];
const { contracts, demo } = contractsOn(['BTCUSDT', 'KSMUSDT', 'AAPLUSDT']);
const { source } = contracts.in('demo');
const agents = new ContractCandles(source);
demo.push('BTCUSDT', TEST_LAUNCH_AT + 5 * HOUR_MS + 70_000, 900);

/** What users did to a book: how long after the one before, in milliseconds, and by how far, in ticks. */
interface Push {
  readonly afterMs: number;
  readonly up: boolean;
  readonly displacement: number;
  readonly basis: number;
  readonly paid: number;
  readonly isOfAgents: boolean;
}

function tracesOf(symbol: string, from: number, pushes: readonly Push[]): Traces {
  const impacts: Traces['impacts'][number][] = [];
  const trades: Traces['trades'][number][] = [];
  let at = from;
  for (const { afterMs, up, displacement, basis, paid, isOfAgents } of pushes) {
    at += afterMs;
    const sign = up ? 1 : -1;
    const beatAt = Math.ceil(at / BEAT_MS) * BEAT_MS;
    // Of two within a beat the later one stands.
    if (trades.at(-1)?.[0] === beatAt) trades.pop();
    trades.push([beatAt, at, Math.max(1, source.priceTicksAt(symbol, at) + sign * paid)]);
    if (!isOfAgents) continue;
    if (impacts.at(-1)?.[0] === beatAt) impacts.pop();
    impacts.push([beatAt, at, sign * displacement, sign * basis]);
  }
  return { impacts, trades };
}

const prints = new Map<string, number>();
/** When the tape traded first after a trade: within an hour, or as good as never. */
function firstPrint(symbol: string, tradedAt: number): number {
  const key = `${symbol} ${tradedAt}`;
  const known = prints.get(key);
  if (known !== undefined) return known;
  let [at, found] = [tradedAt + 1, Infinity];
  for (; found === Infinity && at < tradedAt + HOUR_MS; at += 7_000)
    found = source.trades(symbol, at, at + 7_000)[0]?.at ?? Infinity;
  prints.set(key, found);
  return found;
}

/** The reference: the mark of every beat, by the definition, from a look at everything that happened. */
function plainMark(symbol: string, at: number, { impacts, trades }: Traces): number {
  const impact = impacts.findLast(([beatAt]) => beatAt <= at);
  const trade = trades.findLast(([beatAt]) => beatAt <= at);
  const index = source.exactTicksAt(symbol, at);
  const isNewest = trade !== undefined && at <= firstPrint(symbol, trade[1]);
  const [, asOf = 0, displacementTicks = 0, basisTicks = 0] = impact ?? [];
  const left = { ...NO_IMPACT, displacementTicks, basisTicks, asOf };
  return Math.max(1, Math.round(markPrice(index, left, isNewest ? trade[2] : index, at).markTicks));
}

function everyBeat(symbol: string, period: Period, [fromMs, toMs]: readonly [number, number], traces: Traces) {
  const candles: object[] = [];
  for (let openAt = periodStart(period, fromMs / 1000) * 1000; openAt < toMs;) {
    const end = periodEnd(period, openAt / 1000) * 1000;
    const ticks: number[] = [];
    for (let at = Math.max(openAt, fromMs); at < Math.min(end, toMs); at += BEAT_MS)
      if (source.sessionState(symbol, at).open) ticks.push(plainMark(symbol, at, traces));
    if (ticks.length > 0) {
      const [highTicks, lowTicks] = [ticks.reduce((a, b) => Math.max(a, b)), ticks.reduce((a, b) => Math.min(a, b))];
      candles.push({ openAt, openTicks: ticks[0], highTicks, lowTicks, closeTicks: ticks.at(-1) });
    }
    openAt = end;
  }
  return candles;
}

const bare = ({ openAt, openTicks, highTicks, lowTicks, closeTicks }: Candle): object => ({
  openAt,
  openTicks,
  highTicks,
  lowTicks,
  closeTicks,
});

/** What is kept of a span holds for one past of a book. */
const pasts = new WeakMap<Traces, MarkCandles>();

/** As the chart has them: those of the agents, drawn again where users pushed. */
function drawn(symbol: string, period: Period, [fromMs, toMs]: readonly [number, number], traces: Traces): Candle[] {
  const history = new MarkHistory(traces);
  const marks = pasts.get(traces) ?? new MarkCandles(agents, source);
  pasts.set(traces, marks);
  const own = marks.of(symbol, history);
  return markedCandles(agents.candles(symbol, period, { fromMs, toMs }), own, history, {
    symbol,
    period,
    knownTo: toMs,
  });
}

const thousandths = (min: number, max: number) =>
  fc.integer({ min: min * 1_000, max: max * 1_000 }).map((each) => each / 1_000);
const pushes = (most: number) =>
  fc.array(
    fc.record({
      afterMs: fc.integer({ min: 1, max: most }),
      up: fc.boolean(),
      displacement: thousandths(0, 20_000),
      basis: thousandths(-100, 2_000),
      paid: fc.integer({ min: -2_000, max: 20_000 }),
      isOfAgents: fc.boolean(),
    }),
    { minLength: 3, maxLength: 20 },
  );

describe('candles of a mark price', () => {
  it('are those of the mark of every beat, however users pushed it', () => {
    const around = [TEST_LAUNCH_AT + 5 * HOUR_MS, DELIVERS_AT - 20 * MINUTE_MS, Date.UTC(2026, 10, 24, 14, 30)];
    let moved = 0;
    fc.assert(
      fc.property(
        fc.constantFrom(PERPETUAL, DELIVERY, THIN, SHARE),
        fc.constantFrom<Period>('1s', '1m', '5m', '15m', '1h'),
        fc.constantFrom(...around),
        fc.integer({ min: 1, max: 400 }),
        pushes(20_000),
        (symbol, period, near, seconds, done) => {
          const fromMs = periodStart(period, near / 1000) * 1000;
          const span = [fromMs, fromMs + Math.min(seconds, period === '1s' ? 40 : seconds) * 1000] as const;
          const traces = tracesOf(symbol, fromMs - 30_000, done);
          const candles = drawn(symbol, period, span, traces).map(bare);
          expect(candles).toEqual(everyBeat(symbol, period, span, traces));
          const quiet = agents.candles(symbol, period, { fromMs: span[0], toMs: span[1] }).map(bare);
          if (JSON.stringify(quiet) !== JSON.stringify(candles)) moved += 1;
        },
      ),
      { numRuns: 60 },
    );
    // It is about candles that users moved.
    expect(moved).toBeGreaterThan(10);
  });

  it.each([
    [PERPETUAL, '1d', '1h'],
    [THIN, '1w', '1d'],
    [THIN, '4h', '15m'],
  ] as const)('of %s: %s is the fold of its %s', (symbol, coarse, fine) => {
    const fromMs = periodStart(coarse, (TEST_LAUNCH_AT + 2 * DAY_MS) / 1000) * 1000;
    const span = [fromMs, Math.min(periodEnd(coarse, fromMs / 1000) * 1000, fromMs + 3 * DAY_MS)] as const;
    const done = Array.from({ length: 120 }, (_, n) => ({
      afterMs: 1_500_000 + n,
      up: n % 2 === 0,
      displacement: 50 + n,
      basis: n % 3,
      paid: 60,
      isOfAgents: true,
    }));
    const traces = tracesOf(symbol, fromMs, done);
    const [whole] = drawn(symbol, coarse, span, traces);
    const parts = drawn(symbol, fine, span, traces);
    expect(parts.length).toBeGreaterThan(2);
    expect(whole).toMatchObject({
      openTicks: parts[0]?.openTicks,
      highTicks: Math.max(...parts.map(({ highTicks }) => highTicks)),
      lowTicks: Math.min(...parts.map(({ lowTicks }) => lowTicks)),
      closeTicks: parts.at(-1)?.closeTicks,
    });
  });

  it('are those of the agents again once a push has faded', () => {
    const at = TEST_LAUNCH_AT + 5 * HOUR_MS;
    const push = { afterMs: 1, up: true, displacement: 300, basis: 30, paid: 200, isOfAgents: true };
    const history = new MarkHistory(tracesOf(THIN, at, [push]));
    expect(history.basisWithin(at, at + MINUTE_MS).most).toBeGreaterThan(30);
    expect(history.basisWithin(at + HOUR_MS, at + 2 * HOUR_MS)).toEqual({ least: 0, most: 0 });
    expect(history.basisWithin(at - HOUR_MS, at)).toEqual({ least: 0, most: 0 });
  });
});
