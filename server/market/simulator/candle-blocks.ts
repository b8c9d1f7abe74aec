import type { Instant } from '../../core/clock.js';
import type { Candle } from './candles.js';
import type { MarketSource } from './market-source.js';
import { spanSeconds, type Period } from './periods.js';

/** Candles of a block. Charts fetch a few hundred at a time. */
const BLOCK = 256;
/** About 20 MB of candles. */
const BLOCKS_KEPT = 800;
/** What is shut for long has no candles: after so many empty blocks the source finds the next ones faster. */
const EMPTY_MAX = 20;
/** These are few, and their bounds move with the calendar: they are cut each time. */
const UNKEPT: ReadonlySet<Period> = new Set(['1w', '1M', '1y']);

/** Candles in blocks that are kept once their time is over: many clients read the same past. */
export class CandleBlocks {
  private readonly kept = new Map<string, Candle[]>();

  constructor(
    private readonly source: MarketSource,
    private readonly firstAt: Instant,
  ) {}

  /** The last `limit` candles before an instant, as the source itself gives them. */
  before(symbol: string, period: Period, beforeMs: Instant, limit: number): Candle[] {
    if (UNKEPT.has(period)) return this.source.candles(symbol, period, { beforeMs, limit });
    const blockMs = spanSeconds(period, BLOCK) * 1000;
    const parts: Candle[][] = [];
    let missing = limit;
    let empty = 0;
    for (let to = beforeMs; missing > 0 && to > this.firstAt;) {
      if (empty === EMPTY_MAX) return this.source.candles(symbol, period, { beforeMs, limit });
      const fromMs = Math.floor((to - 1) / blockMs) * blockMs;
      const whole = fromMs + blockMs <= beforeMs;
      const block = whole
        ? this.block(symbol, period, fromMs, fromMs + blockMs)
        : this.source.candles(symbol, period, { fromMs, toMs: beforeMs });
      const part = block.slice(-missing);
      empty = part.length === 0 ? empty + 1 : 0;
      parts.push(part);
      missing -= part.length;
      to = fromMs;
    }
    return parts.reverse().flat();
  }

  private block(symbol: string, period: Period, fromMs: Instant, toMs: Instant): Candle[] {
    const key = `${symbol} ${period} ${fromMs}`;
    const found = this.kept.get(key) ?? this.source.candles(symbol, period, { fromMs, toMs });
    // The one that was used last goes last.
    this.kept.delete(key);
    this.kept.set(key, found);
    if (this.kept.size > BLOCKS_KEPT) this.kept.delete(this.kept.keys().next().value as string);
    return found;
  }
}
