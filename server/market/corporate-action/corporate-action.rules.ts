import { amount, format, ONE, over, roundTo, times, ZERO, type Amount } from '../../../shared/money.js';
import type { Instant } from '../../core/clock.js';
import { decidedBy, type AppliedPolicy } from '../../core/policy.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import type { ActionPolicy } from './corporate-action.commands.js';
import type { ActionTerms } from './corporate-action.events.js';

const DAY_MS = 86_400_000;
/** Shortly before the open, while no price is published: time to cancel orders and pay holders. */
export const EFFECTIVE_LEAD_MS = 15 * 60_000;

/** The last price of the instrument and its tick, in the quote asset. */
interface LastPrice {
  readonly price: string;
  readonly tick: string;
}

/** What is wrong with the terms at this instant. */
export function termsProblem(
  terms: Pick<ActionTerms, 'dueAt' | 'perShare' | 'newShares' | 'oldShares'>,
  { price, tick }: LastPrice,
  policy: ActionPolicy,
  at: Instant,
): Refusal | undefined {
  const { dueAt, perShare } = terms;
  const { noticeDays, aheadDaysMax } = policy.values;
  if (dueAt <= at) return refuse('action.date-past');
  if (dueAt < at + noticeDays * DAY_MS)
    return refuse('action.notice-short', { days: noticeDays, ...decidedBy(policy) });
  if (dueAt > at + aheadDaysMax * DAY_MS)
    return refuse('action.date-far', { days: aheadDaysMax, ...decidedBy(policy) });
  const ratio = ratioOf(terms);
  if (ratio !== undefined) return ratioProblem(ratio, { price, tick }, policy);
  return perShare === null ? undefined : amountProblem(perShare, price, policy);
}

/** Of a split: so many new shares for so many old ones. */
export interface Ratio {
  readonly newShares: number;
  readonly oldShares: number;
}

export function ratioOf({ newShares, oldShares }: Pick<ActionTerms, 'newShares' | 'oldShares'>): Ratio | undefined {
  return newShares === null || oldShares === null ? undefined : { newShares, oldShares };
}

/** A ratio that changes something, of at most so many to one, after which the price is still fine enough for its tick. */
function ratioProblem(ratio: Ratio, { price, tick }: LastPrice, policy: ActionPolicy): Refusal | undefined {
  const { splitRatioMax, splitTicksMin } = policy.values;
  const [more, fewer] = [Math.max(ratio.newShares, ratio.oldShares), Math.min(ratio.newShares, ratio.oldShares)];
  if (more === fewer || more > fewer * splitRatioMax)
    return refuse('action.ratio-range', { maximum: splitRatioMax, ...decidedBy(policy) });
  const minimum = amount(tick) * BigInt(splitTicksMin);
  const after = splitPrice(amount(price), ratio);
  if (after >= minimum) return undefined;
  return refuse('action.split-price-low', {
    price: format(roundTo(after, 8, 'down')),
    minimum: format(minimum),
    ...decidedBy(policy),
  });
}

const splitPrice = (price: Amount, { newShares, oldShares }: Ratio): Amount =>
  (price * BigInt(oldShares)) / BigInt(newShares);

/** Above zero, and at most that share of the last price which the policy allows. */
function amountProblem(perShare: string, price: string, policy: ActionPolicy): Refusal | undefined {
  const maximum = roundTo(times(amount(price), amount(policy.values.dividendShareMax), 'down'), 8, 'down');
  const paid = amount(perShare);
  if (paid > ZERO && paid <= maximum) return undefined;
  return refuse('action.amount-range', { maximum: format(maximum), price, ...decidedBy(policy) });
}

export function reasonProblem(reason: string, policy: ActionPolicy): Refusal | undefined {
  const { reasonLengthMin: min } = policy.values;
  return reason.trim().length >= min ? undefined : refuse('action.reason-short', { min, ...decidedBy(policy) });
}

export function appliedOf({ name, version, values }: ActionPolicy): AppliedPolicy {
  return { name, version, inputs: { ...values } };
}

/** The price without the dividend, and the ratio of the two. A dividend of the whole price or more leaves no price: `undefined`. */
export function exDividend(closePrice: string, perShare: string): { openPrice: string; factor: string } | undefined {
  const [close, paid] = [amount(closePrice), amount(perShare)];
  const open = close - paid;
  if (open <= ZERO) return undefined;
  return { openPrice: format(open), factor: format(over(open, close, 'half-even')) };
}

/** The price of a share after a split, and the ratio by which every price of before it is drawn. */
export function afterSplit(
  closePrice: string,
  ratio: Ratio,
  tick: string,
): { openPrice: string; factor: string } | undefined {
  const open = roundTo(splitPrice(amount(closePrice), ratio), 8, 'half-even');
  if (open < amount(tick)) return undefined;
  const factor = over(BigInt(ratio.oldShares) * ONE, BigInt(ratio.newShares) * ONE, 'half-even');
  return { openPrice: format(open), factor: format(factor) };
}

/** The ratio of all dividends and splits so far, with this one. */
export function adjustmentWith(before: string | undefined, factor: string): string {
  return format(times(amount(before ?? '1'), amount(factor), 'half-even'));
}
