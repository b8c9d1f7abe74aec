import type { Instant } from '../../core/clock.js';
import { impactAt, NO_IMPACT, type Impact } from '../simulator/impact.js';
import { BASIS_HALF_LIFE_MS, basisOf } from './basis.js';
import type { BookTrace } from './mark-price.js';

/** From a beat on: what a book's impact was as of an instant, in ticks. */
export type ImpactSince = readonly [beatAt: Instant, asOf: Instant, displacementTicks: number, basisTicks: number];
/** From a beat on: the last trade of users. */
export type TradeSince = readonly [beatAt: Instant, tradedAt: Instant, priceTicks: number];

/** What users left in one book over time, oldest first. */
export interface Traces {
  readonly impacts: readonly ImpactSince[];
  readonly trades: readonly TradeSince[];
}

/** Between which distances from its index a mark price lay. */
export interface BasisBounds {
  readonly least: number;
  readonly most: number;
}

/** From one change of a book to the next: as long as its last trade is the newest, the mark is away from the index. */
export interface TraceSpan {
  readonly fromMs: Instant;
  readonly toMs: Instant;
  readonly trace: BookTrace;
}

const NONE: BasisBounds = { least: 0, most: 0 };
/** A push raises its own average by at most 0.0775 of itself; see `mark-price.md`. */
const PEAK_SHARE = 0.08;

/** Of the push, the part that its average can never be above, once it fades as slowly as an average does. */
const LASTING_SHARE = 1 / 9;
/** Halvings after which no push moves a mark by a whole price any more. */
const HALVINGS_MOST = 60;

/** The past of one book, as its mark price needs it. */
export class MarkHistory {
  private readonly impacts: readonly { readonly beatAt: Instant; readonly impact: Impact }[];
  private readonly changes: readonly Instant[];

  constructor(private readonly traces: Traces) {
    const changes = new Set([...traces.impacts, ...traces.trades].map(([beatAt]) => beatAt));
    this.changes = [...changes].sort((one, other) => one - other);
    this.impacts = traces.impacts.map(([beatAt, asOf, displacementTicks, basisTicks]) => ({
      beatAt,
      impact: { ...NO_IMPACT, displacementTicks, basisTicks, asOf },
    }));
  }

  /** What was left in the book at a beat. */
  traceAt(at: Instant): BookTrace {
    const impact = this.impacts[newestAt(this.impacts, at, ({ beatAt }) => beatAt)]?.impact ?? null;
    const trade = this.traces.trades[newestAt(this.traces.trades, at, ([beatAt]) => beatAt)];
    return { impact, lastTrade: trade === undefined ? null : { at: trade[1], priceTicks: trade[2] } };
  }

  /** Those that reach into a span, cut where the push has faded. */
  spansWithin(fromMs: Instant, toMs: Instant): TraceSpan[] {
    const { changes } = this;
    const spans: TraceSpan[] = [];
    for (
      let index = Math.max(
        0,
        newestAt(changes, fromMs, (at) => at),
      );
      index < changes.length;
      index += 1
    ) {
      const changedAt = changes[index] as Instant;
      if (changedAt >= toMs) break;
      const trace = this.traceAt(changedAt);
      if (trace.impact === null) continue;
      const end = Math.min(changes[index + 1] ?? Infinity, fadedAt(trace.impact as Impact));
      if (end > fromMs && end > changedAt) spans.push({ fromMs: changedAt, toMs: end, trace });
    }
    return spans;
  }

  /** Zeros: the mark was the index at every beat. */
  basisWithin(fromMs: Instant, toMs: Instant): BasisBounds {
    let { least, most } = NONE;
    const first = Math.max(
      0,
      newestAt(this.impacts, fromMs, ({ beatAt }) => beatAt),
    );
    for (let index = first; index < this.impacts.length; index += 1) {
      const { beatAt, impact } = this.impacts[index] as (typeof this.impacts)[number];
      if (beatAt >= toMs) break;
      const { basisTicks, displacementTicks } = impactAt(impact, Math.max(beatAt, fromMs));
      least = Math.min(least, Math.min(0, basisTicks) + PEAK_SHARE * Math.min(0, displacementTicks));
      most = Math.max(most, Math.max(0, basisTicks) + PEAK_SHARE * Math.max(0, displacementTicks));
    }
    return { least: basisOf(least), most: basisOf(most) };
  }
}

/** When the basis of an impact is negligible. */
function fadedAt({ displacementTicks, basisTicks, asOf }: Impact): Instant {
  const most = Math.abs(basisTicks) + LASTING_SHARE * Math.abs(displacementTicks);
  let halvings = 0;
  while (basisOf(most / 2 ** halvings) !== 0 && halvings < HALVINGS_MOST) halvings += 1;
  return asOf + halvings * BASIS_HALF_LIFE_MS;
}

/** The index of the last one from an instant or before it; -1 where there is none. */
function newestAt<Each>(all: readonly Each[], at: Instant, since: (each: Each) => Instant): number {
  let [low, high] = [0, all.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (since(all[middle] as Each) <= at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
