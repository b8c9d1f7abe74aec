import { feeTiers, keptOf, type FeeValues } from '../../../shared/fees.js';
import { amount, format, times, ZERO, type Amount } from '../../../shared/money.js';
import type { MarketSource } from '../simulator/market-source.js';
import { usdtPerPpm } from '../simulator/ladder.js';
import type { FollowedPart } from './flow-offsets.js';

/** What an instrument's price is moved by. */
type Pushed = Pick<ReturnType<MarketSource['spec']>, 'spreadBps' | 'dailyVolumeUsdt'>;

const PPM = 1_000_000;
/** A push earns on its way out, and by the other side once more as it fades; it costs twice that at least. */
const LIMIT_SHARE = 0.25;
/** The highest density of a normal distribution is one over so many deviations. */
const ROOT_OF_TWO_PI = 2.5066282746310002;

/**
 * The least that a lot costs which pushes an index and is got rid of again, as a share of its worth: bought in the tier of the lowest
 * taker fee with every voucher and share of invitations, sold by resting orders in the tier of the lowest maker fee. Everything else that
 * a push costs comes on top: spread, depth, and what fades.
 */
export function leastRoundTrip(values: FeeValues): number {
  const [vouchers, invitations] = ['voucherShare', 'invitationShare'].map((name) => amount(String(values[name])));
  const kept = keptOf({ voucherShare: vouchers as Amount, invitationShare: invitations as Amount });
  const left = (rate: Amount): Amount => (rate > ZERO ? times(rate, kept, 'down') : rate);
  const least = (rates: readonly Amount[]): Amount => rates.map(left).reduce((low, rate) => (rate < low ? rate : low));
  const tiers = feeTiers(values);
  const sum = least(tiers.map(({ taker }) => taker)) + least(tiers.map(({ maker }) => maker));
  return Math.max(0, Number(format(sum)));
}

/**
 * The most in USDT that ten accounts together may hold of everything whose value follows the index of an instrument. A move of the index by
 * x needs trades of x times what moves it by its own worth, so it costs at least the round trip of that. The position earns x of itself, and whoever turns it round then
 * earns nearly x again while the push fades. What follows other indices too counts towards each of them, by its power in it.
 */
export function largestPositionUsdt(instrument: Pushed, fees: FeeValues): number {
  return LIMIT_SHARE * usdtPerPpm(instrument) * PPM * leastRoundTrip(fees);
}

/** The same of a price that is a function of others: no part of it may be worth pushing. */
export function largestFollowingUsdt(
  parts: readonly FollowedPart[],
  instrumentOf: (symbol: string) => Pushed,
  fees: FeeValues,
): number {
  const limits = parts.map(({ symbol, power }) => largestPositionUsdt(instrumentOf(symbol), fees) / Math.abs(power));
  return Math.min(...limits);
}

/**
 * The most that ten accounts together may stake on whether a price rises. A push lands a minute after its trades at the earliest, so whoever
 * pushes does not know the minute in between: a push of x turns the result with a chance of at most x over ROOT_OF_TWO_PI deviations of it.
 * @param positionUsdt what they may hold of the price, see `largestPositionUsdt`
 * @param minuteDeviation of the price in a minute, as a share
 * @param payout what a stake that wins earns, as a share of it
 */
export function largestStakeUsdt(positionUsdt: number, minuteDeviation: number, payout: number): number {
  return (positionUsdt * minuteDeviation * ROOT_OF_TWO_PI) / (1 + payout);
}
