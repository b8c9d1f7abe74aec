import type { Instant } from '../../core/clock.js';
import { BEAT_MS } from './beats.js';
import type { Candle } from './candles.js';
import { ln } from './exact-math.js';
import type { Extremes } from './extremes.js';
import type { Impact, ImpactScale } from './impact.js';
import type { AgentLadder, AgentLevel, Touch } from './ladder.js';
import type { SessionState } from './market-clock.js';
import type { CandleRange, MarketSource } from './market-source.js';
import { PauseFinder, type PauseTerms } from './pause-finder.js';
import { pausedUntil, type Pause, type PriceLimits } from './pauses.js';
import { periodEnd, type Period } from './periods.js';
import { ticksOf } from './price-tree.js';
import type { TapeTrade } from './tape.js';
import type { VarianceSource } from './variance-forecast.js';

const SECOND_MS = 1000;

type Drawing = 'candles' | 'outlines';

/** Where trading goes on: from a whole second, up to a beat. */
interface Stretch {
  readonly fromMs: Instant;
  readonly toMs: Instant;
}

/**
 * A market whose trading pauses: what its price does meanwhile is not shown, and nothing of it is in tape, quotes and candles. The
 * last price stands, and the auction of a call ends the pause.
 */
export class PausedSource implements MarketSource {
  private readonly pauses: PauseFinder;

  constructor(
    private readonly source: MarketSource,
    terms: PauseTerms,
  ) {
    this.pauses = new PauseFinder(source, terms);
  }

  symbols(): string[] {
    return this.source.symbols();
  }

  spec(symbol: string): ReturnType<MarketSource['spec']> {
    return this.source.spec(symbol);
  }

  sessionState(symbol: string, at: Instant): SessionState {
    const state = this.source.sessionState(symbol, at);
    if (!this.pauses.mayPause(symbol)) return state;
    const pause = state.open ? this.pauses.at(symbol, at) : undefined;
    if (state.open && pause === undefined) return state;
    const closedAt = state.open || state.closedAt !== undefined ? this.standsAt(symbol, at) + BEAT_MS : undefined;
    const ended = closedAt === undefined ? {} : { closedAt: closedAt - (closedAt % BEAT_MS) };
    if (pause === undefined) return { ...state, ...ended };
    const { closingAuctionAt, cutOffAt } = state;
    const closing = closingAuctionAt === undefined || cutOffAt === undefined ? {} : { closingAuctionAt, cutOffAt };
    return { open: false, phase: 'call', nextChangeAt: pausedUntil(pause, at), ...ended, ...closing };
  }

  calendarHours(symbol: string, at: Instant): SessionState {
    return this.source.sessionState(symbol, at);
  }

  pauseAt(symbol: string, at: Instant): Pause | undefined {
    const pause = this.pauses.at(symbol, at);
    return pause && { ...pause, until: pausedUntil(pause, at) };
  }

  limitsAt(symbol: string, at: Instant): PriceLimits | undefined {
    return this.pauses.limitsAt(symbol, at);
  }

  unmasked(): MarketSource {
    return this.source;
  }

  priceTicksAt(symbol: string, at: Instant): number {
    return this.source.priceTicksAt(symbol, this.standsAt(symbol, at));
  }

  exactTicksAt(symbol: string, at: Instant): number {
    return this.source.exactTicksAt(symbol, this.standsAt(symbol, at));
  }

  candles(symbol: string, period: Period, range: CandleRange): Candle[] {
    return this.drawn('candles', symbol, period, range);
  }

  outlines(symbol: string, period: Period, range: CandleRange): Candle[] {
    return this.drawn('outlines', symbol, period, range);
  }

  extremes(symbol: string, fromMs: Instant, toMs: Instant, known?: Extremes): Extremes | undefined {
    const range = { fromMs: fromMs - (fromMs % SECOND_MS), toMs: toMs - (toMs % SECOND_MS) };
    const pauses = this.pauses.between(symbol, range.fromMs, range.toMs);
    if (pauses.length === 0) return this.source.extremes(symbol, fromMs, toMs, known);
    return this.extremesIn(symbol, tradedIn(range, pauses), known);
  }

  /** Nobody quotes beyond the day's limits. */
  ladder(symbol: string, at: Instant, impact: Impact): AgentLadder {
    if (this.pauses.at(symbol, at) !== undefined) return { bids: [], asks: [] };
    const { bids, asks } = this.source.ladder(symbol, at, impact);
    const limits = this.limitsAt(symbol, at);
    return limits === undefined ? { bids, asks } : { bids: within(limits, bids), asks: within(limits, asks) };
  }

  touch(symbol: string, at: Instant): Touch | undefined {
    if (this.pauses.at(symbol, at) !== undefined) return undefined;
    const touch = this.source.touch(symbol, at);
    const limits = touch && this.limitsAt(symbol, at);
    if (touch === undefined || limits === undefined) return touch;
    return {
      bidTicks: Math.max(touch.bidTicks, limits.lowTicks),
      askTicks: Math.min(touch.askTicks, limits.highTicks),
    };
  }

  impactScale(symbol: string, at: Instant): ImpactScale {
    return this.source.impactScale(symbol, this.standsAt(symbol, at));
  }

  variance(symbol: string): VarianceSource | undefined {
    return this.source.variance?.(symbol);
  }

  /** No taker goes beyond the day's limits, so that an order of an earlier day that rests there stays. */
  trades(symbol: string, fromMs: Instant, toMs: Instant): TapeTrade[] {
    const trades = this.source.trades(symbol, fromMs, toMs).map((trade) => this.limited(symbol, trade));
    const pauses = trades.length === 0 ? [] : this.pauses.between(symbol, fromMs, toMs);
    if (pauses.length === 0) return trades;
    return trades.filter(({ at }) => !pauses.some(({ from, until }) => at >= from && at < until));
  }

  private limited(symbol: string, trade: TapeTrade): TapeTrade {
    const limits = this.limitsAt(symbol, trade.at);
    if (limits === undefined) return trade;
    const limitTicks = Math.min(Math.max(trade.limitTicks, limits.lowTicks), limits.highTicks);
    return limitTicks === trade.limitTicks ? trade : { ...trade, limitTicks };
  }

  /** The instant whose price stands: while trading is paused the last beat before, which may be that of an earlier session. */
  private standsAt(symbol: string, at: Instant): Instant {
    if (!this.pauses.mayPause(symbol)) return at;
    for (let stands = at; ;) {
      const { open, closedAt } = this.source.sessionState(symbol, stands);
      const pause = open ? this.pauses.at(symbol, stands) : undefined;
      if (open ? pause === undefined : closedAt === undefined) return stands;
      stands = (pause?.from ?? closedAt ?? stands) - BEAT_MS;
    }
  }

  private drawn(kind: Drawing, symbol: string, period: Period, range: CandleRange): Candle[] {
    if (!this.pauses.mayPause(symbol)) return this.source[kind](symbol, period, range);
    if ('fromMs' in range) return this.masked(kind, symbol, period, range);
    // What a pause takes away is made up for by older candles.
    for (let limit = range.limit; ;) {
      const whole = this.source[kind](symbol, period, { beforeMs: range.beforeMs, limit });
      const [first] = whole;
      if (first === undefined) return [];
      const candles = this.masked(kind, symbol, period, { fromMs: first.openAt, toMs: range.beforeMs }, whole);
      if (candles.length >= range.limit || whole.length < limit) return candles.slice(-range.limit);
      limit += range.limit - candles.length;
    }
  }

  private masked(
    kind: Drawing,
    symbol: string,
    period: Period,
    range: { readonly fromMs: Instant; readonly toMs: Instant },
    whole: Candle[] = this.source[kind](symbol, period, range),
  ): Candle[] {
    const [fromMs, toMs] = [range.fromMs - (range.fromMs % SECOND_MS), range.toMs - (range.toMs % SECOND_MS)];
    const pauses = this.pauses.between(symbol, Math.min(fromMs, whole[0]?.openAt ?? fromMs), toMs);
    if (pauses.length === 0) return whole;
    return whole.flatMap((candle) => {
      const stretch = {
        fromMs: kind === 'outlines' ? Math.max(candle.openAt, fromMs) : candle.openAt,
        toMs: Math.min(periodEnd(period, candle.openAt / SECOND_MS) * SECOND_MS, toMs),
      };
      const within = pauses.filter(({ from, until }) => from < stretch.toMs && until > stretch.fromMs);
      return within.length === 0 ? [candle] : this.maskedCandle(kind, symbol, candle, stretch, within);
    });
  }

  /** Of the beats and the tape that a pause leaves of it; none where it leaves nothing. */
  private maskedCandle(
    kind: Drawing,
    symbol: string,
    candle: Candle,
    stretch: Stretch,
    pauses: readonly Pause[],
  ): Candle[] {
    const traded = tradedIn(stretch, pauses).filter((part) => this.firstOpen(symbol, part) < part.toMs);
    const [first, last] = [traded[0], traded.at(-1)];
    if (first === undefined || last === undefined) return [];
    const openTicks = this.source.priceTicksAt(symbol, this.firstOpen(symbol, first));
    const closeTicks = this.source.priceTicksAt(symbol, last.toMs - 1);
    const range = kind === 'outlines' ? undefined : this.extremesIn(symbol, traded, undefined);
    const hidden = pauses.map(({ from, until }) =>
      this.hiddenIn(symbol, Math.max(from, stretch.fromMs), Math.min(until, stretch.toMs)),
    );
    return [
      {
        openAt: candle.openAt,
        openTicks,
        highTicks: Math.max(openTicks, closeTicks, range?.highTicks ?? openTicks),
        lowTicks: Math.min(openTicks, closeTicks, range?.lowTicks ?? openTicks),
        closeTicks,
        volumeLots: hidden.reduce((left, { lots }) => left - lots, candle.volumeLots),
        trades: hidden.reduce((left, { trades }) => left - trades, candle.trades),
      },
    ];
  }

  private firstOpen(symbol: string, { fromMs }: Stretch): Instant {
    const { open, nextChangeAt } = this.source.sessionState(symbol, fromMs);
    return open ? fromMs : (nextChangeAt ?? Infinity);
  }

  /** What was drawn for a part of a pause and is not traded. Whole seconds are summed; the first one may be a part. */
  private hiddenIn(symbol: string, fromMs: Instant, toMs: Instant): { readonly lots: number; readonly trades: number } {
    const wholeFrom = Math.ceil(fromMs / SECOND_MS) * SECOND_MS;
    const tape = this.source.trades(symbol, fromMs, Math.min(wholeFrom, toMs));
    const seconds = wholeFrom < toMs ? this.source.outlines(symbol, '1d', { fromMs: wholeFrom, toMs }) : [];
    return {
      lots: sum(tape.map(({ lots }) => lots)) + sum(seconds.map(({ volumeLots }) => volumeLots)),
      trades: tape.length + sum(seconds.map(({ trades }) => trades)),
    };
  }

  private extremesIn(symbol: string, traded: readonly Stretch[], known: Extremes | undefined): Extremes | undefined {
    let found = known;
    for (const { fromMs, toMs } of traded) {
      const wholeTo = toMs - (toMs % SECOND_MS);
      if (fromMs < wholeTo) found = this.source.extremes(symbol, fromMs, wholeTo, found);
      for (let at = Math.max(fromMs, wholeTo); at < toMs; at += BEAT_MS) found = this.withBeat(symbol, at, found);
    }
    return found;
  }

  private withBeat(symbol: string, at: Instant, known: Extremes | undefined): Extremes | undefined {
    if (!this.source.sessionState(symbol, at).open) return known;
    const second = at - (at % SECOND_MS);
    const near = this.source.extremes(symbol, second, second + SECOND_MS);
    if (near === undefined) return known;
    const price = this.source.exactTicksAt(symbol, at);
    const level = near.highLevel + ln(price / this.source.exactTicksAt(symbol, near.highBeat * BEAT_MS));
    const [ticks, beat] = [ticksOf(price), at / BEAT_MS];
    const isHigher = known === undefined || ticks > known.highTicks;
    const isLower = known === undefined || ticks < known.lowTicks;
    return {
      highTicks: isHigher ? ticks : known.highTicks,
      lowTicks: isLower ? ticks : known.lowTicks,
      highLevel: isHigher ? level : known.highLevel,
      lowLevel: isLower ? level : known.lowLevel,
      highBeat: isHigher ? beat : known.highBeat,
      lowBeat: isLower ? beat : known.lowBeat,
    };
  }
}

/** What pauses leave of a stretch. */
function tradedIn({ fromMs, toMs }: Stretch, pauses: readonly Pause[]): Stretch[] {
  const traded: Stretch[] = [];
  let from = fromMs;
  for (const pause of pauses) {
    if (pause.from > from) traded.push({ fromMs: from, toMs: Math.min(pause.from, toMs) });
    from = Math.max(from, pause.until);
  }
  if (from < toMs) traded.push({ fromMs: from, toMs });
  return traded;
}

function within({ lowTicks, highTicks }: PriceLimits, levels: readonly AgentLevel[]): AgentLevel[] {
  return levels.filter(([ticks]) => ticks >= lowTicks && ticks <= highTicks);
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);
