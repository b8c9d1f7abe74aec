import type { DeliveryKind } from '../../../contracts/settlement.calls.js';
import type { Instant } from '../../core/clock.js';
import { DAY_SECONDS, dateOf, nthWeekday, weekdayOf } from '../simulator/civil.js';

const DAY_MS = DAY_SECONDS * 1000;
const FRIDAY = 5;
/** Of a Friday, UTC. */
const DELIVERY_HOUR_MS = 8 * 3_600_000;
const MONTHS_AHEAD = 7;

/** The first delivery of a kind after an instant: a Friday, the last one of its month, or the last one of its quarter, at 08:00 UTC. */
export function nextDelivery(kind: DeliveryKind, after: Instant): Instant {
  if (kind === 'weekly') return fridayAfter(after);
  const { year, month } = dateOf(Math.floor(after / DAY_MS));
  for (let ahead = 0; ahead < MONTHS_AHEAD; ahead += 1) {
    const index = month - 1 + ahead;
    const number = (index % 12) + 1;
    if (kind === 'quarterly' && number % 3 !== 0) continue;
    const at = nthWeekday(year + Math.floor(index / 12), number, FRIDAY, -1) * DAY_MS + DELIVERY_HOUR_MS;
    if (at > after) return at;
  }
  throw new Error(`no ${kind} delivery follows ${new Date(after).toISOString()}`);
}

/** The newest delivery at or before an instant: every delivery is on a Friday. */
export function lastDelivery(at: Instant): Instant {
  return fridayAfter(at) - 7 * DAY_MS;
}

function fridayAfter(after: Instant): Instant {
  const day = Math.floor((after - DELIVERY_HOUR_MS) / DAY_MS) + 1;
  return (day + ((FRIDAY - weekdayOf(day) + 7) % 7)) * DAY_MS + DELIVERY_HOUR_MS;
}
