import { amount, format, over, roundTo, times, ZERO } from '../../../shared/money.js';
import type { Instant } from '../../core/clock.js';
import { decidedBy, type AppliedPolicy } from '../../core/policy.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import type { ActionPolicy } from './corporate-action.commands.js';
import type { ActionTerms } from './corporate-action.events.js';

const DAY_MS = 86_400_000;
/** Shortly before the open, while no price is published: time to cancel orders and pay holders. */
export const EFFECTIVE_LEAD_MS = 15 * 60_000;

/** What is wrong with the terms at this instant; `price` is the last one. */
export function termsProblem(
  terms: Pick<ActionTerms, 'kind' | 'dueAt' | 'perShare'>,
  price: string,
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
  return perShare === null ? undefined : amountProblem(perShare, price, policy);
}

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

/** The ratio of all dividends so far, with this one. */
export function adjustmentWith(before: string | undefined, factor: string): string {
  return format(times(amount(before ?? '1'), amount(factor), 'half-even'));
}
