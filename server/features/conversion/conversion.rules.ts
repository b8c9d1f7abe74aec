import {
  CONVERSION_DECIMALS,
  type ConversionLeg,
  type ConversionPrice,
} from '../../../contracts/conversion.contract.js';
import { amount, format, ONE, over, roundTo, times, ZERO, type Amount } from '../../../shared/money.js';
import { decidedBy, type PolicyVersion } from '../../core/policy.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import type { ConversionQuote, ConversionRules, ConversionTerms } from './conversion.commands.js';

/** USDT at the index price, rounded down. */
export function worthUsdt(sold: Amount, priceUsdt: string): Amount {
  return roundTo(times(sold, amount(priceUsdt), 'down'), CONVERSION_DECIMALS, 'down');
}

/** Of the target: what is sold is worth, less the spread, at the target's index price; rounded down, for the house. */
export function receivedFor(sold: Amount, from: string, to: string, spreadRate: string): Amount {
  const kept = times(times(sold, amount(from), 'down'), ONE - amount(spreadRate), 'down');
  return roundTo(over(kept, amount(to), 'down'), CONVERSION_DECIMALS, 'down');
}

export function legOf(sold: Amount, from: ConversionPrice, to: ConversionPrice, rules: ConversionRules): ConversionLeg {
  return {
    ...from,
    amount: format(sold),
    worthUsdt: format(worthUsdt(sold, from.priceUsdt)),
    receives: format(receivedFor(sold, from.priceUsdt, to.priceUsdt, rules.spreadRate)),
  };
}

/** What legs bring together. */
export function sumOf(legs: readonly ConversionLeg[]): string {
  return format(legs.reduce((sum, leg) => sum + amount(leg.receives), ZERO));
}

/** In the target at the index, before the spread and before what is paid out is rounded. */
function indexWorth({ legs, to }: ConversionTerms): Amount {
  const worth = legs.reduce((sum, leg) => sum + times(amount(leg.amount), amount(leg.priceUsdt), 'down'), ZERO);
  return over(worth, amount(to.priceUsdt), 'down');
}

/**
 * Whether the price moved so far that the quote gives more than the market: it would be a free option at the house's cost. A move
 * the other way is the user's own choice, because they get what they saw.
 */
export function moveRefusal(quote: ConversionQuote, current: ConversionTerms): Refusal | undefined {
  const { receives, to, policy } = quote;
  const { moveToleranceRate } = policy.values;
  const least = times(indexWorth(quote), ONE - amount(moveToleranceRate), 'up');
  if (indexWorth(current) >= least) return undefined;
  return refuse('conversion.price-moved', {
    offered: receives,
    current: current.receives,
    currency: to.currency,
    moveToleranceRate,
    ...decidedBy(policy),
  });
}

/** Whether one conversion of that worth is allowed; what is worth too little to be written in the target is too small as well. */
export function sizeRefusal(leg: ConversionLeg, policy: PolicyVersion<ConversionRules>): Refusal | undefined {
  const { minUsdt, maxUsdt } = policy.values;
  const { worthUsdt: worthText } = leg;
  const worth = amount(worthText);
  const field = 'amount';
  if (worth < amount(minUsdt) || amount(leg.receives) === 0n)
    return refuse('conversion.below-minimum', { field, worth: worthText, minimum: minUsdt, ...decidedBy(policy) });
  if (worth > amount(maxUsdt))
    return refuse('conversion.above-maximum', { field, worth: worthText, maximum: maxUsdt, ...decidedBy(policy) });
  return undefined;
}

/** Units of `to` per unit of `from`, at the index and after the spread; twelve decimals, rounded down. */
export function ratesOf(from: string, to: string, spreadRate: string): { indexRate: string; rate: string } {
  const index = over(amount(from), amount(to), 'down');
  const short = (rate: Amount): string => format(roundTo(rate, 12, 'down'));
  return { indexRate: short(index), rate: short(times(index, ONE - amount(spreadRate), 'down')) };
}
