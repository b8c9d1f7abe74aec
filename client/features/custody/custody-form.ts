import type { CustodyLimits, CustodyProduct } from '../../../contracts/custody.contract';
import { interestOf, penaltyOf } from '../../../shared/custody';
import { format, toAmount } from '../../../shared/money';

/** What the figures of an order follow from. */
export type Terms = Pick<CustodyProduct, 'cycleDays' | 'rateMin' | 'rateMax' | 'penalty'>;

/** How an order may end: what changes the balance, signed, and what comes back. USDT as decimal strings. */
export interface Outcome {
  result: string;
  back: string;
}

/** Ended at once, and kept until maturity with the lowest and the highest rate of each day. */
export function outcomesOf(amount: string, terms: Terms): Record<'worst' | 'least' | 'most', Outcome> {
  const principal = amount || '0';
  const { cycleDays, rateMin, rateMax, penalty } = terms;
  const atOnce = penaltyOf({ principal, penalty: penalty.kind, penaltyRate: penalty.rate }, cycleDays);
  const interest = (rate: string) => toAmount(interestOf(principal, Array<string>(cycleDays).fill(rate)));
  const outcome = (result: bigint) => ({ result: format(result), back: format(toAmount(principal) + result) });
  return { worst: outcome(-toAmount(atOnce)), least: outcome(interest(rateMin)), most: outcome(interest(rateMax)) };
}

/** What one day brings at its lowest and its highest rate. */
export function dayRange(amount: string, { rateMin, rateMax }: Terms): { least: string; most: string } {
  const principal = amount || '0';
  return { least: interestOf(principal, [rateMin]), most: interestOf(principal, [rateMax]) };
}

type Cap = CustodyLimits['cap'];

/** What the cap of the risk class leaves for more; `null` where there is none. */
export function capLeft({ cap, open }: Cap): string | null {
  if (cap === null) return null;
  const left = toAmount(cap) - toAmount(open);
  return format(left > 0n ? left : 0n);
}

/** The first limit that a typed amount passes, as the server would refuse it. */
export function beyond(
  amount: string,
  { minimum, maximum, quota, quotaLeft }: Pick<CustodyProduct, 'minimum' | 'maximum' | 'quota' | 'quotaLeft'>,
  { cap, open }: Cap,
): { refusal: string; params: Record<string, string> } | null {
  const wanted = toAmount(amount || '0');
  if (wanted === 0n) return null;
  if (wanted < toAmount(minimum)) return { refusal: 'custody.below-minimum', params: { minimum } };
  if (wanted > toAmount(maximum)) return { refusal: 'custody.above-maximum', params: { maximum } };
  if (quotaLeft !== null && wanted > toAmount(quotaLeft))
    return { refusal: 'custody.above-quota', params: { limit: quota, left: quotaLeft } };
  if (cap !== null && wanted + toAmount(open) > toAmount(cap))
    return { refusal: 'custody.cap-exceeded', params: { cap, open } };
  return null;
}
