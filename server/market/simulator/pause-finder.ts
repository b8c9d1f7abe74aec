import type { Instant } from '../../core/clock.js';
import { BoundedMap } from '../../core/bounded-map.js';
import { BEAT_MS } from './beats.js';
import { ln } from './exact-math.js';
import { UnknownEpochError } from './key-ring.js';
import type { MarketCalendar, PriceLimitRule, Session } from './market-calendar.js';
import { clockOf, type MarketClock } from './market-clock.js';
import type { MarketSource } from './market-source.js';
import { leastShare, limitsAfter, pauseRulesOf, tradingDayOf, type PauseRules } from './pause-rules.js';
import { SessionPauses, type Pause, type PausedPath, type PriceLimits } from './pauses.js';

export interface PauseTerms {
  readonly calendars: readonly MarketCalendar[];
  /** Nothing pauses before the launch. */
  readonly launchAt: Instant;
  readonly epochMs: number;
}

/** An instrument that may be paused. */
interface Paused {
  readonly symbol: string;
  readonly rules: PauseRules;
  readonly clock: MarketClock;
  readonly calendar: MarketCalendar;
  readonly tickSize: number;
  readonly path: PausedPath;
  /** Questions come close to the one before. */
  last: SessionPauses | undefined;
}

/** Sessions whose pauses are remembered: a week of thousands of instruments. About 10 MB. */
const SESSIONS_KEPT = 20_000;
const SECOND_MS = 1000;

/** Finds the pauses of instruments in their published paths, and remembers them. */
export class PauseFinder {
  private readonly paused = new Map<string, Paused | undefined>();
  private readonly sessions = new BoundedMap<string, SessionPauses>(SESSIONS_KEPT);

  constructor(
    private readonly source: MarketSource,
    private readonly terms: PauseTerms,
  ) {}

  /** Whether trading in it ever pauses. */
  mayPause(symbol: string): boolean {
    return this.of(symbol) !== undefined;
  }

  /** The pause that runs at an instant; none where the seed is not known yet. */
  at(symbol: string, at: Instant): Pause | undefined {
    const paused = this.of(symbol);
    if (paused === undefined || at < this.terms.launchAt) return undefined;
    return known(() => this.holding(paused, at)?.at(at));
  }

  /** Those that overlap a stretch of time and have begun before its end, oldest first. */
  between(symbol: string, fromMs: Instant, toMs: Instant): Pause[] {
    const paused = this.of(symbol);
    const pauses: Pause[] = [];
    if (paused === undefined) return pauses;
    for (let at = Math.max(fromMs, this.terms.launchAt); at < toMs;) {
      const session = paused.clock.sessionAtOrAfter(Math.floor(at / SECOND_MS));
      if (session === undefined || session.openSecond * SECOND_MS >= toMs) break;
      const closesAt = session.closeSecond * SECOND_MS;
      const begun = known(() => this.pausesOf(paused, session)?.by(Math.min(toMs, closesAt) - 1)) ?? [];
      for (const pause of begun) if (pause.until > fromMs) pauses.push(pause);
      at = closesAt;
    }
    return pauses;
  }

  /** The limits of the day whose session runs, or else of the next one. */
  limitsAt(symbol: string, at: Instant): PriceLimits | undefined {
    const paused = this.of(symbol);
    if (paused?.rules.limits === undefined || at < this.terms.launchAt) return undefined;
    return known(() => (this.holding(paused, at) ?? this.coming(paused, at))?.rules.limits);
  }

  private of(symbol: string): Paused | undefined {
    if (this.paused.has(symbol)) return this.paused.get(symbol);
    const spec = this.source.spec(symbol);
    const calendar = this.terms.calendars.find(({ id }) => id === spec.calendar);
    const rules = pauseRulesOf(spec, calendar);
    const made = rules && calendar && this.madeOf(symbol, rules, calendar);
    this.paused.set(symbol, made);
    return made;
  }

  private madeOf(symbol: string, rules: PauseRules, calendar: MarketCalendar): Paused {
    const tickSize = +this.source.spec(symbol).tickSize;
    return { symbol, rules, calendar, tickSize, clock: clockOf(calendar), path: this.pathOf(symbol), last: undefined };
  }

  private holding(paused: Paused, at: Instant): SessionPauses | undefined {
    const { last, clock } = paused;
    if (last !== undefined && at >= last.session.opensAt && at < last.session.closesAt) return last;
    const second = Math.floor(at / SECOND_MS);
    if (!clock.isOpen(second)) return undefined;
    return (paused.last = this.pausesOf(paused, clock.sessionAtOrAfter(second) as Session));
  }

  private coming(paused: Paused, at: Instant): SessionPauses | undefined {
    const session = paused.clock.sessionAtOrAfter(Math.floor(at / SECOND_MS));
    return session && this.pausesOf(paused, session);
  }

  /** `undefined` for a session that was over at the launch. */
  private pausesOf(paused: Paused, session: Session): SessionPauses | undefined {
    const key = `${paused.symbol} ${session.openSecond}`;
    const made = this.sessions.get(key);
    if (made !== undefined) return made;
    const opensAt = Math.max(session.openSecond * SECOND_MS, this.terms.launchAt);
    const closesAt = session.closeSecond * SECOND_MS;
    if (closesAt <= opensAt) return undefined;
    const { cutOffAt } = this.source.sessionState(paused.symbol, opensAt);
    const { interruption, limits: rule } = paused.rules;
    const limits = rule && this.limitsOf(paused, rule, session);
    const pauses = new SessionPauses(paused.path, { opensAt, closesAt, cutOffAt }, { interruption, limits });
    this.sessions.set(key, pauses);
    return pauses;
  }

  /** Counted from the last public price of the trading day before; of a day that showed none, from the model's close. */
  private limitsOf(paused: Paused, rule: PriceLimitRule, session: Session): PriceLimits {
    const { tickSize, calendar } = paused;
    const before = this.dayBefore(paused, tradingDayOf(session.openSecond * SECOND_MS, calendar), session);
    const close = (before[0] ?? session).closeSecond * SECOND_MS - BEAT_MS;
    const at = this.isCalm(paused, rule, before) ? undefined : this.publicBefore(paused, before);
    return limitsAfter(this.source.priceTicksAt(paused.symbol, at ?? close), tickSize, rule);
  }

  /** The last beat of a day's sessions, newest first, at which its price was public. */
  private publicBefore(paused: Paused, sessions: readonly Session[]): Instant | undefined {
    for (const session of sessions) {
      const closesAt = session.closeSecond * SECOND_MS;
      const last = this.pausesOf(paused, session)
        ?.by(closesAt - 1)
        .at(-1);
      if (last?.until !== closesAt) return closesAt - BEAT_MS;
      if (last.from > session.openSecond * SECOND_MS) return last.from - BEAT_MS;
    }
    return undefined;
  }

  /**
   * Whether a day cannot have ended outside its limits, wherever in the day before they were counted from. It saves going back from
   * day to day.
   */
  private isCalm(paused: Paused, rule: PriceLimitRule, sessions: readonly Session[]): boolean {
    const oldest = sessions.at(-1);
    if (oldest === undefined) return true;
    const day = tradingDayOf(oldest.openSecond * SECOND_MS, paused.calendar);
    const first = this.dayBefore(paused, day, oldest).at(-1) ?? oldest;
    const [fromMs, toMs] = [first.openSecond * SECOND_MS, (sessions[0] as Session).closeSecond * SECOND_MS];
    if (toMs <= this.terms.launchAt) return true;
    const middle = paused.path.exactTicksAt(fromMs);
    // Limits and prices are whole ticks.
    const width = Math.sqrt(1 + leastShare(rule) - 3 / middle);
    return width > 1 && !paused.path.leaves(fromMs, toMs, middle / width, middle * width);
  }

  /** The sessions of the trading day before a session's, newest first. */
  private dayBefore({ clock, calendar }: Paused, day: number, { openSecond }: Session): Session[] {
    const sessions: Session[] = [];
    let found: number | undefined;
    for (let second = clock.lastOpenSecond(openSecond - 1); second !== undefined;) {
      const session = clock.sessionAtOrAfter(second) as Session;
      const own = tradingDayOf(session.openSecond * SECOND_MS, calendar);
      if (own < (found ?? own)) break;
      if (own < day) {
        found = own;
        sessions.push(session);
      }
      second = clock.lastOpenSecond(session.openSecond - 1);
    }
    return sessions;
  }

  private pathOf(symbol: string): PausedPath {
    const { source, terms } = this;
    // A price is that of the level 0 times an exponential, so one beat tells the level of every price.
    let scale: number | undefined;
    return {
      exactTicksAt: (at) => source.exactTicksAt(symbol, at),
      knownWith: (at) => (Math.floor(at / terms.epochMs) + 1) * terms.epochMs,
      leaves: (fromMs, toMs, low, high) => {
        const first = scale === undefined ? source.extremes(symbol, fromMs, fromMs + SECOND_MS) : undefined;
        if (first !== undefined) scale = ln(source.exactTicksAt(symbol, first.highBeat * BEAT_MS)) - first.highLevel;
        if (scale === undefined) return false;
        const [lowLevel, highLevel] = [ln(Math.max(low, 1e-9)) - scale, ln(high) - scale];
        const corridor = { lowLevel, highLevel, lowTicks: low, highTicks: high, lowBeat: 0, highBeat: 0 };
        // Only what reaches beyond a corridor is searched for, so a quiet one costs a look at the root.
        const found = source.extremes(symbol, fromMs, toMs, corridor) ?? corridor;
        return found.highLevel > highLevel || found.lowLevel < lowLevel;
      },
    };
  }
}

function known<Found>(find: () => Found): Found | undefined {
  try {
    return find();
  } catch (error) {
    if (error instanceof UnknownEpochError) return undefined;
    throw error;
  }
}
