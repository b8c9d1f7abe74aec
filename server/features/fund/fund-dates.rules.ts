import { strikeOf } from '../../../shared/fund.js';
import { dateAfter, dateOf } from '../../../shared/utc-date.js';
import type { Instant } from '../../core/clock.js';
import type { FundPrices } from '../../core/ports/fund-prices.js';

/** No market that still trades is closed for longer. */
const LONGEST_BREAK_DAYS = 14;

/** The first date that is struck after an instant. */
export const nextStrike = (at: Instant): string => (strikeOf(dateOf(at)) > at ? dateOf(at) : dateAfter(dateOf(at), 1));

/** The value that an order of an instant gets: the first that is made of later closes alone. */
export interface NavDate {
  readonly date: string;
  readonly strikesAt: Instant;
  /** The first of these closes: from then on a part of the value is known. */
  readonly firstCloseAt: Instant;
}

/** Assets whose markets close no more are left out: they become cash. */
export function navDateOf(assets: readonly string[], at: Instant, prices: FundPrices): NavDate {
  const first = nextStrike(at);
  for (let days = 0; days <= LONGEST_BREAK_DAYS; days += 1) {
    const date = dateAfter(first, days);
    const strikesAt = strikeOf(date);
    const closes = assets.map((asset) => prices.closeAt(asset, strikesAt) ?? 0);
    if (closes.every((closeAt) => closeAt > at))
      return { date, strikesAt, firstCloseAt: Math.min(strikesAt, ...closes) };
  }
  const lasting = assets.filter(
    (asset) => (prices.closeAt(asset, strikeOf(dateAfter(first, LONGEST_BREAK_DAYS))) ?? 0) > at,
  );
  if (lasting.length === assets.length) throw new Error('no date has a close of every holding');
  return navDateOf(lasting, at, prices);
}
