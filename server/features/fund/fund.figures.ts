import { ONE, units, written } from '../../core/audit-figures.js';
import type { PolicyVersionAt } from '../../core/history-audit.js';
import type { PolicyValues } from '../../core/policy.js';
import type { FundClose, FundStruck, FundTrade } from './fund.events.js';

const DAY_MS = 86_400_000;
const STRIKE_MS = 22 * 3_600_000;
const MINUTE_MS = 60_000;
const [UNIT_GRAIN, MONEY_GRAIN] = [10n ** 12n, 10n ** 10n];

export const strikesAt = (date: string): number => Date.parse(`${date}T00:00:00Z`) + STRIKE_MS;
export const dayAfter = (date: string): string => new Date(strikesAt(date) + DAY_MS).toISOString().slice(0, 10);

/** Half-even, of a quotient whose divisor is above zero. */
function nearest(dividend: bigint, divisor: bigint): bigint {
  const whole = dividend / divisor;
  const twice = 2n * (dividend % divisor);
  const size = twice < 0n ? -twice : twice;
  const isUp = size > divisor || (size === divisor && whole % 2n !== 0n);
  return isUp ? whole + (dividend < 0n ? -1n : 1n) : whole;
}

/** What an amount buys at a value. */
export const unitsOf = (usdt: string, nav: string): string =>
  written(((units(usdt) * ONE) / units(nav) / UNIT_GRAIN) * UNIT_GRAIN);

/** What units are paid at a value. */
export const paidFor = (held: string, nav: string): string =>
  written(((units(held) * units(nav)) / ONE / MONEY_GRAIN) * MONEY_GRAIN);

/** A quantity at a price: exact, as both are short. */
export const worth = ({ quantity, price }: Pick<FundClose, 'quantity' | 'price'>): bigint =>
  (units(quantity) * units(price)) / ONE;

/** Gross, fee and value of a strike from its closes, cash and units. */
export function figuresOf(
  { closes, cash, units: outstanding }: Pick<FundStruck, 'closes' | 'cash' | 'units'>,
  feeOfYear: string,
  last: string | null,
): Pick<FundStruck, 'gross' | 'fee' | 'nav'> {
  const gross = closes.reduce((sum, close) => sum + worth(close), units(cash));
  const isOwned = units(outstanding) > 0n;
  const ofYear = nearest(gross * units(feeOfYear), ONE);
  const fee = isOwned && gross > 0n ? nearest(ofYear / 365n, MONEY_GRAIN) * MONEY_GRAIN : 0n;
  const exact = isOwned ? nearest((gross - fee) * ONE, units(outstanding)) : 0n;
  const nav = isOwned ? written(nearest(exact, MONEY_GRAIN) * MONEY_GRAIN) : (last ?? '1');
  return { gross: written(gross), fee: written(fee), nav };
}

/** What the postings of an event sum to, by account and asset. */
export function movesOf(
  postings: readonly { readonly account: string; readonly asset: string; readonly amount: bigint }[] = [],
): string {
  const sums = new Map<string, bigint>();
  for (const { account, asset, amount } of postings)
    sums.set(`${account} ${asset}`, (sums.get(`${account} ${asset}`) ?? 0n) + amount);
  return textOf(sums);
}

export const textOf = (sums: ReadonlyMap<string, bigint>): string =>
  [...sums]
    .filter(([, sum]) => sum !== 0n)
    .map(([key, sum]) => `${key} ${written(sum)}`)
    .sort()
    .join(', ');

const CARRIERS = { dividend: 'house/dividends', split: 'house/splits', delisting: 'house/delistings' } as const;

/** What a strike moves: fee, trades against the house at the closes, and corporate actions. */
export function strikeMoves({ level, fee, trades, actions }: FundStruck): string {
  const fund = `house/fund-${level}`;
  const sums = new Map<string, bigint>();
  const move = (from: string, asset: string, sum: bigint): void => {
    sums.set(`${from} ${asset}`, (sums.get(`${from} ${asset}`) ?? 0n) - sum);
    sums.set(`${fund} ${asset}`, (sums.get(`${fund} ${asset}`) ?? 0n) + sum);
  };
  for (const { asset, kind, cash, quantity } of actions) {
    move(CARRIERS[kind], 'USDT', units(cash));
    move(CARRIERS[kind], asset, units(quantity));
  }
  for (const trade of trades) {
    move('house/fund-market', trade.asset, units(trade.quantity));
    move('house/fund-market', 'USDT', -worth(trade));
  }
  move('house/fees', 'USDT', -units(fee));
  return textOf(sums);
}

/** Quantities after the actions, and after the trades of a strike. */
export function heldAfter(
  held: ReadonlyMap<string, bigint>,
  changes: readonly Pick<FundTrade, 'asset' | 'quantity'>[],
): Map<string, bigint> {
  const after = new Map(held);
  for (const { asset, quantity } of changes) after.set(asset, (after.get(asset) ?? 0n) + units(quantity));
  for (const [asset, quantity] of after) if (quantity === 0n) after.delete(asset);
  return after;
}

/** How many orders of an owner may wait in a fund. The first versions of the rules had no limit. */
export const waitingMaxOf = (rules: PolicyValues | undefined): number => Number(rules?.['waitingMax'] ?? Infinity);

/** The version in force at an instant, and those that a call may have read up to a minute before. */
export function rulesAt(versions: readonly PolicyVersionAt[], at: number): PolicyVersionAt[] {
  const before = versions.filter(({ publishedAt }) => publishedAt <= at);
  return before.filter((_, n) => (before[n + 1]?.publishedAt ?? at) > at - MINUTE_MS);
}
