import type { InstrumentClass } from '../../../contracts/market.contract.js';

/** Rates and premiums are whole hundred-millionths of the index price: 10,000 is 0.01%. */
export const RATE_DECIMALS = 8;

/** What longs pay shorts in an interval without any premium: 0.01%, as the large venues have it. */
export const INTEREST_RATE = 10_000;
/** How far a premium may lie from the interest before it shows in the rate: 0.05%. */
export const RATE_DAMPENER = 50_000;

/** The most that an interval may cost either side. Wilder classes have wider caps. */
export const RATE_CAP: Readonly<Record<InstrumentClass, number>> = {
  crypto: 300_000,
  stocks: 300_000,
  etf: 300_000,
  energy: 300_000,
  indices: 150_000,
  metals: 150_000,
  forex: 100_000,
};

/**
 * The average of an interval's premiums, oldest first: each minute weighs as many times as its number, so the newest weigh most.
 * Rounded half to even. Source: the premium index of Binance's USDⓈ-M funding rate.
 */
export function averagePremium(premiums: readonly number[]): number {
  if (premiums.length === 0) return 0;
  const sum = premiums.reduce((total, premium, at) => total + BigInt(premium) * BigInt(at + 1), 0n);
  return dividedHalfEven(sum, BigInt((premiums.length * (premiums.length + 1)) / 2));
}

/**
 * What longs pay shorts per interval; negative where shorts pay. The average premium plus the interest less the premium, which
 * counts up to 0.05% either way: a premium within 0.05% of the interest leaves the interest alone. At most the cap of its class.
 */
export function fundingRate(premium: number, cap: number): number {
  const rate = premium + within(INTEREST_RATE - premium, RATE_DAMPENER);
  return within(rate, cap);
}

/** A sample: what the seed gives, and how far users' trades kept the quotes of the contract from the index on average. */
export function premiumIndex(
  drawn: number,
  basis: { readonly basisTicks: number; readonly indexTicks: number },
): number {
  return Math.round(drawn + (basis.basisTicks / basis.indexTicks) * 10 ** RATE_DECIMALS);
}

function within(value: number, most: number): number {
  return Math.max(-most, Math.min(most, value));
}

function dividedHalfEven(sum: bigint, by: bigint): number {
  const sign = sum < 0n ? -1n : 1n;
  const size = sum * sign;
  const [whole, twice] = [size / by, (size % by) * 2n];
  const up = twice > by || (twice === by && whole % 2n === 1n) ? 1n : 0n;
  return Number(sign * (whole + up));
}
