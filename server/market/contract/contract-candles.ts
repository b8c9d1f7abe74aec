import { contractNamed } from '../../../shared/contract-symbol.js';
import { BoundedMap } from '../../core/bounded-map.js';
import type { Instant } from '../../core/clock.js';
import { BEAT_MS } from '../simulator/beats.js';
import type { Candle } from '../simulator/candles.js';
import type { CandleRange } from '../simulator/market-source.js';
import { periodEnd, periodStart, type Period } from '../simulator/periods.js';
import { PREHISTORY_STARTS_AT } from '../simulator/price-model.js';
import type { SessionState } from '../simulator/market-clock.js';
import type { TapeTrade } from '../simulator/tape.js';
import { listedFrom } from './contract-life.js';
import type { ContractSource } from './contract-source.js';
import type { PriceRange } from './shifted-range.js';

const DAY_MS = 86_400_000;
/** Whole days of contracts whose weeks, months and years somebody looks at. About 6 MB. */
const DAYS_KEPT = 40_000;

interface KnownDay {
  /** See `MarketSource.changesUpTo`. */
  readonly changes: number;
  /** `null`: its market was shut. */
  readonly range: PriceRange | null;
}

interface Span {
  readonly fromMs: Instant;
  readonly toMs: Instant;
}

/** The price that candles are of, in whole ticks. */
export type ContractPrices = Pick<ContractSource, 'sessionState' | 'priceTicksAt' | 'trades' | 'changesUpTo' | 'range'>;

/**
 * Candles of contracts at the price of the agents, without users' trades: that of its first beat, of its last, and high and low of all
 * beats between. They have no volume.
 */
export class ContractCandles {
  private readonly days = new BoundedMap<string, KnownDay>(DAYS_KEPT);

  constructor(private readonly source: ContractPrices) {}

  sessionState(symbol: string, at: Instant): SessionState {
    return this.source.sessionState(symbol, at);
  }

  priceTicksAt(symbol: string, at: Instant): number {
    return this.source.priceTicksAt(symbol, at);
  }

  trades(symbol: string, fromMs: Instant, toMs: Instant): TapeTrade[] {
    return this.source.trades(symbol, fromMs, toMs);
  }

  changesUpTo(symbol: string, at: Instant): number {
    return this.source.changesUpTo(symbol, at);
  }

  /** See `MarketSource.candles`. */
  candles(symbol: string, period: Period, range: CandleRange): Candle[] {
    const [earliest, limit] = 'fromMs' in range ? [range.fromMs, Infinity] : [PREHISTORY_STARTS_AT, range.limit];
    const firstAt = Math.max(earliest, lifeStart(symbol));
    const knownTo = wholeSecond('toMs' in range ? range.toMs : range.beforeMs);
    const candles: Candle[] = [];
    for (let to = knownTo; to > firstAt && candles.length < limit;) {
      const { open, closedAt = firstAt } = this.sessionState(symbol, to - 1);
      if (!open) {
        to = closedAt;
        continue;
      }
      const openAt = periodStart(period, Math.floor((to - 1) / 1000)) * 1000;
      const toMs = Math.min(periodEnd(period, openAt / 1000) * 1000, knownTo);
      const candle = this.candle(symbol, { fromMs: Math.max(openAt, firstAt), toMs });
      if (candle !== undefined) candles.push({ ...candle, openAt });
      to = openAt;
    }
    return candles.reverse();
  }

  /** See `MarketSource.outlines`: one for the whole span, with the trades of its tape. */
  outlines(symbol: string, _period: Period, { fromMs, toMs }: Span): Candle[] {
    const ends = this.ends(symbol, { fromMs, toMs });
    if (ends === undefined) return [];
    const [openTicks, closeTicks] = ends;
    const [highTicks, lowTicks] = [Math.max(...ends), Math.min(...ends)];
    const trades = this.trades(symbol, fromMs, toMs).length;
    return [{ openAt: fromMs, openTicks, highTicks, lowTicks, closeTicks, volumeLots: 0, trades }];
  }

  private candle(symbol: string, span: Span): Candle | undefined {
    const range = this.range(symbol, span);
    const ends = range && this.ends(symbol, span);
    if (range === undefined || ends === undefined) return undefined;
    const [openTicks, closeTicks] = ends;
    const { highTicks, lowTicks } = range;
    return { openAt: span.fromMs, openTicks, highTicks, lowTicks, closeTicks, volumeLots: 0, trades: 0 };
  }

  /** At the first and the last beat of open market. */
  private ends(symbol: string, { fromMs, toMs }: Span): [open: number, close: number] | undefined {
    let first = fromMs;
    // A pause tells where it ends a block at a time.
    for (let state = this.sessionState(symbol, first); !state.open; state = this.sessionState(symbol, first)) {
      if (state.nextChangeAt === undefined || state.nextChangeAt >= toMs) return undefined;
      first = state.nextChangeAt;
    }
    const { open, closedAt = toMs } = this.sessionState(symbol, toMs - 1);
    return [first, (open ? toMs : closedAt) - BEAT_MS].map((at) => this.priceTicksAt(symbol, at)) as [number, number];
  }

  /** A long span is the fold of its days. */
  range(symbol: string, { fromMs, toMs }: Span): PriceRange | undefined {
    if (toMs - fromMs < DAY_MS) return this.source.range(symbol, fromMs, toMs);
    let [highTicks, lowTicks] = [-Infinity, Infinity];
    for (let from = fromMs; from < toMs;) {
      const to = Math.min(from - (from % DAY_MS) + DAY_MS, toMs);
      const range = to - from === DAY_MS ? this.day(symbol, from) : this.source.range(symbol, from, to);
      if (range) {
        highTicks = Math.max(highTicks, range.highTicks);
        lowTicks = Math.min(lowTicks, range.lowTicks);
      }
      from = to;
    }
    return highTicks < lowTicks ? undefined : { highTicks, lowTicks };
  }

  /** A push that becomes known late changes a day that was kept. */
  private day(symbol: string, fromMs: Instant): PriceRange | null {
    const key = `${symbol} ${fromMs}`;
    const changes = this.changesUpTo(symbol, fromMs + DAY_MS - 1);
    const known = this.days.get(key);
    if (known?.changes === changes) return known.range;
    const range = this.source.range(symbol, fromMs, fromMs + DAY_MS) ?? null;
    this.days.set(key, { changes, range });
    return range;
  }
}

const wholeSecond = (at: Instant): Instant => at - (at % 1000);

function lifeStart(symbol: string): Instant {
  const name = contractNamed(symbol);
  return (name && listedFrom(name)) ?? PREHISTORY_STARTS_AT;
}
