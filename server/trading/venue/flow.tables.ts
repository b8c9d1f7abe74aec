import type { Instant } from '../../core/clock.js';
import { first, highest, key, last, lowest, ReadTable, sum } from '../../engine/projections/read-table.js';
import type { RowBatch } from '../../engine/projections/row-batch.js';
import { amount } from '../../../shared/money.js';
import type { Impact } from '../../market/simulator/impact.js';
import { uncounted, type OrderMatched } from './book.facts.js';

/** The spans that users' trades are kept in: every period of a chart is a whole number of one of them. */
export const FLOW_SPANS = { '1s': 1_000, '1m': 60_000, '1h': 3_600_000, '1d': 86_400_000 } as const;
export type FlowSpan = keyof typeof FLOW_SPANS;

interface ImpactOf {
  readonly symbol: string;
  readonly impact: unknown;
}

/**
 * What users traded with anybody, by span of time; a span without a trade has no row. Prices are as they were traded then. The volume
 * leaves out what agents took of resting orders, which is volume of the tape.
 */
export const flowCandles = new ReadTable('flow_candles', {
  realm: key.text,
  symbol: key.text,
  span: key.textOf<FlowSpan>(),
  openAt: key.instant,
  firstAt: first.instant,
  open: first.amount,
  high: highest.amount,
  low: lowest.amount,
  lastAt: last.instant,
  close: last.amount,
  volume: sum.amount,
});

/** What users pushed for good in each minute, in millionths of the price; a minute in which nobody did has no row. */
export const flowPushes = new ReadTable('flow_pushes', {
  realm: key.text,
  symbol: key.text,
  minuteAt: key.instant,
  ppm: sum.amount,
});

const MINUTE_MS = 60_000;

export function addPush(rows: RowBatch, realm: string, at: Instant, { symbol, impact }: ImpactOf): void {
  const ppm = pushOf(impact);
  if (ppm === 0) return;
  // A push has at most six decimals.
  rows.upsert(flowPushes, { realm, symbol, minuteAt: at - (at % MINUTE_MS), ppm: amount(ppm.toFixed(6)) });
}

/** What a command pushed for good; none where it left no impact. */
export function pushOf(impact: unknown): number {
  return (impact as Partial<Impact> | null)?.lastingPpm ?? 0;
}

export function addToFlow(rows: RowBatch, realm: string, at: Instant, match: OrderMatched): void {
  const { symbol } = match;
  const price = amount(match.price);
  const { quantity: volume } = uncounted(match);
  for (const [span, ms] of Object.entries(FLOW_SPANS) as [FlowSpan, number][]) {
    const openAt = at - (at % ms);
    const prices = { open: price, high: price, low: price, close: price };
    rows.upsert(flowCandles, { realm, symbol, span, openAt, firstAt: at, lastAt: at, ...prices, volume });
  }
}
