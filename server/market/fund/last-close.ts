import type { Instant } from '../../core/clock.js';
import type { SessionState } from '../simulator/market-clock.js';

const HOUR_MS = 3_600_000;
/** No market is open for longer without a break, but one that never closes. */
const LONGEST_SESSION_HOURS = 8 * 24;

/** When a market last closed up to an instant: that instant where it never does. */
export function lastClose(hoursAt: (at: Instant) => SessionState, at: Instant): Instant | undefined {
  const now = hoursAt(at);
  if (!now.open) return now.closedAt;
  if (now.nextChangeAt === undefined) return at;
  for (let back = 1; back <= LONGEST_SESSION_HOURS; back += 1) {
    const before = hoursAt(at - back * HOUR_MS);
    if (!before.open) return before.closedAt;
  }
  return undefined;
}
