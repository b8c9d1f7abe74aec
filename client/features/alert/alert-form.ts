import type { AlertKind, AlertLimitsView, AlertRepeat, AlertView } from '../../../contracts/alert.contract';
import { format, percentOf, toAmount } from '../../../shared/money';

const DAY_MS = 86_400_000;
const DAYS = 30;

/** What is typed; all values are texts. */
export type AlertValues = Record<
  'symbol' | 'kind' | 'level' | 'repeat' | 'pauseMinutes' | 'endsAt' | 'email' | 'note',
  string
>;

/** Minutes between two notifications, to choose from. */
const PAUSES = [5, 15, 60, 240, 1_440];
const PAUSE = 60;

/** The choices that the policy allows, and its own minimum where no choice is as short. */
export function pausesFrom(minimum: number, chosen: number): number[] {
  const allowed = PAUSES.filter((minutes) => minutes >= minimum);
  return [...new Set([...allowed, ...(chosen > 0 ? [chosen] : []), ...(allowed.length === 0 ? [minimum] : [])])].sort(
    (a, b) => a - b,
  );
}

/** A pause in the largest unit that it is a whole number of: 15 minutes, 24 hours. */
export function pauseText(minutes: number, tag: string): string {
  const [unit, count] = minutes % 60 === 0 ? (['hour', minutes / 60] as const) : (['minute', minutes] as const);
  return new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
}

/** A form begins with an alert that is there, or with a month from now. */
export function valuesOf(
  { symbol, level, alert }: { symbol: string; level?: string; alert?: AlertView },
  { pauseMinutesMin, endDaysMax }: Pick<AlertLimitsView, 'pauseMinutesMin' | 'endDaysMax'>,
  now: number,
): AlertValues {
  const days = Math.min(DAYS, endDaysMax - 1);
  const pause = alert !== undefined && alert.pauseMinutes > 0 ? alert.pauseMinutes : Math.max(PAUSE, pauseMinutesMin);
  return {
    symbol,
    kind: alert?.kind ?? 'crosses',
    level: alert?.level ?? level ?? '',
    repeat: alert?.repeat ?? 'once',
    pauseMinutes: `${pause}`,
    endsAt: dayOf(alert?.endsAt ?? now + days * DAY_MS),
    email: alert?.email === true ? 'yes' : '',
    note: alert?.note ?? '',
  };
}

/** What is sent of it. A demo account has no letters and no notes. */
export function termsOf(values: AlertValues, real: boolean) {
  const repeat = values.repeat as AlertRepeat;
  return {
    kind: values.kind as AlertKind,
    level: values.level.replace(/\.$/, ''),
    repeat,
    ...(repeat === 'each' && { pauseMinutes: values.pauseMinutes }),
    endsAt: endOf(values.endsAt),
    ...(real && { email: values.email === 'yes' ? ('true' as const) : ('false' as const) }),
    ...(real && values.note.trim() !== '' && { note: values.note.trim() }),
  };
}

/** An alert's own terms at another level. A demo account has no letters and no notes. */
export function movedTerms(
  { kind, repeat, pauseMinutes, endsAt, email, note }: AlertView,
  level: string,
  real: boolean,
) {
  return {
    kind,
    level,
    repeat,
    ...(repeat === 'each' && { pauseMinutes: `${pauseMinutes}` }),
    endsAt,
    ...(real && { email: email ? ('true' as const) : ('false' as const) }),
    ...(real && note !== null && { note }),
  };
}

/** The local day of an instant, as a date field has it. */
export function dayOf(at: number): string {
  const date = new Date(at);
  const two = (part: number): string => `${part}`.padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The last second of a local day. */
function endOf(day: string): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date, 23, 59, 59).getTime();
}

/** The last day that an alert may end on: all of it lies within the policy's days. */
export const lastDay = (now: number, days: number): string => dayOf(now + (days - 1) * DAY_MS);

/** How far a level is from the last price, in per cent with a sign; `undefined` without either. */
export function distanceOf(level: string, last: string | undefined): string | undefined {
  const [wanted, price] = [toAmount(level), toAmount(last ?? '')];
  if (wanted === 0n || price === 0n) return undefined;
  return format(percentOf(wanted - price, price));
}

/** The price that a move of some per cent leads to, counted from the price of 24 hours before. */
export function movedPrice(percent: string, before: string | undefined, sign: 1n | -1n): string | undefined {
  const base = toAmount(before ?? '');
  if (base === 0n) return undefined;
  const share = toAmount('100') + sign * toAmount(percent);
  return share < 0n ? undefined : format((base * share) / toAmount('100'));
}
