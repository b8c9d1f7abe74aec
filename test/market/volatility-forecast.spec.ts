import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { DEFAULT_EPOCH_MS } from '../../server/market/simulator/epochs.js';
import { exp, ln } from '../../server/market/simulator/exact-math.js';
import { clockOf, type Activity } from '../../server/market/simulator/market-clock.js';
import type { Path } from '../../server/market/simulator/path.js';
import { PriceModel } from '../../server/market/simulator/price-model.js';
import { testCatalogue } from '../../server/market/simulator/simulator.testkit.js';
import { first, some } from '../kit/level.js';
import { leastSquares } from './least-squares.js';

/**
 * Whoever knows all revealed seeds forecasts coming volatility no better than whoever reads public prices. The reader uses the
 * heterogeneous autoregression of realised variance (HAR: Corsi 2009) with signed returns; the attacker has all of that and the
 * hidden state of every path that makes up the price.
 */

const [MINUTE_MS, HOUR_MS, DAY_MS] = [60_000, 3_600_000, 86_400_000];
const STEP_MS = 5 * MINUTE_MS;
const HORIZONS = { '1 h': HOUR_MS, '4 h': 4 * HOUR_MS, '1 d': DAY_MS, '7 d': 7 * DAY_MS } as const;
const BACK = [HOUR_MS, 4 * HOUR_MS, DAY_MS, 7 * DAY_MS, 30 * DAY_MS, 120 * DAY_MS] as const;
const DAYS_BACK = [3, 15, 60, 250] as const;
const LAUNCH_AT = Date.UTC(2026, 0, 5);
const YEARS = 10;
/** The share of the variance of coming log variance, out of sample, by which the attacker may be better. */
const MOST = 0.05;

/** New York's market is open at the start of the epoch at 16:00 UTC. */
const MARKETS = [
  { symbol: 'BTCUSDT', hourUtc: null },
  { symbol: 'SPXUSDT', hourUtc: 16 },
  { symbol: 'EURUSDT', hourUtc: null },
] as const;

const seedOf = (epoch: number): string => createHash('sha256').update(`forecast ${epoch}`).digest('hex');
const model = new PriceModel({ ...testCatalogue, launchAt: LAUNCH_AT, epochMs: DEFAULT_EPOCH_MS, seedOf });

/** Realised and scheduled variance up to each step of five minutes, and the log price there. */
interface Tape {
  readonly squares: Float64Array;
  readonly scheduled: Float64Array;
  readonly levels: Float64Array;
  /** By memory in days and instant. */
  readonly falls: Map<number, Map<number, number>>;
}

function tapeOf(symbol: string): Tape {
  const steps = (YEARS * 365 * DAY_MS) / STEP_MS;
  const [squares, scheduled, levels] = [1, 2, 3].map(() => new Float64Array(steps + 1)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  const calendar = testCatalogue.calendars.find(({ id }) => id === model.spec(symbol).calendar);
  if (calendar === undefined) throw new Error(`${symbol} has no calendar`);
  const clock = clockOf(calendar);
  const activity: Activity = { varianceDays: 0, tradingDays: 0, openSeconds: 0 };
  for (let n = 0; n <= steps; n++) {
    const at = LAUNCH_AT + n * STEP_MS;
    levels[n] = ln(model.exactTicksAt(symbol, at));
    clock.read(at / 1000, activity);
    scheduled[n] = activity.varianceDays;
    const move = n === 0 ? 0 : (levels[n] as number) - (levels[n - 1] as number);
    squares[n] = (n === 0 ? 0 : (squares[n - 1] as number)) + move * move;
  }
  return { squares, scheduled, levels, falls: new Map() };
}

/** Realised over scheduled variance between two instants, in logarithms. */
function logVariance({ squares, scheduled }: Tape, fromMs: number, toMs: number): number {
  const [from, to] = [(fromMs - LAUNCH_AT) / STEP_MS, (toMs - LAUNCH_AT) / STEP_MS];
  const days = (scheduled[to] as number) - (scheduled[from] as number);
  return ln(((squares[to] as number) - (squares[from] as number) + 1e-12) / (days + 1e-9));
}

/** What everybody can compute from public prices up to an instant. */
function publicFeatures(tape: Tape, at: number): number[] {
  return [
    1,
    ...BACK.map((span) => logVariance(tape, at - span, at)),
    ...DAYS_BACK.map((days) => fallsOf(tape, at, days)),
  ];
}

/** Daily returns over the volatility that they had, summed with weights that fade (the signed term of EGARCH: Nelson 1991). */
function fallsOf(tape: Tape, at: number, memory: number): number {
  if (at - DAY_MS < LAUNCH_AT) return 0;
  const known = tape.falls.get(memory) ?? new Map<number, number>();
  tape.falls.set(memory, known);
  let sum = known.get(at);
  if (sum !== undefined) return sum;
  const { levels, squares } = tape;
  const [from, to] = [(at - DAY_MS - LAUNCH_AT) / STEP_MS, (at - LAUNCH_AT) / STEP_MS];
  const variance = (squares[to] as number) - (squares[from] as number);
  const move = (levels[to] as number) - (levels[from] as number);
  sum =
    exp(-1 / memory) * fallsOf(tape, at - DAY_MS, memory) + (variance > 0 ? move / Math.sqrt(variance) / memory : 0);
  known.set(at, sum);
  return sum;
}

/** The log variance with which each path of the price starts its coming root, from seeds that are all revealed by then. */
function hiddenFeatures(symbol: string, at: number): number[] {
  const { legs, rootAt } = model.tree(symbol).parts;
  const { index } = rootAt(at / 250);
  return legs.map(({ path }) => (path as Path).stormAt(index));
}

interface Row {
  readonly features: readonly number[];
  readonly coming: number;
}

/** Out of sample: fitted on the first half of the rows, measured on the second. */
function rSquared(rows: readonly Row[]): number {
  const half = rows.length >> 1;
  const weights = leastSquares(rows.slice(0, half).map(({ features, coming: wanted }) => ({ features, wanted })));
  const later = rows.slice(half);
  const mean = later.reduce((sum, { coming }) => sum + coming, 0) / later.length;
  let [missed, total] = [0, 0];
  for (const { features, coming } of later) {
    const forecast = features.reduce((sum, value, i) => sum + value * (weights[i] as number), 0);
    missed += (coming - forecast) ** 2;
    total += (coming - mean) ** 2;
  }
  return 1 - missed / total;
}

function epochStarts(hourUtc: number | null, horizonMs: number): number[] {
  const found: number[] = [];
  const end = LAUNCH_AT + YEARS * 365 * DAY_MS - horizonMs;
  for (let at = LAUNCH_AT + 120 * DAY_MS; at <= end; at += DEFAULT_EPOCH_MS)
    if (hourUtc === null || new Date(at).getUTCHours() === hourUtc) found.push(at);
  return found;
}

/** R² of the reader, of the attacker, and of a reader who has heard of the variance to come, in a rough voice. */
function forecasts(symbol: string, tape: Tape, hourUtc: number | null, horizonMs: number) {
  const starts = epochStarts(hourUtc, horizonMs).filter((at) => model.sessionState(symbol, at).open);
  const rows = starts.map((at) => {
    const coming = logVariance(tape, at, at + horizonMs);
    const known = publicFeatures(tape, at);
    return { coming, known, hidden: hiddenFeatures(symbol, at) };
  });
  const reader = rSquared(rows.map(({ known, coming }) => ({ features: known, coming })));
  const attacker = rSquared(rows.map(({ known, hidden, coming }) => ({ features: [...known, ...hidden], coming })));
  const told = rSquared(rows.map(({ known, coming }, i) => ({ features: [...known, coming + noise(i) / 2], coming })));
  return { reader, attacker, told };
}

/** Between -1 and 1, always the same. */
function noise(i: number): number {
  return (createHash('sha256').update(`noise ${i}`).digest().readUInt32LE(0) / 0xffffffff) * 2 - 1;
}

describe('coming volatility', () => {
  for (const { symbol, hourUtc } of some(MARKETS, first))
    it(`of ${symbol} is not read from revealed seeds better than from public prices`, () => {
      const tape = tapeOf(symbol);
      const found = Object.entries(HORIZONS).map(([horizon, ms]) => ({
        horizon,
        ...forecasts(symbol, tape, hourUtc, ms),
      }));
      expect(found.filter(({ reader, attacker }) => attacker - reader > MOST)).toEqual([]);
      // The same measure finds a planted leak at every horizon.
      expect(found.filter(({ reader, told }) => told - reader <= MOST)).toEqual([]);
    });
});
