import { FUND_CLOSE_KEPT_MS, parseBasket, parseFairValues, type FundLevel, type Weight } from '../../../shared/fund.js';
import { amount, format, least, over, portion, roundTo, times, ZERO, type Amount } from '../../../shared/money.js';
import type { Instant } from '../../core/clock.js';
import type { PolicyVersion } from '../../core/policy.js';
import type { FundPrices, HoldingAction } from '../../core/ports/fund-prices.js';
import type { FairValueRules, FundRules } from './fund.commands.js';
import type { FundAction, FundClose, FundTrade } from './fund.events.js';
import type { FundHolding } from './fund.state.js';

const DAYS_A_YEAR = 365n;
const [QUANTITY_DECIMALS, MONEY_DECIMALS] = [8, 8];
/** The value of a unit before anybody has one. */
export const FIRST_NAV = '1';

/** A fund as the rules have it. */
export interface FundTerms {
  readonly forSale: boolean;
  readonly basket: readonly Weight[];
  readonly benchmark: string;
  /** A share of the assets for a year. */
  readonly fee: string;
}

export function termsOf(rules: FundRules, level: FundLevel): FundTerms {
  const isLow = level === 'low';
  return {
    forSale: isLow ? rules.lowForSale : rules.balancedForSale,
    basket: parseBasket(isLow ? rules.lowBasket : rules.balancedBasket) ?? [],
    benchmark: isLow ? rules.lowBenchmark : rules.balancedBenchmark,
    fee: isLow ? rules.lowFee : rules.balancedFee,
  };
}

/** What a unit of an asset is worth at a strike, and since when. */
export type Close = Omit<FundClose, 'quantity'>;

/** The official close that a strike values an asset by; `undefined` where there is none of the last five days. */
export function closeOf(asset: string, strikesAt: Instant, prices: FundPrices): Close | undefined {
  const closeAt = prices.closeAt(asset, strikesAt);
  if (closeAt === undefined || strikesAt - closeAt > FUND_CLOSE_KEPT_MS) return undefined;
  const price = prices.priceOf(asset, closeAt);
  return price === undefined ? undefined : { asset, price, closeAt, epoch: prices.epochAt(closeAt - 1) };
}

/** What two people value an asset at on a date, where they do: at 22:00, so after every corporate action up to then. */
export function fairValueOf(
  asset: string,
  { date, strikesAt }: { readonly date: string; readonly strikesAt: Instant },
  { version, values }: PolicyVersion<FairValueRules>,
  prices: Pick<FundPrices, 'epochAt'>,
): Close | undefined {
  const found = (parseFairValues(values.fairValues) ?? []).find(
    (one) => one.asset === asset && one.from <= date && date <= one.to,
  );
  if (found === undefined) return undefined;
  const { price, reason } = found;
  return { asset, price, closeAt: strikesAt, epoch: prices.epochAt(strikesAt - 1), fair: { version, reason } };
}

/** What dividends, splits and delistings since the last close of each holding made of them. `fair`: holdings with a fair value of the strike. */
export function afterActions(
  holdings: readonly FundHolding[],
  strikesAt: Instant,
  prices: FundPrices,
  fair: ReadonlySet<string> = new Set(),
) {
  const actions: FundAction[] = [];
  const left = holdings.map((holding) => {
    const { asset, closeAt: after } = holding;
    const closeAt = fair.has(asset) ? strikesAt : (prices.closeAt(asset, strikesAt) ?? after);
    let { quantity } = holding;
    for (const one of prices.actions(asset, after, strikesAt)) {
      // A close of before an ex-date still has the dividend, and counts in old shares.
      if (one.cashOut === null && one.dueAt > closeAt) continue;
      const action = actionOn(asset, quantity, one);
      actions.push(action);
      quantity = format(amount(quantity) + amount(action.quantity));
    }
    return { ...holding, quantity };
  });
  return { actions, holdings: left.filter(({ quantity }) => quantity !== '0') };
}

function actionOn(asset: string, quantity: string, action: HoldingAction): FundAction {
  const { dueAt, perShare, cashOut, newShares, oldShares } = action;
  const held = amount(quantity);
  const worth = (each: string): string => format(roundTo(times(held, amount(each), 'down'), MONEY_DECIMALS, 'down'));
  if (cashOut !== null) return { asset, kind: 'delisting', dueAt, cash: worth(cashOut), quantity: format(-held) };
  if (perShare !== null) return { asset, kind: 'dividend', dueAt, cash: worth(perShare), quantity: '0' };
  const after = roundTo((held * BigInt(newShares ?? 1)) / BigInt(oldShares ?? 1), QUANTITY_DECIMALS, 'down');
  return { asset, kind: 'split', dueAt, cash: '0', quantity: format(after - held) };
}

export const valueOf = ({ quantity, price }: Pick<FundClose, 'quantity' | 'price'>): Amount =>
  times(amount(quantity), amount(price), 'down');

export const sumOf = <One>(all: readonly One[], part: (one: One) => Amount): Amount =>
  all.reduce((sum, one) => sum + part(one), ZERO);

/** A day's fee, half-even at the eighth decimal. A fund that nobody owns pays none. */
export function feeOf(gross: Amount, feeOfYear: string, units: Amount): Amount {
  if (units === ZERO || gross <= ZERO) return ZERO;
  return roundTo(times(gross, amount(feeOfYear), 'half-even') / DAYS_A_YEAR, MONEY_DECIMALS, 'half-even');
}

/** What a unit is worth, half-even at the eighth decimal; the last one where nobody owns any. */
export function navOf(net: Amount, units: Amount, last: string | null): string {
  if (units === ZERO) return last ?? FIRST_NAV;
  return format(roundTo(over(net, units, 'half-even'), MONEY_DECIMALS, 'half-even'));
}

/**
 * What is bought and sold at the closes, so that `cash` (below zero where it is missing) is in holdings: each in proportion to what is held,
 * or all to the targets. What a whole quantity of eight decimals leaves stays cash.
 */
export function tradesOf(
  closes: readonly FundClose[],
  cash: Amount,
  targets: readonly (Close & Weight)[] | null,
): FundTrade[] {
  const trades = targets === null ? inProportion(closes, cash) : toTargets(closes, cash, targets);
  return trades.filter(({ quantity }) => quantity !== '0');
}

function inProportion(closes: readonly FundClose[], cash: Amount): FundTrade[] {
  const worth = sumOf(closes, valueOf);
  if (worth <= ZERO) return [];
  const rounding = cash < ZERO ? 'up' : 'down';
  return closes.map(({ asset, quantity, price, closeAt }) => {
    const held = amount(quantity);
    const size = roundTo(portion(cash, held, worth, rounding), QUANTITY_DECIMALS, rounding);
    return { asset, price, closeAt, quantity: format(size < -held ? -held : size) };
  });
}

function toTargets(closes: readonly FundClose[], cash: Amount, targets: readonly (Close & Weight)[]): FundTrade[] {
  const all = sumOf(closes, valueOf) + cash;
  const total = all > ZERO ? all : ZERO;
  const weights = sumOf(targets, ({ weight }) => amount(weight));
  const wanted = new Map(
    targets.map(({ asset, weight, price }) => {
      const worth = portion(total, amount(weight), weights, 'down');
      return [asset, roundTo(over(worth, amount(price), 'down'), QUANTITY_DECIMALS, 'down')];
    }),
  );
  const known = new Map([...targets, ...closes].map(({ asset, price, closeAt }) => [asset, { price, closeAt }]));
  const held = new Map(closes.map(({ asset, quantity }) => [asset, amount(quantity)]));
  return [...known].map(([asset, close]) => ({
    asset,
    ...close,
    quantity: format((wanted.get(asset) ?? ZERO) - (held.get(asset) ?? ZERO)),
  }));
}

/** The part of a cost that goes with so many units; all of it with all units. */
export const costOfUnits = (cost: string, units: Amount, all: Amount): string =>
  format(least(amount(cost), roundTo(portion(amount(cost), units, all, 'half-even'), MONEY_DECIMALS, 'half-even')));
