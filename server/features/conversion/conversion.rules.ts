import {
  CONVERSION_DECIMALS,
  type ConversionLeg,
  type ConversionOffer,
  type ConversionPrice,
} from '../../../contracts/conversion.contract.js';
import { amount, format, ONE, over, roundTo, times, ZERO, type Amount } from '../../../shared/money.js';
import type { Instant } from '../../core/clock.js';
import { decidedBy, type AppliedPolicy, type PolicyVersion } from '../../core/policy.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import type { ConversionQuote, ConversionRules, ConversionTerms } from './conversion.commands.js';
import type { ConversionQuoted } from './conversion.events.js';

const SECOND_MS = 1000;
const MINUTE_SECONDS = 60;
const MINUTE_MS = MINUTE_SECONDS * SECOND_MS;
/** Volatility has six decimals: a hundredth of a basis point. */
const VOLATILITY_STEPS = 1_000_000;
const SPREAD_MAX = amount('0.5');

/** USDT at the index price, rounded down. */
export function worthUsdt(sold: Amount, priceUsdt: string): Amount {
  return roundTo(times(sold, amount(priceUsdt), 'down'), CONVERSION_DECIMALS, 'down');
}

/** Of the target: what is sold is worth, less the spread, at the target's index price; rounded down, for the house. */
export function receivedFor(sold: Amount, from: string, to: string, spreadRate: string): Amount {
  const kept = times(times(sold, amount(from), 'down'), ONE - amount(spreadRate), 'down');
  return roundTo(over(kept, amount(to), 'down'), CONVERSION_DECIMALS, 'down');
}

/** What a leg costs, and the volatility that it follows. */
export type Spread = Pick<ConversionLeg, 'spreadRate' | 'volatility'>;

/** `receives` at the spread alone; what a leg was quoted at stays with it when it is priced again. */
export function legOf(
  sold: Amount,
  from: ConversionPrice,
  to: ConversionPrice,
  { spreadRate, volatility }: Spread,
): ConversionLeg {
  return {
    ...from,
    amount: format(sold),
    worthUsdt: format(worthUsdt(sold, from.priceUsdt)),
    receives: format(receivedFor(sold, from.priceUsdt, to.priceUsdt, spreadRate)),
    volatility,
    spreadRate,
  };
}

/**
 * The deviation of a pair's price over some seconds, from what both sides changed in their last minutes. Minutes are paired by how
 * long ago they were traded. Arithmetic and square root only, so everybody computes the same digits.
 */
export function volatilityOf(sold: readonly number[], bought: readonly number[], seconds: number): string {
  const minutes = Math.max(sold.length, bought.length);
  let sum = 0;
  for (let ago = 1; ago <= minutes; ago += 1) {
    const change = (sold.at(-ago) ?? 0) - (bought.at(-ago) ?? 0);
    sum += change * change;
  }
  const deviation = minutes === 0 ? 0 : Math.sqrt(((sum / minutes) * seconds) / MINUTE_SECONDS);
  return format(over(BigInt(Math.ceil(deviation * VOLATILITY_STEPS)), BigInt(VOLATILITY_STEPS), 'up'));
}

/** The published minimum, or more where the price is likely to move more while the quote stands; never all of the worth. */
export function spreadFor(
  { spreadRate, volatilityFactor }: Pick<ConversionRules, 'spreadRate' | 'volatilityFactor'>,
  volatility: string,
): Spread {
  const wanted = times(amount(volatility), amount(volatilityFactor), 'up');
  const least = amount(spreadRate);
  const spread = wanted < least ? least : wanted > SPREAD_MAX ? SPREAD_MAX : wanted;
  return { spreadRate: format(spread), volatility };
}

/** What legs are worth together, in USDT at the index. */
export function worthOf(legs: readonly ConversionLeg[]): Amount {
  return legs.reduce((sum, leg) => sum + amount(leg.worthUsdt), ZERO);
}

/** What the spread of legs costs together, as a share of what they are worth, to a millionth. */
export function shareOfSpread(legs: readonly ConversionLeg[]): string {
  const worth = worthOf(legs);
  const cost = legs.reduce((sum, leg) => sum + times(amount(leg.worthUsdt), amount(leg.spreadRate), 'down'), ZERO);
  return worth === ZERO ? '0' : format(roundTo(over(cost, worth, 'half-even'), 6, 'half-even'));
}

/** What legs bring together. */
export function sumOf(legs: readonly ConversionLeg[]): string {
  return format(legs.reduce((sum, leg) => sum + amount(leg.receives), ZERO));
}

/** In the target at the index, before the spread and before what is paid out is rounded. */
function indexWorth({ legs, to }: Pick<ConversionTerms, 'legs' | 'to'>): Amount {
  const worth = legs.reduce((sum, leg) => sum + times(amount(leg.amount), amount(leg.priceUsdt), 'down'), ZERO);
  return over(worth, amount(to.priceUsdt), 'down');
}

/** The values of the rules that a quote was made by; they are among its inputs. */
export function rulesOf({ policy }: { readonly policy: AppliedPolicy }): ConversionRules {
  return policy.inputs as ConversionRules;
}

/** When a quote ends by itself: counted from the instant of its prices. */
export function expiryOf({ kind, at, policy }: Pick<ConversionQuote, 'kind' | 'at' | 'policy'>): Instant {
  return at + secondsOf(kind, policy.values) * SECOND_MS;
}

/** How long a quote stands. */
export function secondsOf(kind: ConversionQuote['kind'], rules: ConversionRules): number {
  return kind === 'dust' ? rules.dustQuoteSeconds : rules.quoteSeconds;
}

/** Whether the owner has had as many quotes in the last minute as there may be. */
export function tooManyQuotes(
  recent: readonly { readonly at: Instant }[],
  policy: PolicyVersion<ConversionRules>,
  at: Instant,
): Refusal | undefined {
  const { quotesPerMinute } = policy.values;
  const first = recent.at(-quotesPerMinute);
  if (first === undefined || at >= first.at + MINUTE_MS) return undefined;
  const seconds = Math.ceil((first.at + MINUTE_MS - at) / SECOND_MS);
  return refuse('conversion.too-many-quotes', { perMinute: quotesPerMinute, seconds, ...decidedBy(policy) });
}

/** A live quote as its owner sees it. */
export function offerOf({ legs, to, receives, policy, ...quoted }: ConversionQuoted): ConversionOffer {
  const { quoteId, kind, quotedAt: at, expiresAt } = quoted;
  const spreadUsdt = format(worthOf(legs) - worthUsdt(amount(receives), to.priceUsdt));
  const { moveToleranceRate } = rulesOf({ policy });
  const { name, version } = policy;
  const rates = { spreadRate: shareOfSpread(legs), spreadUsdt, moveToleranceRate };
  return { quoteId, kind, legs: [...legs], to, receives, ...rates, at, expiresAt, policy: name, version };
}

/**
 * Whether the price moved so far that the quote gives more than the market: it would be a free option at the house's cost. A move
 * the other way is the user's own choice, because they get what they saw.
 */
export function moveRefusal(quoted: ConversionQuoted, current: ConversionTerms): Refusal | undefined {
  const { receives, to, policy } = quoted;
  const { moveToleranceRate } = rulesOf(quoted);
  const least = times(indexWorth(quoted), ONE - amount(moveToleranceRate), 'up');
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

/** What the house has taken in from an owner by conversions, less what it gave, by currency; below zero where it gave more. */
export type Inventory = Readonly<Record<string, string>>;

/** What every conversion is counted in: the house gives and takes any amount of it. */
const COUNTED_IN = 'USDT';

/** What both sides of the terms add to the inventory, each with its price. */
function movesOf({ legs, to, receives }: Pick<ConversionTerms, 'legs' | 'to' | 'receives'>) {
  const taken = legs.map(({ currency, priceUsdt, amount: sold }) => ({ currency, priceUsdt, moved: amount(sold) }));
  return [...taken, { currency: to.currency, priceUsdt: to.priceUsdt, moved: -amount(receives) }].filter(
    ({ currency }) => currency !== COUNTED_IN,
  );
}

/** The inventory after a conversion. */
export function inventoryAfter(
  inventory: Inventory,
  terms: Pick<ConversionTerms, 'legs' | 'to' | 'receives'>,
): Inventory {
  const moves = movesOf(terms).map(({ currency, moved }) => {
    return [currency, format(amount(inventory[currency] ?? '0') + moved)] as const;
  });
  return { ...inventory, ...Object.fromEntries(moves) };
}

/**
 * Whether the house would take more of a currency from this owner, or give more, than it will hold against them at the index. What
 * makes that less is never refused. By owner, so nobody uses up what others may convert.
 */
export function inventoryRefusal(
  inventory: Inventory,
  terms: Pick<ConversionTerms, 'legs' | 'to' | 'receives'>,
  policy: PolicyVersion<ConversionRules>,
): Refusal | undefined {
  const { inventoryUsdt } = policy.values;
  for (const { currency, priceUsdt, moved } of movesOf(terms)) {
    const before = magnitude(amount(inventory[currency] ?? '0'));
    const after = magnitude(amount(inventory[currency] ?? '0') + moved);
    if (after <= before || worthUsdt(after, priceUsdt) <= amount(inventoryUsdt)) continue;
    const room = roundTo(amount(inventoryUsdt) - worthUsdt(before, priceUsdt), 2, 'down');
    const left = format(room < ZERO ? ZERO : room);
    return refuse('conversion.inventory-full', {
      field: 'amount',
      currency,
      left,
      maximum: inventoryUsdt,
      ...decidedBy(policy),
    });
  }
  return undefined;
}

const magnitude = (value: Amount): Amount => (value < ZERO ? (-value as Amount) : value);

/** Units of `to` per unit of `from`, at the index and after the spread; twelve decimals, rounded down. */
export function ratesOf(from: string, to: string, spreadRate: string): { indexRate: string; rate: string } {
  const index = over(amount(from), amount(to), 'down');
  const short = (rate: Amount): string => format(roundTo(rate, 12, 'down'));
  return { indexRate: short(index), rate: short(times(index, ONE - amount(spreadRate), 'down')) };
}
