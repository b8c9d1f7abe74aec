import { DAY_SECONDS, dayOf, weekdayOf } from './civil.js';
import { noonOffsetsOf, utcSecondOf, type DstRule } from './zone.js';

/** When a venue stops trading in an instrument whose price moves fast. Bands are shares of the reference. */
export interface InterruptionRule {
  readonly band: number;
  readonly pauseMinutes: number;
  /** Shares that trade less a day have a wider band. Funds have not. */
  readonly thin?: { readonly belowVolumeUsdt: number; readonly band: number } | undefined;
  /** So have shares that cost less. */
  readonly cheap?: { readonly belowPrice: number; readonly band: number } | undefined;
  readonly source: string;
}

/** How far a price may go in a day from its last close, in the venue's currency. */
export interface PriceLimitRule {
  /** In rising order: closes below a price may move so much. Above the last row its share of the price holds. */
  readonly table: readonly (readonly [below: number, limit: number])[];
  /** Units of the venue's currency in a USDT, to find the row. It stays, so that a row never changes with a rate. */
  readonly perUsdt: number;
  readonly source: string;
}

/** Market hours of a usual week and how activity spreads over them. Local times are `HH:MM`; weekdays count from 0, Sunday. */
export interface MarketHours {
  id: string;
  name: string;
  /** The IANA name, for showing; the rules below are what counts. */
  timeZone: string;
  utcOffsetMinutes: number;
  dst: DstRule;
  alwaysOpen?: boolean;
  sessions: readonly {
    days: readonly number[];
    open: string;
    close: string;
    /** So long before the open, orders are gathered for its auction; absent: it opens without one. */
    callMinutes?: number | undefined;
    /** It ends with a closing auction, and so long before it orders for it stand; absent: it ends without one. */
    cutOffMinutes?: number | undefined;
  }[];
  /** Whose rules say how long orders are gathered. */
  callSource?: string | undefined;
  /** When trading in an instrument pauses because its price moves fast; absent: never. */
  interruption?: InterruptionRule | undefined;
  /** How far a price may go in a day; absent: anywhere. */
  priceLimits?: PriceLimitRule | undefined;
  /** Share of a day's price variance that happens while the market is shut and shows as the opening gap. */
  gapShare: number;
  /** Relative activity of the 24 UTC hours; absent: the U of an exchange day, busy at open and close. */
  hourWeights?: readonly number[];
  weekdayWeights?: readonly number[];
}

/**
 * Market hours with the days that differ, in order. Days are whole local days since 1970-01-01. A session that runs into midnight
 * is of the next trading day: it is shut with that day, and a half day does not shorten it.
 */
export interface MarketCalendar extends MarketHours {
  closedDays: readonly number[];
  earlyCloses: readonly { day: number; close: string }[];
}

/** The years of the tables. A replay may lie before the market's own past, so they reach further back. */
export const CALENDAR_YEARS = { from: 1999, to: 2045 } as const;
/** Sessions are written out from here. The past begins with 2010, and its first opening follows a close. Before that the market is shut. */
const SESSIONS_FROM = 2009;
/** The opening gap happens in this period before the open, while no price is published. */
export const GAP_SECONDS = 900;

export interface Session {
  openSecond: number;
  closeSecond: number;
  /** When orders for the opening auction are first taken; absent: there is none. */
  callSecond?: number;
  /** From when orders for the closing auction stand; absent: there is none. */
  cutOffSecond?: number;
}

/** All sessions of a calendar in order, adjoining ones joined, in UTC seconds. */
export function sessionsOf(calendar: MarketCalendar): Session[] {
  const sessions: Session[] = [];
  const templates = Array.from({ length: 7 }, (_, weekday) => templateOf(calendar, weekday));
  const days: DaysThatDiffer = {
    closed: new Set(calendar.closedDays),
    early: new Map(calendar.earlyCloses.map(({ day, close }) => [day, secondOfDay(close)])),
  };
  for (let year = SESSIONS_FROM; year <= CALENDAR_YEARS.to; year++) {
    addYear(sessions, templates, days, { year, noonOffset: noonOffsetsOf(calendar, year) });
  }
  return sessions;
}

interface DaysThatDiffer {
  closed: ReadonlySet<number>;
  early: ReadonlyMap<number, number>;
}

/** Written for speed: a server writes out a hundred thousand sessions when it starts. */
function addYear(
  sessions: Session[],
  templates: readonly Hours[][],
  { closed, early }: DaysThatDiffer,
  { year, noonOffset }: { year: number; noonOffset: (day: number) => number },
): void {
  const nextYear = dayOf(year + 1, 1, 1);
  for (let day = dayOf(year, 1, 1); day < nextYear; day++) {
    const template = templates[weekdayOf(day)] ?? [];
    if (template.length === 0) continue;
    // Clocks change on Sundays before anybody's market opens, so noon's offset is the day's.
    const midnight = day * DAY_SECONDS - noonOffset(day);
    const earlyClose = early.get(day) ?? DAY_SECONDS;
    const closing = template.at(-1) as Hours;
    for (const { open, close, call, ofNextDay, ...hours } of template) {
      if (closed.has(ofNextDay ? day + 1 : day)) continue;
      const until = ofNextDay ? close : Math.min(close, earlyClose);
      if (until <= open) continue;
      addSession(sessions, midnight + open, midnight + until);
      const session = sessions.at(-1) as Session;
      // A half day ends by the auction of a whole one.
      const cutOff = earlyClose <= closing.open && until === earlyClose ? closing.cutOff : hours.cutOff;
      if (call > 0 && session.openSecond === midnight + open) session.callSecond = midnight + open - call;
      if (cutOff > 0) session.cutOffSecond = midnight + until - cutOff;
    }
  }
}

/** The regular hours of one local day, from its first open to its last close; a whole UTC day for round-the-clock markets. */
export function regularHours(calendar: MarketCalendar, day: number): Session {
  const weekdays = [weekdayOf(day), 1];
  const template = weekdays.map((weekday) => templateOf(calendar, weekday)).find(({ length }) => length > 0);
  if (!template || calendar.hourWeights) {
    return { openSecond: day * DAY_SECONDS, closeSecond: (day + 1) * DAY_SECONDS };
  }
  const midnight = utcSecondOf(calendar, day, 43_200) - 43_200;
  const close = Math.max(...template.map((hours) => hours.close));
  const early = calendar.earlyCloses.find((short) => short.day === day);
  return {
    openSecond: midnight + (template[0] as Hours).open,
    closeSecond: midnight + (early ? Math.min(close, secondOfDay(early.close)) : close),
  };
}

function addSession(sessions: Session[], openSecond: number, closeSecond: number): void {
  const previous = sessions.at(-1);
  if (previous && previous.closeSecond >= openSecond) previous.closeSecond = closeSecond;
  else sessions.push({ openSecond, closeSecond });
}

/** Seconds of a local day. */
export interface Hours {
  open: number;
  close: number;
  /** Seconds of its call before the open. */
  call: number;
  /** Seconds between its cut-off and its close. */
  cutOff: number;
  /** True for an evening session, which is of the next trading day. */
  ofNextDay: boolean;
}

/** The weekdays that a market counts as trading days: a Sunday evening is Monday's. */
export function tradingWeekdays({ sessions }: MarketHours): Set<number> {
  return new Set(
    sessions.flatMap(({ days, ...hours }) => days.map((day) => (isOfNextDay(hours) ? (day + 1) % 7 : day))),
  );
}

function isOfNextDay({ open, close }: { open: string; close: string }): boolean {
  return close === '24:00' && open !== '00:00';
}

/** The sessions of a weekday in order. */
export function templateOf(calendar: MarketHours, weekday: number): Hours[] {
  return calendar.sessions
    .filter(({ days }) => days.includes(weekday))
    .map((hours) => ({
      open: secondOfDay(hours.open),
      close: secondOfDay(hours.close),
      call: (hours.callMinutes ?? 0) * 60,
      cutOff: (hours.cutOffMinutes ?? 0) * 60,
      ofNextDay: isOfNextDay(hours),
    }))
    .sort((x, y) => x.open - y.open);
}

/** `HH:MM` as seconds of the day; `24:00` is its end. */
export function secondOfDay(text: string): number {
  const match = /^(\d{2}):(\d{2})$/.exec(text);
  if (!match) throw new Error(`a time of day is HH:MM, not ${text}`);
  const seconds = +(match[1] as string) * 3600 + +(match[2] as string) * 60;
  if (seconds > DAY_SECONDS) throw new Error(`a time of day ends at 24:00, not ${text}`);
  return seconds;
}
