import type { Instant } from '../../core/clock.js';
import { BoundedMap } from '../../core/bounded-map.js';
import type { MarkHistory, TraceSpan } from '../mark-price/mark-history.js';
import type { BookTrace } from '../mark-price/mark-price.js';
import { MarkPrices } from '../mark-price/mark-prices.js';
import { BEAT_MS } from '../simulator/beats.js';
import type { Candle } from '../simulator/candles.js';
import { periodEnd, type Period } from '../simulator/periods.js';
import { ContractCandles, type ContractPrices } from './contract-candles.js';
import { markRange } from './mark-range.js';
import type { PriceRange } from './shifted-range.js';

/** Spans of traces that somebody looks at. About 10 MB. */
const SPANS_KEPT = 100_000;

/** What the beats of a span were while the mark was away from the price of the agents. */
interface Away {
  readonly highTicks: number;
  readonly lowTicks: number;
  /** The highest price of the agents above the mark of its beat, and the lowest below it. */
  readonly overTicks: number;
  readonly underTicks: number;
}

interface KnownAway {
  /** See `MarketSource.changesUpTo`. */
  readonly changes: number;
  readonly away: Away;
}

const NOWHERE: Away = { highTicks: -Infinity, lowTicks: Infinity, overTicks: -Infinity, underTicks: Infinity };

/**
 * Candles of the mark price of contracts, at every beat of open market: the price of the agents, and away from it while a trade of users
 * is the newest in a book that they pushed. What they left in the book is the only input that the price of the agents has not.
 */
export class MarkCandles {
  private readonly marks: MarkPrices;
  private readonly known = new BoundedMap<string, KnownAway>(SPANS_KEPT);

  constructor(
    private readonly agents: ContractCandles,
    private readonly source: ContractPrices & ConstructorParameters<typeof MarkPrices>[0],
  ) {
    this.marks = new MarkPrices(source);
  }

  /** The mark price with one past of one book. */
  of(symbol: string, history: MarkHistory): ContractCandles {
    const { source, marks } = this;
    return new ContractCandles({
      sessionState: (_symbol, at) => source.sessionState(symbol, at),
      trades: (_symbol, fromMs, toMs) => source.trades(symbol, fromMs, toMs),
      changesUpTo: (_symbol, at) => source.changesUpTo(symbol, at),
      priceTicksAt: (_symbol, at) => marks.ticksAt(symbol, at, history.traceAt(at)),
      range: (_symbol, fromMs, toMs) => this.range(symbol, history, fromMs, toMs),
    });
  }

  /**
   * The beats at which the mark was away are looked at. Only where the extreme of the agents' price may have been at one of them, the
   * others are searched for theirs.
   */
  private range(symbol: string, history: MarkHistory, fromMs: Instant, toMs: Instant): PriceRange | undefined {
    const found = this.agents.range(symbol, { fromMs, toMs });
    const spans = history.spansWithin(fromMs, toMs);
    if (found === undefined || spans.length === 0) return found;
    const away = spans.map((span) => this.away(symbol, span, fromMs, toMs)).reduce(both, NOWHERE);
    const [isHigh, isLow] = [away.overTicks < found.highTicks, away.underTicks > found.lowTicks];
    const searched = (): PriceRange => markRange(this.searchOf(symbol, history), fromMs, toMs) as PriceRange;
    const highTicks =
      away.highTicks >= found.highTicks || isHigh ? Math.max(away.highTicks, found.highTicks) : searched().highTicks;
    const lowTicks =
      away.lowTicks <= found.lowTicks || isLow ? Math.min(away.lowTicks, found.lowTicks) : searched().lowTicks;
    return { highTicks, lowTicks };
  }

  private searchOf(symbol: string, history: MarkHistory): Parameters<typeof markRange>[0] {
    const { agents, source, marks } = this;
    return {
      range: (fromMs, toMs) => agents.range(symbol, { fromMs, toMs }),
      basis: (fromMs, toMs) => history.basisWithin(fromMs, toMs),
      marks: (fromMs, toMs) =>
        beatsOf(fromMs, toMs)
          .filter((at) => source.sessionState(symbol, at).open)
          .map((at) => marks.ticksAt(symbol, at, history.traceAt(at))),
    };
  }

  /** A span that is over stays what it is, as long as nobody moves its index. */
  private away(symbol: string, span: TraceSpan, fromMs: Instant, toMs: Instant): Away {
    if (span.fromMs < fromMs || span.toMs > toMs)
      return this.look(symbol, span.trace, Math.max(fromMs, span.fromMs), Math.min(toMs, span.toMs));
    const key = `${symbol} ${span.fromMs} ${span.toMs}`;
    const changes = this.source.changesUpTo(symbol, span.toMs);
    const known = this.known.get(key);
    if (known?.changes === changes) return known.away;
    const away = this.look(symbol, span.trace, span.fromMs, span.toMs);
    this.known.set(key, { changes, away });
    return away;
  }

  /** Until the tape trades again. */
  private look(symbol: string, trace: BookTrace, fromMs: Instant, toMs: Instant): Away {
    const { source, marks } = this;
    const { lastTrade } = trace;
    let seen = NOWHERE;
    for (let at = fromMs; lastTrade !== null && at < toMs && marks.isNewest(symbol, lastTrade.at, at);) {
      const { open, nextChangeAt } = source.sessionState(symbol, at);
      if (open) {
        const [ticks, mark] = [source.priceTicksAt(symbol, at), marks.ticksAt(symbol, at, trace)];
        const [overTicks, underTicks] = [mark < ticks ? ticks : -Infinity, mark > ticks ? ticks : Infinity];
        seen = both(seen, { highTicks: mark, lowTicks: mark, overTicks, underTicks });
      } else if (nextChangeAt === undefined) break;
      at = open ? at + BEAT_MS : Math.ceil((nextChangeAt ?? at) / BEAT_MS) * BEAT_MS;
    }
    return seen;
  }
}

const both = (one: Away, other: Away): Away => ({
  highTicks: Math.max(one.highTicks, other.highTicks),
  lowTicks: Math.min(one.lowTicks, other.lowTicks),
  overTicks: Math.max(one.overTicks, other.overTicks),
  underTicks: Math.min(one.underTicks, other.underTicks),
});

/** Candles of the agents' price up to an instant, drawn again where users moved the mark away from it. */
export function markedCandles(
  candles: readonly Candle[],
  marked: ContractCandles,
  history: MarkHistory,
  { symbol, period, knownTo }: { symbol: string; period: Period; knownTo: Instant },
): Candle[] {
  const secondAt = knownTo - (knownTo % 1000);
  return candles.flatMap((candle) => {
    const fromMs = candle.openAt;
    const toMs = Math.min(periodEnd(period, fromMs / 1000) * 1000, secondAt);
    const { least, most } = history.basisWithin(fromMs, toMs);
    return least === 0 && most === 0 ? [candle] : marked.candles(symbol, period, { fromMs, toMs });
  });
}

const beatsOf = (fromMs: Instant, toMs: Instant): Instant[] =>
  Array.from({ length: Math.ceil((toMs - fromMs) / BEAT_MS) }, (_, beat) => fromMs + beat * BEAT_MS);
