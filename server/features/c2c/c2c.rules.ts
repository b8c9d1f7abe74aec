import type { KnownPolicies } from '../../../contracts/policy.contract.js';
import { c2cMaxOf } from '../../../shared/c2c-limit.js';
import type { Instant } from '../../core/clock.js';
import type { IndexPrices } from '../../core/ports/index-prices.js';
import {
  amount,
  decimalsOf,
  format,
  ONE,
  over,
  roundTo,
  times,
  tryAmount,
  type Amount,
} from '../../../shared/money.js';
import { decidedBy, type PolicyVersion } from '../../core/policy.js';
import { isRefusal, refuse, type Refusal } from '../../core/refusal.js';

export type C2cRules = KnownPolicies['c2c.rules'];

/** What is bought. */
export const C2C_ASSET = 'USDT';
const AMOUNT_DECIMALS = 2;
/** Of a price: as many as banks quote currencies with. */
const PRICE_DECIMALS = 4;
const INDEX_DECIMALS = 8;
/** Currencies without a minor unit (ISO 4217). */
const WHOLE = new Set(['JPY', 'KRW', 'VND', 'CLP', 'ISK', 'HUF']);

export const minorDecimals = (currency: string): number => (WHOLE.has(currency) ? 0 : 2);
export const currenciesOf = ({ currencies }: C2cRules): string[] => currencies.split(',');

/** The wire in USDT at the index that the order was placed by: the spread is part of the cost. */
export const paidUsdt = ({ payAmount, index }: { readonly payAmount: string; readonly index: string }): Amount =>
  over(amount(payAmount), amount(index), 'up');

/** What one USDT is worth in a currency, in plain texts, so that it travels with a command. */
export interface C2cIndex {
  readonly price: string;
  /** When it was the market's price: now, or when the market closed. */
  readonly at: Instant;
  /** When the market opens again; `null` while it is open. */
  readonly opensAt: Instant | null;
}

/**
 * By what the market says in USDT: of the currency itself (`EUR`), or of a dollar in it (`USDJPY`). A dollar is one USDT, as the
 * bank pays it out. While the currency's market is closed its last price counts, and the closed margin comes on top.
 */
export function indexOf(currency: string, prices: Pick<IndexPrices, 'lastIndex'>, now: Instant): C2cIndex | Refusal {
  if (currency === 'USD') return { price: '1', at: now, opensAt: null };
  const direct = prices.lastIndex(currency);
  if (!isRefusal(direct)) return indexAt(over(ONE, direct.priceUsdt, 'half-even'), direct);
  if (direct.refusal !== 'market.symbol-unknown') return direct;
  const dollars = prices.lastIndex(`USD${currency}`);
  return isRefusal(dollars) ? dollars : indexAt(dollars.priceUsdt, dollars);
}

function indexAt(price: Amount, { at, opensAt }: Omit<C2cIndex, 'price'>): C2cIndex {
  return { price: format(roundTo(price, INDEX_DECIMALS, 'half-even')), at, opensAt };
}

/**
 * The share on top of the index: the spread, and while the market is closed the closed margin. An order keeps its price while it
 * is valid, so one that is placed just before the open could wait for the gap and be paid only if that is worth it. What it may
 * win is the gap less both margins, on at most `closedMax` an order and `openMax` orders a person, until `validMinutes` are over.
 */
export function marginOf({ opensAt }: Pick<C2cIndex, 'opensAt'>, { spread, closedMargin }: C2cRules): Amount {
  return opensAt === null ? amount(spread) : amount(spread) + amount(closedMargin);
}

/** The index and the margin on it, rounded up. */
export function priceOf(index: C2cIndex, rules: C2cRules): Amount {
  return roundTo(times(amount(index.price), ONE + marginOf(index, rules), 'up'), PRICE_DECIMALS, 'up');
}

/** The most that one order may buy. What a closed market allows is the same for everybody: it bounds what the gap may cost. */
export function mostOf({ opensAt }: Pick<C2cIndex, 'opensAt'>, rules: C2cRules, isAdvanced: boolean): string {
  const max = c2cMaxOf(rules, isAdvanced);
  return opensAt === null || amount(max) < amount(rules.closedMax) ? max : rules.closedMax;
}

/** What has to be wired, rounded up to the currency's minor unit. */
export function payAmountOf(bought: Amount, price: Amount, currency: string): Amount {
  return roundTo(times(bought, price, 'up'), minorDecimals(currency), 'up');
}

interface Wanted {
  readonly currency: string;
  readonly amount: string;
  /** What the person was shown. */
  readonly shownPrice: string;
  /** The value of one USDT, or the refusal without a price. */
  readonly index: C2cIndex | Refusal;
  /** Whether the person passed the advanced level. */
  readonly isAdvanced: boolean;
}

/** The form from top to bottom, then the price that was shown. */
export function wantedProblem(wanted: Wanted, policy: PolicyVersion<C2cRules>): Refusal | undefined {
  const { values } = policy;
  const { currency, index, isAdvanced } = wanted;
  const offered = currenciesOf(values);
  if (!offered.includes(currency))
    return refuse('c2c.currency-not-offered', {
      currencies: offered.join(', '),
      field: 'currency',
      ...decidedBy(policy),
    });
  const field = 'amount';
  if (wanted.amount === '') return refuse('c2c.amount-empty', { field });
  const bought = tryAmount(wanted.amount);
  if (bought === undefined || bought < 0n || decimalsOf(bought) > AMOUNT_DECIMALS)
    return refuse('c2c.amount-invalid', { decimals: AMOUNT_DECIMALS, field });
  const { min } = values;
  const maxOf = (advanced: boolean): string =>
    isRefusal(index) ? c2cMaxOf(values, advanced) : mostOf(index, values, advanced);
  const [max, advancedMax] = [maxOf(isAdvanced), maxOf(true)];
  const limited = { asset: C2C_ASSET, field, ...decidedBy(policy) };
  if (bought < amount(min)) return refuse('c2c.amount-below-minimum', { min, ...limited });
  if (bought > amount(advancedMax)) return refuse('c2c.amount-above-maximum', { max, ...limited });
  if (bought > amount(max)) return refuse('c2c.amount-needs-advanced', { max, advancedMax, ...limited });
  if (isRefusal(index)) return index;
  const price = priceOf(index, values);
  const worst = times(amount(wanted.shownPrice), ONE + amount(values.priceBand), 'down');
  return price > worst
    ? refuse('c2c.price-moved', { price: format(price), currency, ...decidedBy(policy) })
    : undefined;
}
