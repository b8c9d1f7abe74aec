import { fixed, formatFixed } from '../../lib/fixed';

const SCALE = 10n ** 18n;

/** What has to be wired for an amount, as the server rounds it: up to the currency's minor unit. Empty while nothing is typed. */
export function payAmountOf(amount: string, price: string, decimals: number): string {
  if (!/^\d+(\.\d*)?$/.test(amount)) return '';
  const product = fixed(amount) * fixed(price);
  const exact = product / SCALE + (product % SCALE > 0n ? 1n : 0n);
  const step = 10n ** BigInt(18 - decimals);
  const up = ((exact + step - 1n) / step) * step;
  return formatFixed(up, decimals);
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
