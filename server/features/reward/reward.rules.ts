import { amount, format, least, roundTo, times, ZERO, type Amount } from '../../../shared/money.js';
import { SIGN_IN_DAYS, ZONE_DAYS } from '../../../shared/sign-in.js';
import { dateAfter, dateOf, startOf } from '../../../shared/utc-date.js';
import type { Instant } from '../../core/clock.js';
import { dayOf, startOfDay } from '../../core/zone.js';
import type { UsedVoucher } from './reward.events.js';
import type { OpenVoucher, RewardState, ZonePeriod } from './reward.state.js';

const DAY_MS = 86_400_000;
/** USDT is paid back in such decimals, rounded down. */
const MONEY_DECIMALS = 8;

/** The date on the calendar there, `2028-02-29`. */
export const ownDate = (timeZone: string, at: Instant): string => dateOf(dayOf(timeZone, at) * DAY_MS);
export const startOfOwnDate = (timeZone: string, date: string): Instant => startOfDay(timeZone, startOf(date) / DAY_MS);

export const zoneOf = ({ zones }: RewardState): ZonePeriod | undefined => zones.at(-1);
export const zoneChangeableAt = ({ from }: ZonePeriod): Instant => from + ZONE_DAYS * DAY_MS;

/**
 * Which day of the calendar a sign-in is; `undefined` where it gives none: the date is not later than the last. A date that came
 * for the person and was not signed is missed, and the calendar begins anew. One that a change of zone, or the zone itself,
 * skipped is not missed (decisions, "Sign-in").
 */
export function nextDay({ run, zones }: RewardState, date: string, at: Instant): number | undefined {
  const last = run.at(-1);
  if (last === undefined) return 1;
  if (date <= last) return undefined;
  return hasMissed(zones, last, date, at) ? 1 : (run.length % SIGN_IN_DAYS) + 1;
}

function hasMissed(zones: readonly ZonePeriod[], last: string, date: string, at: Instant): boolean {
  const [first, end] = [startOf(last) / DAY_MS + 1, startOf(date) / DAY_MS];
  // A change of zone skips one date at most, and a zone itself another.
  if (end - first > 2) return true;
  for (let day = first; day < end; day += 1) if (hasCome(zones, day, at)) return true;
  return false;
}

/** Whether a clock on the person's wall showed that day, however shortly. */
function hasCome(zones: readonly ZonePeriod[], day: number, at: Instant): boolean {
  return zones.some(({ timeZone, from }, n) => {
    const begins = startOfDay(timeZone, day);
    if (dayOf(timeZone, begins) !== day) return false;
    const ends = startOfDay(timeZone, day + 1);
    // What stood before the first zone is not known, and no sign-in came before it.
    return begins < (zones[n + 1]?.from ?? at) && ends > from;
  });
}

/** When the next sign-in is possible: with the first date later than the last. */
export function nextSignInAt(state: RewardState): Instant | null {
  const [zone, last] = [zoneOf(state), state.run.at(-1)];
  if (zone === undefined || last === undefined) return null;
  return startOfOwnDate(zone.timeZone, dateAfter(last, 1));
}

/** Vouchers whose dates a UTC date is among. */
export const openOn = (vouchers: readonly OpenVoucher[], date: string): OpenVoucher[] =>
  vouchers.filter(({ firstDate, lastDate }) => firstDate <= date && date <= lastDate);

/**
 * What vouchers pay back of the fees of a date: the first to end first, and together at most the share that was promised with each,
 * nor more than the fee tables leave for vouchers, so that nobody earns by paying fees.
 */
export function useOf(vouchers: readonly OpenVoucher[], fees: string, mostShare: string): UsedVoucher[] {
  let paid = ZERO;
  return vouchers.flatMap(({ feeVoucherId, left, feeShare }) => {
    const most =
      roundTo(times(amount(fees), least(amount(feeShare), amount(mostShare)), 'down'), MONEY_DECIMALS, 'down') - paid;
    const used = most < amount(left) ? most : amount(left);
    if (used <= ZERO) return [];
    paid += used;
    return [{ feeVoucherId, amount: format(used), left: format(amount(left) - used) }];
  });
}

export const sumOf = (used: readonly UsedVoucher[]): Amount =>
  used.reduce((sum, one) => sum + amount(one.amount), ZERO);
