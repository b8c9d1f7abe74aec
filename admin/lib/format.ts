/** How figures and instants read, by BCP-47 tag. Money stays a decimal string from end to end: Intl formats it exactly. */

/** A decimal string with the locale's separators and all its digits; what is not a decimal is shown as it came. */
export function formatDecimal(tag: string, amount: string): string {
  if (!/^-?\d+(\.\d+)?$/.test(amount)) return amount;
  const digits = amount.split('.')[1]?.length ?? 0;
  const format = new Intl.NumberFormat(tag, {
    minimumFractionDigits: digits,
    maximumFractionDigits: Math.min(digits, 100),
  });
  return format.format(amount as Intl.StringNumericLiteral);
}

/** A share as a percentage: `0.0123` is 1.23%. */
export function formatShare(tag: string, share: string, decimals = 2): string {
  const format = new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: decimals });
  return format.format(share as Intl.StringNumericLiteral);
}

export function formatCount(tag: string, count: number): string {
  return new Intl.NumberFormat(tag, { maximumFractionDigits: 0 }).format(count);
}

export function formatMilliseconds(tag: string, milliseconds: number): string {
  return new Intl.NumberFormat(tag, {
    style: 'unit',
    unit: 'millisecond',
    unitDisplay: 'short',
    maximumFractionDigits: milliseconds < 10 ? 2 : 0,
  }).format(milliseconds);
}

export function formatMegabytes(tag: string, megabytes: number): string {
  return new Intl.NumberFormat(tag, {
    style: 'unit',
    unit: 'megabyte',
    unitDisplay: 'short',
    maximumFractionDigits: 0,
  }).format(megabytes);
}

/** Day and time to the second, in the reader's own time zone; where room is short, without the year when it is this one. */
export function formatInstant(tag: string, at: number, thisYear?: number): string {
  return new Intl.DateTimeFormat(tag, {
    ...(new Date(at).getFullYear() === thisYear ? {} : { year: 'numeric' }),
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  }).format(at);
}

/** An instant to the millisecond in UTC: the one spelling that means the same to everybody. */
export function formatIso(at: number): string {
  return new Date(at).toISOString();
}

const AGES = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const;

/** `3 minutes ago`, `in 2 hours`: the largest unit that fits. */
export function formatAge(tag: string, at: number, now: number): string {
  const elapsed = at - now;
  const [unit, length] = AGES.find(([, size]) => Math.abs(elapsed) >= size) ?? AGES[3];
  return new Intl.RelativeTimeFormat(tag, { numeric: 'auto' }).format(Math.trunc(elapsed / length), unit);
}

/** `1 day, 2 hr, 5 min`: the two largest units of a span that are not zero. */
export function formatSpan(tag: string, seconds: number): string {
  const parts = [
    ['day', Math.floor(seconds / 86_400)],
    ['hour', Math.floor(seconds / 3600) % 24],
    ['minute', Math.floor(seconds / 60) % 60],
    ['second', Math.floor(seconds) % 60],
  ] as const;
  const first = Math.max(
    0,
    parts.findIndex(([, count]) => count > 0),
  );
  const shown = seconds < 1 ? parts.slice(3) : parts.slice(first, first + 2).filter(([, count]) => count > 0);
  return shown
    .map(([unit, count]) => new Intl.NumberFormat(tag, { style: 'unit', unit, unitDisplay: 'short' }).format(count))
    .join(' ');
}

/** The first and last characters of a hash or key; short texts stay whole. */
export function shorten(text: string, head = 8, tail = 6): string {
  return text.length <= head + tail + 1 ? text : `${text.slice(0, head)}…${tail === 0 ? '' : text.slice(-tail)}`;
}

/** `OrderAccepted` → `Order accepted`: event types are names, not sentences, and stay English everywhere. */
export function splitWords(type: string): string {
  const words = type.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The hour of the day, in the reader's own time zone. */
export function formatHour(tag: string, at: number): string {
  return new Intl.DateTimeFormat(tag, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(at);
}
