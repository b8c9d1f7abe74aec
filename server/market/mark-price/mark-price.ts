import { impactAt, type Impact } from '../simulator/impact.js';
import { basisOf } from './basis.js';

/** What users have left of themselves in a book; it follows from the book's events. */
export interface BookTrace {
  /** How users' trades with agents pushed and thinned the agents' quotes. */
  readonly impact: unknown;
  /** The last trade that users took part in. */
  readonly lastTrade: { readonly at: number; readonly priceTicks: number } | null;
}

/** Prices in ticks, not rounded. */
export interface MarkPrice {
  readonly indexTicks: number;
  /** The average distance of the book's quotes from the index. */
  readonly basisTicks: number;
  readonly lastTicks: number;
  readonly markTicks: number;
}

/**
 * The mark price: the median of index, index plus averaged basis, and last trade. It lies between the first two whatever the last
 * trade was, so a trade alone moves it never, and a push no further than its average over time.
 */
export function markPrice(indexTicks: number, impact: Impact | null, lastTicks: number, at: number): MarkPrice {
  const basisTicks = impact === null ? 0 : basisOf(impactAt(impact, at).basisTicks);
  const markTicks = basisTicks === 0 ? indexTicks : median(indexTicks, indexTicks + basisTicks, lastTicks);
  return { indexTicks, basisTicks, lastTicks, markTicks };
}

export function median(one: number, other: number, third: number): number {
  return Math.max(Math.min(one, other), Math.min(Math.max(one, other), third));
}
