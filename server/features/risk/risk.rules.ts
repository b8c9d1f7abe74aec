import type { Instant } from '../../core/clock.js';

/** The same day and time of a later month in UTC; the last day of a month that has no such day. */
export function monthsAfter(at: Instant, months: number): Instant {
  const date = new Date(at);
  const day = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() + months);
  // 31 January and one month is 3 March for `Date`; for people it is the end of February.
  if (date.getUTCDate() !== day) date.setUTCDate(0);
  return date.getTime();
}
