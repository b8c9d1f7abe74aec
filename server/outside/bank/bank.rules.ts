import { createHash } from 'node:crypto';
import type { Instant } from '../../core/clock.js';
import type { BankPayoutStatus } from '../../core/ports/bank.js';

/** How the simulated bank works: `seeds/bank.json`. Its day is counted in UTC, times are `HH:MM`. */
export interface BankRules {
  /** What makes the time of each payout: the same seed and key give the same minutes. */
  readonly seed: string;
  readonly opens: string;
  readonly closes: string;
  /** A payout takes this many minutes of the bank's own working time, both ends possible. */
  readonly minutesMin: number;
  readonly minutesMax: number;
  /** An account that ends so was closed: what is paid there comes back. */
  readonly closedAccountEnding: string;
}

const REFERENCE_LENGTH = 16;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const SATURDAY = 6;

/** Which minutes the payout needs, from its key alone. */
export function workingMinutes(rules: BankRules, key: string): number {
  return rules.minutesMin + (hashOf(`${rules.seed}/${key}`) % (rules.minutesMax - rules.minutesMin + 1));
}

/** When a payout is settled or comes back: its minutes later, counted while the bank works. */
export function settlesAt(rules: BankRules, key: string, orderedAt: Instant): Instant {
  let at = orderedAt;
  let restMs = workingMinutes(rules, key) * MINUTE_MS;
  for (;;) {
    const from = Math.max(at, opensOn(rules, at));
    const leftMs = isBankDay(at) ? Math.max(0, closesOn(rules, at) - from) : 0;
    if (restMs <= leftMs) return from + restMs;
    restMs -= leftMs;
    at = dayOf(at) + DAY_MS;
  }
}

/** The outcome by the account: money to a closed one comes back. */
export function outcomeFor(rules: BankRules, account: string): Exclude<BankPayoutStatus, 'ordered'> {
  return account.replaceAll(/\s/g, '').endsWith(rules.closedAccountEnding) ? 'returned' : 'settled';
}

/** The bank's own reference: `GBB-` and sixteen characters of the key's SHA-256, too many for two payouts to share one. */
export function referenceOf(rules: BankRules, key: string): string {
  const digest = createHash('sha256').update(`${rules.seed}/reference/${key}`).digest('hex');
  return `GBB-${BigInt(`0x${digest}`).toString(36).slice(-REFERENCE_LENGTH).toUpperCase()}`;
}

/** Whether the bank works at this instant, and when that changes next. */
export function workState(rules: BankRules, at: Instant): { open: boolean; changesAt: Instant } {
  const today = isBankDay(at);
  if (today && at < opensOn(rules, at)) return { open: false, changesAt: opensOn(rules, at) };
  if (today && at < closesOn(rules, at)) return { open: true, changesAt: closesOn(rules, at) };
  let day = dayOf(at) + DAY_MS;
  while (!isBankDay(day)) day += DAY_MS;
  return { open: false, changesAt: opensOn(rules, day) };
}

/** Monday to Friday without the holidays of the TARGET calendar: New Year, Good Friday, Easter Monday, 1 May, 25 and 26 December. */
export function isBankDay(at: Instant): boolean {
  const date = new Date(at);
  const weekday = date.getUTCDay();
  if (weekday === 0 || weekday === SATURDAY) return false;
  const [month, day] = [date.getUTCMonth() + 1, date.getUTCDate()];
  if (['1/1', '5/1', '12/25', '12/26'].includes(`${month}/${day}`)) return false;
  const daysAfterEaster = (dayOf(at) - easterSunday(date.getUTCFullYear())) / DAY_MS;
  return daysAfterEaster !== -2 && daysAfterEaster !== 1;
}

/** Easter Sunday of the Gregorian calendar (Meeus, Astronomical Algorithms, chapter 8), 00:00 UTC. */
export function easterSunday(year: number): Instant {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const g = Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3);
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const days = h + l - 7 * m + 114;
  return Date.UTC(year, Math.floor(days / 31) - 1, (days % 31) + 1);
}

function opensOn({ opens }: BankRules, at: Instant): Instant {
  return dayOf(at) + timeOfDay(opens);
}

function closesOn({ closes }: BankRules, at: Instant): Instant {
  return dayOf(at) + timeOfDay(closes);
}

function dayOf(at: Instant): Instant {
  return Math.floor(at / DAY_MS) * DAY_MS;
}

function timeOfDay(text: string): number {
  const [hours = '0', minutes = '0'] = text.split(':');
  return (parseInt(hours, 10) * 60 + parseInt(minutes, 10)) * MINUTE_MS;
}

/** FNV-1a of 32 bits (Fowler, Noll, Vo): spreads keys, and hides nothing. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
