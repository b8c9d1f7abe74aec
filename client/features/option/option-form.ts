import type {
  OpenOptionView,
  OptionDelivery,
  OptionDirection,
  OptionTerms,
  OptionTermsRow,
} from '../../../contracts/option.contract';
import type { OrderProblemView } from '../../../contracts/order.contract';
import { toAmount } from '../../../shared/money';

/** What the form holds; `stake` is plain decimal text in USDT, empty until it is typed. */
export interface Bet {
  symbol: string;
  direction: OptionDirection;
  delivery: OptionDelivery;
  stake: string;
}

/** The warning has a dialog of its own, and the trade password is asked for when it is needed. */
const ASKED_FOR = new Set([
  'option.warning-not-confirmed',
  'security.trade-password-missing',
  'security.trade-password-required',
]);

interface Objections {
  /** Stands at the stake. */
  stake: string | undefined;
  /** Stands over the button. */
  form: string | undefined;
}

/** What the server would refuse, each where it is put right. */
export function objectionsOf(problems: readonly OrderProblemView[]): Objections {
  const told = problems.filter(({ refusal }) => !ASKED_FOR.has(refusal));
  return {
    stake: told.find(({ field }) => field === 'stake')?.message,
    form: told.find(({ field }) => field !== 'stake')?.message,
  };
}

export const hasStake = ({ stake }: Pick<Bet, 'stake'>): boolean => toAmount(stake || '0') > 0n;

export const rowOf = (terms: OptionTerms | undefined, delivery: OptionDelivery): OptionTermsRow | undefined =>
  terms?.deliveries.find((row) => row.delivery === delivery);

/** How long until an instant, as `0:42` or `1:05:09`; never negative. */
export function clockOf(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1000));
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (part: number) => `${part}`.padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** How much of its time an option has behind it, 0 to 1. */
export function doneShare(from: number, to: number, now: number): number {
  return to <= from ? 1 : Math.min(1, Math.max(0, (now - from) / (to - from)));
}

/** Whether it would win at the price now; `null` while a price is missing or both are the same. */
export function isAhead({ direction, entryPrice, price }: Standing): boolean | null {
  if (entryPrice === null || price === null) return null;
  const moved = toAmount(price) - toAmount(entryPrice);
  return moved === 0n ? null : moved > 0n === (direction === 'rise');
}
type Standing = Pick<OpenOptionView, 'direction' | 'entryPrice' | 'price'>;

const LEAST_SHOWN = '0.0001';

/** A chance in per cent; one that is smaller than what is shown is not zero, and not written as such. */
export function chanceIn(share: (text: string, decimals: number) => string, chance: string): string {
  const isLess = toAmount(chance) > 0n && toAmount(chance) < toAmount(LEAST_SHOWN);
  return isLess ? `< ${share(LEAST_SHOWN, 2)}` : share(chance, 2);
}
