import {
  PROTECTIONS,
  type PositionProtectionView,
  type PositionView,
  type ProtectionField,
} from '../../../contracts/contract.contract';
import type { StopTrigger } from '../../../contracts/order.contract';
import type { RefusalCode } from '../../../contracts/refusal.contract';
import { plannedProfit, profitOfReturn, targetPrice, type PlannedPosition } from '../../../shared/contract-calculator';
import { format, ONE, over, roundTo, toAmount, typedAmount, ZERO, type Amount } from '../../../shared/money';
import { priceRefused } from '../../../shared/order';

/** What is typed: prices, the return on the margin, or the way from the entry price, both in per cent. */
export const PROTECTION_UNITS = ['price', 'roe', 'percent'] as const;
export type ProtectionUnit = (typeof PROTECTION_UNITS)[number];

/** The position that a pair protects, and what it is reckoned and judged by. */
export interface ProtectionTerms {
  position: Pick<PositionView, 'side' | 'quantity' | 'entryPrice' | 'leverage' | 'markPrice' | 'liquidationPrice'>;
  /** What closing at the market costs this account. */
  takerRate: string;
  tickSize: string;
  /** The price that the pair watches, as it is now; `null` where the screen does not know it. */
  watched: string | null;
}

/** A text that was reckoned from a price stands for that price, and not for what its rounded figure would bring. */
export interface ReckonedText {
  text: string;
  price: string;
}

export interface ProtectionValue {
  unit: ProtectionUnit;
  trigger: StopTrigger;
  typed: Record<ProtectionField, string>;
  reckoned: Partial<Record<ProtectionField, ReckonedText>>;
}

export const protectionFrom = (protection: PositionProtectionView | null): ProtectionValue => ({
  unit: 'price',
  trigger: protection?.trigger ?? 'mark',
  typed: { takeProfit: protection?.takeProfit ?? '', stopLoss: protection?.stopLoss ?? '' },
  reckoned: {},
});

/** Per cent from the entry price are per cent of a margin that is all of it. */
const planOf = ({ position }: ProtectionTerms, unit: ProtectionUnit): PlannedPosition => ({
  side: position.side,
  leverage: unit === 'percent' ? 1 : position.leverage,
  entry: toAmount(position.entryPrice),
  quantity: toAmount(position.quantity),
});

/** Opening is paid already. */
const ratesOf = ({ takerRate }: ProtectionTerms, unit: ProtectionUnit) => ({
  opening: ZERO,
  closing: unit === 'percent' ? ZERO : toAmount(takerRate),
});

/** The price that a field stands for; empty where it is empty or where no price brings that much. */
export function priceOf(field: ProtectionField, value: ProtectionValue, terms: ProtectionTerms): string {
  const { unit } = value;
  const typed = value.typed[field];
  const reckoned = value.reckoned[field];
  if (unit === 'price' || typed === '') return typed;
  if (reckoned?.text === typed) return reckoned.price;
  const percent = toAmount(typed);
  if (percent === ZERO) return '';
  const plan = planOf(terms, unit);
  const profit = profitOfReturn(plan, (field === 'takeProfit' ? percent : -percent) / 100n);
  const price = targetPrice(plan, profit, ratesOf(terms, unit), toAmount(terms.tickSize));
  return price === null ? '' : format(price);
}

export const pricesOf = (value: ProtectionValue, terms: ProtectionTerms): Record<ProtectionField, string> => ({
  takeProfit: priceOf('takeProfit', value, terms),
  stopLoss: priceOf('stopLoss', value, terms),
});

/** What closing all of the position at a price brings, in USDT after the closing fee; shares are fractions. */
export interface ProtectionOutcome {
  profit: Amount;
  returnOnEquity: Amount;
  /** From the mark price of now, in per cent. */
  distance: string;
}

export function protectionOutcome(price: string, terms: ProtectionTerms): ProtectionOutcome {
  const plan = planOf(terms, 'roe');
  const { profit, returnOnEquity } = plannedProfit(plan, toAmount(price), ratesOf(terms, 'roe'));
  const mark = toAmount(terms.position.markPrice);
  return { profit, returnOnEquity, distance: format(((toAmount(price) - mark) * 100n * ONE) / mark) };
}

/** The same prices in another unit; `null` where one of them is on the other side of the entry price than its name says. */
export function inUnit(unit: ProtectionUnit, value: ProtectionValue, terms: ProtectionTerms): ProtectionValue | null {
  const prices = pricesOf(value, terms);
  const typed = { takeProfit: '', stopLoss: '' };
  const reckoned: ProtectionValue['reckoned'] = {};
  for (const field of PROTECTIONS) {
    const price = prices[field];
    if (price === '') continue;
    const text = unit === 'price' ? price : percentAt(field, price, { terms, unit });
    if (text === null) return null;
    typed[field] = text;
    if (unit !== 'price') reckoned[field] = { text, price };
  }
  return { ...value, unit, typed, reckoned };
}

const PERCENT_DECIMALS = 2;

function percentAt(
  field: ProtectionField,
  price: string,
  { terms, unit }: { terms: ProtectionTerms; unit: ProtectionUnit },
): string | null {
  const plan = planOf(terms, unit);
  const { profit } = plannedProfit(plan, toAmount(price), ratesOf(terms, unit));
  const share = over(profit * 100n, profitOfReturn(plan, ONE), 'half-even');
  const percent = roundTo(field === 'takeProfit' ? share : -share, PERCENT_DECIMALS, 'half-even');
  return percent > ZERO ? format(percent) : null;
}

export interface ProtectionProblem {
  code: RefusalCode | 'unreachable';
  params: Record<string, string>;
}

/** What is wrong with the prices, in the words of the server. */
export function protectionProblems(
  value: ProtectionValue,
  terms: ProtectionTerms,
): Partial<Record<ProtectionField, ProtectionProblem>> {
  const problems: Partial<Record<ProtectionField, ProtectionProblem>> = {};
  for (const field of PROTECTIONS) {
    const problem = value.typed[field] === '' ? undefined : problemOf(field, priceOf(field, value, terms), terms);
    if (problem !== undefined) problems[field] = problem;
  }
  return problems;
}

function problemOf(field: ProtectionField, price: string, terms: ProtectionTerms): ProtectionProblem | undefined {
  if (price === '') return { code: 'unreachable', params: {} };
  const wrong = priceRefused('price', price, typedAmount(price), toAmount(terms.tickSize));
  if (wrong !== undefined) return { code: `order.${wrong.reason}`, params: wrong.params };
  const { side, liquidationPrice } = terms.position;
  const isBeyond = (one: string, other: string) =>
    side === 'long' ? toAmount(one) > toAmount(other) : toAmount(one) < toAmount(other);
  const { watched } = terms;
  if (watched !== null) {
    const params = { price, last: watched };
    if (field === 'takeProfit' && !isBeyond(price, watched))
      return { code: 'contract.take-profit-on-wrong-side', params };
    if (field === 'stopLoss' && !isBeyond(watched, price)) return { code: 'contract.stop-loss-on-wrong-side', params };
  }
  if (field === 'stopLoss' && liquidationPrice !== null && isBeyond(liquidationPrice, price))
    return { code: 'contract.stop-beyond-liquidation', params: { price: liquidationPrice } };
  return undefined;
}
