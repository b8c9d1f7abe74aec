import { amount, format, times } from './money.js';

/** What the rules say of an order's size; decimal strings, the maximum in USDT. */
export interface C2cLimits {
  readonly max: string;
  /** How many times as much people with advanced verification may buy. */
  readonly advancedFactor: string;
}

/** The most that one order may buy by the level of its person, in USDT. */
export const c2cMaxOf = ({ max, advancedFactor }: C2cLimits, isAdvanced: boolean): string =>
  isAdvanced ? format(times(amount(max), amount(advancedFactor), 'down')) : max;
