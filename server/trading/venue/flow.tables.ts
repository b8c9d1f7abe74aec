import type { Instant } from '../../core/clock.js';
import { first, highest, key, last, lowest, ReadTable, sum } from '../../engine/projections/read-table.js';
import type { RowBatch } from '../../engine/projections/row-batch.js';
import { amount } from '../../../shared/money.js';
import { uncounted, type OrderMatched } from './book.facts.js';

/** The spans that users' trades are kept in: every period of a chart is a whole number of one of them. */
export const FLOW_SPANS = { '1s': 1_000, '1m': 60_000, '1h': 3_600_000, '1d': 86_400_000 } as const;
export type FlowSpan = keyof typeof FLOW_SPANS;

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
