import type { Instant } from '../../core/clock.js';
import type { Candle } from './candles.js';
import type { MarketSource } from './market-source.js';
import { periodStart, spanSeconds, type Period } from './periods.js';
import { BoundedMap } from '../../core/bounded-map.js';

/** Charts fetch a few hundred at a time. */
const BLOCK = 256;
/** About 20 MB of candles. */
const BLOCKS_KEPT = 800;
/** These are few, and their bounds move with the calendar: they are cut each time. */
const UNKEPT: ReadonlySet<Period> = new Set(['1w', '1M', '1y']);

/** Candles in blocks, each kept once its time is over: many clients read the same past. */
export class CandleBlocks {
  private readonly kept = new BoundedMap<string, Block>(BLOCKS_KEPT);

  constructor(
    private readonly source: Pick<MarketSource, 'candles' | 'sessionState' | 'changesUpTo'>,
    private readonly firstAt: Instant,
    /** Candles of a block, which are drawn together. */
    private readonly size = BLOCK,
  ) {}

  /** The last `limit` candles before an instant, as the source itself gives them. */
  before(symbol: string, period: Period, beforeMs: Instant, limit: number): Candle[] {
    if (UNKEPT.has(period)) return this.source.candles(symbol, period, { beforeMs, limit });
    const blockMs = spanSeconds(period, this.size) * 1000;
    const parts: Candle[][] = [];
    let missing = limit;
    for (let to = beforeMs; missing > 0 && to > this.firstAt;) {
      const { open, closedAt = this.firstAt } = this.source.sessionState(symbol, to - 1);
      if (!open) {
        // Shut stretches are jumped over.
        to = closedAt;
        continue;
      }
      const fromMs = Math.floor((to - 1) / blockMs) * blockMs;
      const block = this.block(symbol, period, fromMs, Math.min(fromMs + blockMs, beforeMs));
      const part = block.slice(-missing);
      parts.push(part);
      missing -= part.length;
      to = fromMs;
    }
    return parts.reverse().flat();
  }

  /** The candles of a block up to an instant: the finished ones are kept, the one that still runs is drawn each time. */
  private block(symbol: string, period: Period, fromMs: Instant, toMs: Instant): Candle[] {
    const key = `${symbol} ${period} ${fromMs}`;
    const finishedTo = periodStart(period, Math.floor(toMs / 1000)) * 1000;
    const changesTo = (at: Instant): number => this.source.changesUpTo?.(symbol, at - 1) ?? 0;
    const kept = this.kept.get(key);
    let block = kept?.changes === changesTo(kept?.toMs ?? 0) ? kept : { candles: [], toMs: fromMs, changes: 0 };
    if (block.toMs < finishedTo) {
      const more = this.source.candles(symbol, period, { fromMs: block.toMs, toMs: finishedTo });
      block = { candles: [...block.candles, ...more], toMs: finishedTo, changes: changesTo(finishedTo) };
    }
    // The one that was used last goes last.
    this.kept.delete(key);
    this.kept.set(key, block);
    const finished = block.candles.filter(({ openAt }) => openAt < finishedTo);
    return finishedTo === toMs
      ? finished
      : [...finished, ...this.source.candles(symbol, period, { fromMs: finishedTo, toMs })];
  }
}

interface Block {
  readonly candles: readonly Candle[];
  /** Up to where they are drawn: the end of the last finished one. */
  readonly toMs: Instant;
  /** See `MarketSource.changesUpTo`. */
  readonly changes: number;
}
