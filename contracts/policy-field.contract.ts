import { z } from 'zod';
import { tryAmount, ZERO } from '../shared/money.js';

/** How a value is written: a form shows and bounds its field by it. */
export type PolicyField =
  | { kind: 'whole'; min: number; max: number }
  /** A decimal string; `none` means no limit, where `mayBeNone`. */
  | { kind: 'decimal'; min: string; max: string; mayBeNone: boolean }
  | { kind: 'switch' }
  /** One of these; the texts of `policy` explain each under `choice`. */
  | { kind: 'choice'; options: readonly string[] }
  /** Some of a list, with commas between. `chains`: `USDT:ERC20`, as the networks move them; `none` where `mayBeNone`. */
  | { kind: 'several'; of: 'chains' | readonly string[]; mayBeNone: boolean }
  /** A time of day, `24:00` where the day may end with it. */
  | { kind: 'clock'; endsDay: boolean }
  | { kind: 'time-zone' }
  | { kind: 'text' };

const DECIMAL = /^(?!-0(\.0*)?$)-?(0|[1-9]\d{0,17})(\.\d{1,18})?$/;

export const whole = (min: number, max: number) => z.int().min(min).max(max).meta({ kind: 'whole', min, max });
export const flag = () => z.boolean().meta({ kind: 'switch' });
export const choice = <Option extends string>(options: readonly [Option, ...Option[]]) =>
  z.enum(options).meta({ kind: 'choice', options });
export const text = (pattern: RegExp) => z.string().regex(pattern).meta({ kind: 'text' });
export const several = (pattern: RegExp, of: 'chains' | readonly string[], mayBeNone = false) =>
  z.string().regex(pattern).meta({ kind: 'several', of, mayBeNone });
export const clock = (pattern: RegExp, endsDay: boolean) => z.string().regex(pattern).meta({ kind: 'clock', endsDay });
export const decimal = (min: string, max: string) => bounded(min, max, false);
export const cap = () => bounded('0', '1000000000', true);

function bounded(min: string, max: string, mayBeNone: boolean) {
  const fits = (written: string): boolean => DECIMAL.test(written) && inOrder(min, written) && inOrder(written, max);
  return z
    .string()
    .max(40)
    .refine((written) => (mayBeNone && written === 'none') || fits(written))
    .meta({ kind: 'decimal', min, max, mayBeNone });
}

/** Two limits; one that is no amount is refused by its own bounds. */
export function inOrder(low: string, high: string): boolean {
  return (tryAmount(low) ?? ZERO) <= (tryAmount(high) ?? ZERO);
}

/** Whether a share is at most a quarter of another. */
export function atMostQuarter(part: string, whole: string): boolean {
  return 4n * (tryAmount(part) ?? ZERO) <= (tryAmount(whole) ?? ZERO);
}

/** A name of the time zone database, as `Intl` knows it: offsets such as `+08:00` know no daylight saving and are refused. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
