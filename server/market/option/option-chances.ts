import type { OptionChances, OptionPayouts } from '../../../contracts/option.contract.js';
import { amount, format, ONE, over, roundTo, times, ZERO } from '../../../shared/money.js';
import { normalShare } from '../simulator/exact-math.js';

/** The log price between entry and settlement: its expected variance and mean, and how fine prices are compared. */
export interface OptionSpread {
  readonly variance: number;
  readonly mean: number;
  /** Steps of a tick in the price now. */
  readonly priceSteps: number;
  /** Prices in the average. */
  readonly beats: number;
}

const DECIMALS = 8;
const PAYOUT_DECIMALS = 4;
/** The highest density of a normal distribution is one over so many deviations. */
const ROOT_OF_TWO_PI = 2.5066282746310002;

/**
 * The share of the variance of the whole time that the average of its last prices has: an average over w of T seconds is as far from the
 * entry as a price about two thirds of w earlier. Variance is even within a minute.
 * @param total beats from entry to settlement
 * @param beats prices in the average, the settlement's own included
 */
export function averagedShare(total: number, beats: number): number {
  const inside = ((beats + 1) * (2 * beats + 1)) / (6 * beats);
  return (total - beats + inside) / total;
}

/**
 * Chances that the average lies above, below and exactly at the entry. The log price is normal about its mean. `equal` is the chance of
 * the one sum of steps that is the entry; it is rounded up, `rise` half to even, and `fall` is what is left.
 */
export function chancesOf({ variance, mean, priceSteps, beats }: OptionSpread): OptionChances {
  const deviation = Math.sqrt(variance);
  const sumSteps = deviation * priceSteps * beats;
  const equal = sumSteps === 0 ? ONE : min(ONE, roundTo(ofNumber(1 / (sumSteps * ROOT_OF_TWO_PI)), DECIMALS, 'up'));
  const above = deviation === 0 ? ZERO : ofNumber(normalShare(mean / deviation));
  const rise = roundTo(times(ONE - equal, above, 'half-even'), DECIMALS, 'half-even');
  return { rise: format(rise), fall: format(ONE - equal - rise), equal: format(equal) };
}

/** What a stake that wins earns, so that a stake costs the edge on average: (1 - edge - equal) / chance - 1, rounded down. */
export function payoutsOf({ rise, fall, equal }: OptionChances, edge: string): OptionPayouts {
  const left = ONE - amount(edge) - amount(equal);
  const rate = (chance: string): string => {
    const wins = amount(chance);
    return wins === ZERO ? '0' : format(max(ZERO, roundTo(over(left, wins, 'down') - ONE, PAYOUT_DECIMALS, 'down')));
  };
  return { rise: rate(rise), fall: rate(fall) };
}

/** The chance that an average will lie above the entry, given the price now and what of the variance is to come. */
export function chanceAbove(logDistance: number, variance: number): number {
  if (variance <= 0) return logDistance > 0 ? 1 : logDistance < 0 ? 0 : 0.5;
  return normalShare(logDistance / Math.sqrt(variance));
}

const ofNumber = (value: number): bigint => amount(Math.max(0, value).toFixed(12));
const min = (one: bigint, other: bigint): bigint => (one < other ? one : other);
const max = (one: bigint, other: bigint): bigint => (one > other ? one : other);
