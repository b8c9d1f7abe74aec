import type { NewCoin, NewCoins } from '../../../contracts/subscription.contract';
import { format, toAmount } from '../../../shared/money';
import { costOf, estimateOf, feeOf } from '../../../shared/new-coin';

const WHOLE = /^\d{1,12}$/;

/** What so many coins cost now, and how many may pass; `null` of what is no whole number above zero. */
export function figuresOf(
  typed: string,
  { issuePrice, feeRate, volume, subscribed }: Pick<NewCoin, 'issuePrice' | 'feeRate' | 'volume' | 'subscribed'>,
): { cost: string; fee: string; hold: string; estimate: number } | null {
  if (!WHOLE.test(typed) || /^0+$/.test(typed)) return null;
  const coins = Number.parseInt(typed, 10);
  const cost = costOf(issuePrice, coins);
  const fee = feeOf(cost, feeRate);
  const hold = format(toAmount(cost) + toAmount(fee));
  return { cost, fee, hold, estimate: estimateOf(coins, volume, subscribed) };
}

type Limits = Pick<NewCoin, 'minimumUsdt' | 'maximumUsdt'>;

/** The first limit that a cost passes, as the server would refuse it. */
export function beyond(
  cost: string,
  { minimumUsdt: minimum, maximumUsdt: maximum }: Limits,
  limits: NewCoins['cap'],
): { refusal: string; params: Record<string, string> } | null {
  const wanted = toAmount(cost);
  if (wanted < toAmount(minimum)) return { refusal: 'subscription.below-minimum', params: { minimum } };
  if (wanted > toAmount(maximum)) return { refusal: 'subscription.above-maximum', params: { maximum } };
  if (limits === null || limits.cap === null) return null;
  const { cap, open } = limits;
  if (wanted + toAmount(open) > toAmount(cap)) return { refusal: 'subscription.cap-exceeded', params: { cap, open } };
  return null;
}

/** What the cap of the risk class leaves; `null` where there is none. */
export function capLeft(limits: NewCoins['cap']): string | null {
  if (limits === null || limits.cap === null) return null;
  const left = toAmount(limits.cap) - toAmount(limits.open);
  return format(left > 0n ? left : 0n);
}
