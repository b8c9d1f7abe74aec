import { useMemo } from 'react';
import { localeOf } from '../../shared/language';
import { usePreferences } from './preferences';

const numbers = new Map<string, Intl.NumberFormat>();
const dates = new Map<string, Intl.DateTimeFormat>();

function numberFormat(tag: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${tag}|${options.minimumFractionDigits}|${options.maximumFractionDigits}|${options.notation}|${options.style}|${options.signDisplay}|${options.roundingMode}|${options.useGrouping}`;
  const kept = numbers.get(key) ?? new Intl.NumberFormat(tag, options);
  numbers.set(key, kept);
  return kept;
}

function dateFormat(tag: string, name: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${tag}|${name}`;
  const kept = dates.get(key) ?? new Intl.DateTimeFormat(tag, options);
  dates.set(key, kept);
  return kept;
}

/** Intl formats decimal strings exactly, without a float between. */
const exact = (text: string) => text as Intl.StringNumericLiteral;

const TIME = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;
/** A date in a text: the month in letters, so that day and month cannot be mistaken. */
const DAY = { year: 'numeric', month: 'short', day: 'numeric' } as const;
const DATE = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;

/** How numbers and instants read in one language. Amounts come in and stay as decimal strings. */
export function formatter(tag: string) {
  return {
    tag,
    /** Exactly so many decimals: prices by the instrument's tick. */
    decimal: (text: string, decimals: number) =>
      numberFormat(tag, { minimumFractionDigits: decimals, maximumFractionDigits: decimals }).format(exact(text)),
    /** At least `least` and at most `most` decimals. */
    amount: (text: string, most: number, least = 0) =>
      numberFormat(tag, { minimumFractionDigits: Math.min(least, most), maximumFractionDigits: most }).format(
        exact(text),
      ),
    /** At most `most` decimals, the rest cut off: an amount never reads as more than there is. */
    amountDown: (text: string, most: number, signed = false) =>
      numberFormat(tag, {
        maximumFractionDigits: most,
        roundingMode: 'trunc',
        signDisplay: signed ? 'exceptZero' : 'auto',
      }).format(exact(text)),
    /** 3.04M, 6,670.96万: four figures are grouped like everywhere else, which Intl leaves out in this notation. */
    compact: (text: string) =>
      numberFormat(tag, {
        notation: 'compact',
        minimumFractionDigits: 0,
        maximumFractionDigits: 2,
        useGrouping: 'always',
      }).format(exact(text)),
    count: (value: number) => numberFormat(tag, { maximumFractionDigits: 0 }).format(value),
    /** `changePct` as it comes: per cent with two decimals and a sign. */
    percent: (text: string) =>
      `${numberFormat(tag, { minimumFractionDigits: 2, maximumFractionDigits: 2, signDisplay: 'exceptZero' }).format(exact(text))}%`,
    /** A share in per cent as the language writes it, whole or with so many decimals: `0.0175` is 1.75%, in German 1,75 %. */
    share: (text: string, decimals?: number) =>
      numberFormat(tag, {
        style: 'percent',
        minimumFractionDigits: decimals ?? 0,
        maximumFractionDigits: decimals ?? 16,
      }).format(exact(text)),
    time: (at: number) => dateFormat(tag, 'time', TIME).format(at),
    date: (at: number) => dateFormat(tag, 'date', DATE).format(at),
    day: (at: number) => dateFormat(tag, 'day', DAY).format(at),
    dateTime: (at: number) => dateFormat(tag, 'date-time', { ...DATE, ...TIME }).format(at),
    shortDateTime: (at: number) => dateFormat(tag, 'short', { month: '2-digit', day: '2-digit', ...TIME }).format(at),
  };
}

export type Formatter = ReturnType<typeof formatter>;

export function useFormat(): Formatter {
  const language = usePreferences((state) => state.language);
  return useMemo(() => formatter(localeOf(language)), [language]);
}
