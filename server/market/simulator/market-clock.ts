import { GAP_SECONDS, sessionsOf, type MarketCalendar, type Session } from './market-calendar.js';

/** Running totals since the calendar's beginning at one second; differences of two are what lies between. */
export interface Activity {
  /** Expected price variance, in days of an average day (closed hours count through the opening gap). */
  varianceDays: number;
  /** Expected trading, in days of an average day. */
  tradingDays: number;
  /** Seconds that the market was open. */
  openSeconds: number;
}

/** In a call, orders are gathered for the auction that opens the session, and nothing trades. */
export type SessionPhase = 'closed' | 'call' | 'open';

export interface SessionState {
  open: boolean;
  phase: SessionPhase;
  /** UTC milliseconds of the next open or close; `undefined` when there is none. */
  nextChangeAt?: number;
  /** While shut and before the call: when the call begins; `undefined` where the market opens without one. */
  callAt?: number;
  /** While open or in a call: when the auction that ends the session is; `undefined` where it ends without one. */
  closingAuctionAt?: number;
  /** From when orders for that auction stand. */
  cutOffAt?: number;
  /** While shut: when the last session ended; `undefined` before the first one. */
  closedAt?: number;
}

const WEEK_SECONDS = 604_800;
const YEAR_SECONDS = 31_556_952;
/** 1970-01-04 was a Sunday: weeks of the activity profile start there. */
const SUNDAY_SECONDS = 3 * 86_400;

/**
 * The business clock of one calendar: how much of a day's activity lies before any second.
 * Prices run on this clock, so shut markets stand still and busy hours move more.
 */
export class MarketClock {
  readonly alwaysOpen: boolean;
  /** Average days of a year: what a yearly variance is spread over. */
  readonly daysPerYear: number;
  /** Columns, not objects: a server holds a hundred thousand sessions. */
  private readonly opens: Float64Array;
  private readonly closes: Float64Array;
  /** When the call of a session begins; its open where there is none. */
  private readonly calls: Float64Array;
  /** From when orders for the closing auction of a session stand; 0 where there is none. */
  private readonly cutOffs: Float64Array;
  private readonly gapStarts: Float64Array;
  private readonly trading: Float64Array;
  private readonly gaps: Float64Array;
  private readonly gapWeights: Float64Array;
  private readonly seconds: Float64Array;
  private readonly weekTable: Float64Array | undefined;
  private readonly regularSeconds: number;
  private readonly openShare: number;
  /** Questions come close to the one before. */
  private lastIndex = 0;

  /** `sessions` replaces the calendar's own: a replay is open on the days that its data has. */
  constructor(
    readonly calendar: MarketCalendar,
    sessions?: Session[],
  ) {
    this.alwaysOpen = calendar.alwaysOpen === true && !sessions;
    this.openShare = 1 - calendar.gapShare;
    this.weekTable = calendar.hourWeights ? weekTableOf(calendar.hourWeights, calendar.weekdayWeights) : undefined;
    const all = sessions ?? (this.alwaysOpen ? [] : sessionsOf(calendar));
    const count = all.length;
    this.opens = Float64Array.from(all, ({ openSecond }) => openSecond);
    this.closes = Float64Array.from(all, ({ closeSecond }) => closeSecond);
    this.calls = Float64Array.from(all, ({ openSecond, callSecond }, i) =>
      Math.max(callSecond ?? openSecond, this.closes[i - 1] ?? 0),
    );
    this.cutOffs = Float64Array.from(all, ({ cutOffSecond = 0 }) => cutOffSecond);
    this.gapStarts = new Float64Array(count);
    this.trading = new Float64Array(count + 1);
    this.gaps = new Float64Array(count + 1);
    this.gapWeights = new Float64Array(count);
    this.seconds = new Float64Array(count + 1);
    this.regularSeconds = regularSecondsOf(all);
    this.fill();
    this.daysPerYear = this.meanDaysPerYear();
  }

  /** Writes the totals before `second` into `out`. */
  read(second: number, out: Activity): void {
    if (this.alwaysOpen) {
      const days = this.profile(second);
      out.varianceDays = days;
      out.tradingDays = days;
      out.openSeconds = second;
      return;
    }
    const i = this.indexAt(second);
    if (i < 0) {
      out.varianceDays = out.tradingDays = out.openSeconds = 0;
      return;
    }
    const openSecond = this.opens[i] as number;
    const closeSecond = this.closes[i] as number;
    const base = this.trading[i] as number;
    const gapBase = this.gaps[i] as number;
    const gapWeight = this.gapWeights[i] as number;
    if (second < openSecond) {
      out.tradingDays = base;
      out.openSeconds = this.seconds[i] as number;
      out.varianceDays =
        base * this.openShare + gapBase + (gapWeight * (second - openSecond + GAP_SECONDS)) / GAP_SECONDS;
      return;
    }
    const until = second < closeSecond ? second : closeSecond;
    out.tradingDays = until === closeSecond ? (this.trading[i + 1] as number) : base + this.within(i, until);
    out.openSeconds = (this.seconds[i] as number) + until - openSecond;
    out.varianceDays = out.tradingDays * this.openShare + gapBase + gapWeight;
  }

  isOpen(second: number): boolean {
    if (this.alwaysOpen) return true;
    return this.isIn(this.indexAt(second), second);
  }

  stateAt(second: number): SessionState {
    if (this.alwaysOpen) return { open: true, phase: 'open' };
    const i = this.indexAt(second);
    if (this.isIn(i, second)) {
      return { open: true, phase: 'open', nextChangeAt: (this.closes[i] as number) * 1000, ...this.closingOf(i) };
    }
    const next = this.sessionAtOrAfter(second);
    const last = this.lastOpenSecond(second);
    const call = next?.callSecond;
    const isCall = call !== undefined && second >= call;
    return {
      open: false,
      phase: isCall ? 'call' : 'closed',
      ...(isCall && this.closingOf(this.indexAtOrAfter(second))),
      ...(next && { nextChangeAt: next.openSecond * 1000 }),
      ...(call !== undefined && second < call && { callAt: call * 1000 }),
      ...(last !== undefined && { closedAt: (last + 1) * 1000 }),
    };
  }

  /** The last second that was open at or before `second`; `undefined` before the first session. */
  lastOpenSecond(second: number): number | undefined {
    if (this.alwaysOpen) return second;
    const i = this.indexAt(second);
    if (i < 0) return undefined;
    if (second >= (this.opens[i] as number)) return Math.min(second, (this.closes[i] as number) - 1);
    return i === 0 ? undefined : (this.closes[i - 1] as number) - 1;
  }

  /** The session that holds `second`, or else the next one. */
  sessionAtOrAfter(second: number): Session | undefined {
    if (this.alwaysOpen) return undefined;
    return this.session(this.indexAtOrAfter(second));
  }

  private indexAtOrAfter(second: number): number {
    const i = this.indexAt(second);
    return i >= 0 && second < (this.closes[i] as number) ? i : i + 1;
  }

  /** The auction that ends a session, in UTC milliseconds. */
  private closingOf(i: number): Pick<SessionState, 'closingAuctionAt' | 'cutOffAt'> {
    const cutOff = this.cutOffs[i] as number;
    return cutOff === 0 ? {} : { closingAuctionAt: (this.closes[i] as number) * 1000, cutOffAt: cutOff * 1000 };
  }

  private session(i: number): Session | undefined {
    const openSecond = this.opens[i];
    if (openSecond === undefined) return undefined;
    const callSecond = this.calls[i] as number;
    const closeSecond = this.closes[i] as number;
    return callSecond < openSecond ? { openSecond, closeSecond, callSecond } : { openSecond, closeSecond };
  }

  private isIn(i: number, second: number): boolean {
    return i >= 0 && second >= (this.opens[i] as number) && second < (this.closes[i] as number);
  }

  private meanDaysPerYear(): number {
    const first = this.opens[0];
    const last = this.closes.at(-1);
    if (first === undefined || last === undefined) return 365.25;
    const years = (last - first) / YEAR_SECONDS;
    // A few days of data say nothing about a year.
    if (years < 0.5) return 252;
    return ((this.trading.at(-1) as number) * this.openShare + (this.gaps.at(-1) as number)) / years;
  }

  private fill(): void {
    for (let i = 0; i < this.opens.length; i++) {
      const openSecond = this.opens[i] as number;
      const closeSecond = this.closes[i] as number;
      const closedSeconds = i > 0 ? openSecond - (this.closes[i - 1] as number) : 0;
      const hasGap = closedSeconds >= GAP_SECONDS;
      this.gapStarts[i] = hasGap ? openSecond - GAP_SECONDS : openSecond;
      // A night is about seventeen and a half hours; a weekend moves prices more, but not three times as much.
      this.gapWeights[i] = hasGap ? this.calendar.gapShare * Math.min(1.5, closedSeconds / 63_000) : 0;
      this.trading[i + 1] = (this.trading[i] as number) + this.within(i, closeSecond);
      this.gaps[i + 1] = (this.gaps[i] as number) + (this.gapWeights[i] as number);
      this.seconds[i + 1] = (this.seconds[i] as number) + closeSecond - openSecond;
    }
  }

  /** Trading days from the open of session `i` until a second inside it. */
  private within(i: number, until: number): number {
    const openSecond = this.opens[i] as number;
    const closeSecond = this.closes[i] as number;
    if (this.weekTable) return this.profile(until) - this.profile(openSecond);
    const length = closeSecond - openSecond;
    const u = (until - openSecond) / length;
    const centred = 2 * u - 1;
    // The density 0.6 + 1.2 (2u - 1)^2 is the U of an exchange day; it integrates to one.
    return (length / this.regularSeconds) * (0.6 * u + 0.2 * (centred * centred * centred + 1));
  }

  /** Days of activity by the weekly table since its first Sunday. */
  private profile(second: number): number {
    const table = this.weekTable as Float64Array;
    const since = second - SUNDAY_SECONDS;
    const week = Math.floor(since / WEEK_SECONDS);
    const inWeek = since - week * WEEK_SECONDS;
    const hour = Math.floor(inWeek / 3600);
    const low = table[hour] as number;
    return week * 7 + low + (((table[hour + 1] as number) - low) * (inWeek - hour * 3600)) / 3600;
  }

  /** The last session whose gap or open has begun by `second`, or -1. */
  private indexAt(second: number): number {
    const { lastIndex } = this;
    const after = this.gapStarts[lastIndex + 1];
    if ((this.gapStarts[lastIndex] ?? Infinity) <= second && (after === undefined || second < after)) return lastIndex;
    let low = 0;
    let high = this.gapStarts.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.gapStarts[middle] as number) <= second) low = middle + 1;
      else high = middle;
    }
    this.lastIndex = low - 1;
    return low - 1;
  }
}

const clocks = new Map<string, MarketClock>();

/** The clock of a calendar; written out once however many models use it and however often the calendar is read. */
export function clockOf(calendar: MarketCalendar): MarketClock {
  const text = JSON.stringify(calendar);
  const clock = clocks.get(text) ?? new MarketClock(calendar);
  clocks.set(text, clock);
  return clock;
}

/** Far beyond every calendar: what is open from an instant on never closes. */
const NEVER_SECOND = 4_102_444_800;

/** The clock of what trades from an instant on and never closes again, after a call. Both are whole seconds. */
export function clockFrom(calendar: MarketCalendar, { callAt, at }: { readonly callAt: number; readonly at: number }) {
  const text = `${calendar.id} ${callAt} ${at}`;
  const session = { openSecond: at / 1000, closeSecond: NEVER_SECOND, callSecond: callAt / 1000 };
  const clock = clocks.get(text) ?? new MarketClock(calendar, [session]);
  clocks.set(text, clock);
  return clock;
}

/** Cumulative activity over the 168 hours of a week from Sunday 00:00 UTC, seven days in all. */
function weekTableOf(hours: readonly number[], weekdays: readonly number[] | undefined): Float64Array {
  const table = new Float64Array(169);
  for (let hour = 0; hour < 168; hour++) {
    const weight = (hours[hour % 24] ?? 1) * (weekdays?.[Math.floor(hour / 24)] ?? 1);
    table[hour + 1] = (table[hour] as number) + weight;
  }
  const scale = 7 / (table[168] as number);
  return table.map((value) => value * scale);
}

/** Seconds of a usual trading day: five years of open seconds over the days that had any. */
function regularSecondsOf(sessions: readonly Session[]): number {
  const perDay = new Map<number, number>();
  for (const { openSecond, closeSecond } of sessions.slice(0, 1200)) {
    const day = Math.floor((openSecond + closeSecond) / 2 / 86_400);
    perDay.set(day, (perDay.get(day) ?? 0) + closeSecond - openSecond);
  }
  const counts = new Map<number, number>();
  for (const seconds of perDay.values()) counts.set(seconds, (counts.get(seconds) ?? 0) + 1);
  return [...counts].reduce((best, entry) => (entry[1] > best[1] ? entry : best), [86_400, 0])[0];
}
