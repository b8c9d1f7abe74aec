import { formatTo, roundTo, times, toAmount } from '../../../shared/money';

/** What has to be wired for an amount, as the server rounds it: up to the currency's minor unit. Empty while nothing is typed. */
export function payAmountOf(amount: string, price: string, decimals: number): string {
  if (!/^\d+(\.\d*)?$/.test(amount)) return '';
  return formatTo(roundTo(times(toAmount(amount), toAmount(price), 'up'), decimals, 'up'), decimals);
}

/** `2:59:07`: hours, minutes and seconds of a time that runs. */
export function clockOf(leftMs: number): string {
  const seconds = Math.ceil(leftMs / 1000);
  const two = (value: number): string => `${value}`.padStart(2, '0');
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}

/** A time in the largest unit that it is whole in: 180 minutes are 3 hours. */
export const wholeTime = (minutes: number): { unit: 'rule.hours' | 'rule.minutes'; n: number } =>
  minutes % 60 === 0 ? { unit: 'rule.hours', n: minutes / 60 } : { unit: 'rule.minutes', n: minutes };

/** How many decimals an amount of a currency has (ISO 4217). */
export function minorOf(currency: string): number {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
}
