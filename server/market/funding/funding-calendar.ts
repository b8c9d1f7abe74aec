import type { Instant } from '../../core/clock.js';
import type { Activity, MarketClock } from '../simulator/market-clock.js';

/** A funding interval in minutes of open market: eight hours. */
export const FUNDING_MINUTES = 480;
const MINUTE_SECONDS = 60;
const DAY_SECONDS = 86_400;
/** Twice the longest holiday of any exchange. */
const CLOSED_DAYS_MAX = 30;

/** The open minutes of a market, counted from the first second of its calendar. A market that never closes counts from 1970. */
export class OpenMinutes {
  private readonly activity: Activity = { varianceDays: 0, tradingDays: 0, openSeconds: 0 };

  constructor(private readonly clock: MarketClock) {}

  /** Whole open minutes that are over at an instant. */
  before(at: Instant): number {
    return Math.floor(this.openSeconds(Math.floor(at / 1000)) / MINUTE_SECONDS);
  }

  /**
   * The first instant after `after` at which so many open minutes are over; `undefined` where the market closes for good before.
   * The last minute of a session is over when the session ends.
   */
  endOf(minutes: number, after: Instant): Instant | undefined {
    const wanted = minutes * MINUTE_SECONDS;
    let low = Math.floor(after / 1000);
    // Sessions are at least an hour a day, so eight hours of open market end within eight trading days.
    let high = low + (CLOSED_DAYS_MAX + 16) * DAY_SECONDS;
    if (this.openSeconds(high) < wanted) return undefined;
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (this.openSeconds(middle) >= wanted) high = middle;
      else low = middle;
    }
    return high * 1000;
  }

  /** The instant before or at `before` at which so many open minutes were over. */
  endBefore(minutes: number, before: Instant): Instant {
    const wanted = minutes * MINUTE_SECONDS;
    let high = Math.ceil(before / 1000);
    let low = high - DAY_SECONDS;
    for (let days = 2; this.openSeconds(low) >= wanted && low > 0; days *= 2) low = high - days * DAY_SECONDS;
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (this.openSeconds(middle) >= wanted) high = middle;
      else low = middle;
    }
    return high * 1000;
  }

  private openSeconds(second: number): number {
    this.clock.read(second, this.activity);
    return this.activity.openSeconds;
  }
}
