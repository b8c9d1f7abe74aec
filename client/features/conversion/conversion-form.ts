import type { AssetRow } from '../../../contracts/asset.contract';
import type { ConversionQuoteView, QuoteEnd } from '../../../contracts/conversion.contract';
import type { CurrencyView } from '../../../contracts/market.contract';
import { format, overOrZero, roundTo, toAmount } from '../../../shared/money';

export interface ConversionRuleValues {
  spreadRate: string;
  minUsdt: string;
  maxUsdt: string;
  dustBelowUsdt: string;
}

/** Everything that has a price: what is held in the spot account first, in the order of its worth. */
export function convertible(
  currencies: readonly CurrencyView[],
  rows: readonly AssetRow[],
  worded: (available: string) => string,
): ConvertibleCoin[] {
  const priced = currencies.filter(({ priceUsdt }) => priceUsdt !== null);
  const byCode = new Map(priced.map((each) => [each.currency, each]));
  const mine = spotRows(rows).flatMap(({ currency, available }) => {
    const known = byCode.get(currency);
    return known ? [{ ...known, held: worded(available) }] : [];
  });
  const held = new Set(mine.map(({ currency }) => currency));
  return [...mine, ...priced.filter(({ currency }) => !held.has(currency))];
}

export interface ConvertibleCoin extends CurrencyView {
  /** What is available of it in the spot account, worded, if anything is. */
  held?: string;
}

const spotRows = (rows: readonly AssetRow[]): AssetRow[] =>
  rows.filter((row) => row.space === 'spot' && toAmount(row.available) > 0n);

/** All that is available, in the eight decimals that a conversion has. */
export function wholeOf(available: string): string {
  return format(roundTo(toAmount(available), 8, 'down'));
}

/** One amount against another: `1 BTC = 50000 USDT`, whichever way the number is above one. */
export function readableRate(
  gives: { amount: string; currency: string },
  gets: { amount: string; currency: string },
): { unit: string; value: string; of: string } {
  const [given, got] = [toAmount(gives.amount), toAmount(gets.amount)];
  if (got >= given) return { unit: gives.currency, value: format(overOrZero(got, given, 'down')), of: gets.currency };
  return { unit: gets.currency, value: format(overOrZero(given, got, 'down')), of: gives.currency };
}

/** How a quote that was seen here is over. */
export type QuoteEnding = QuoteEnd | 'converted';

/**
 * How the quote that was seen here ended without this tab's doing: by its time, or in another tab or on another device; `undefined`
 * while it is live, and for none.
 */
export function endOfMine(
  mine: string | undefined,
  account: ConversionQuoteView | undefined,
  liveId: string | undefined,
): QuoteEnding | undefined {
  if (mine === undefined || account === undefined || mine === liveId) return undefined;
  if (account.last?.quoteId === mine) return account.last.end;
  // The newest end is told, and that of an older one is that something newer came.
  return account.offer?.quoteId === mine ? 'expired' : 'replaced';
}
