import { amount, format, ONE, over, roundTo, times, tryAmount, ZERO, type Amount } from './money.js';
import { dateOf, startOf } from './utc-date.js';

const HOUR_MS = 3_600_000;

export const FUND_LEVELS = ['low', 'balanced'] as const;
export type FundLevel = (typeof FUND_LEVELS)[number];

/** What the ledger calls a unit of each fund. */
export const FUND_ASSETS: Readonly<Record<FundLevel, string>> = { low: 'LOWFUND', balanced: 'BALFUND' };

/** Units have six decimals, money and net asset values eight. */
export const UNIT_DECIMALS = 6;
const MONEY_DECIMALS = 8;

/** The net asset value of a date is struck at 22:00 UTC. */
export const strikeOf = (date: string): number => startOf(date) + 22 * HOUR_MS;

/** An official close that is older counts as none. */
export const FUND_CLOSE_KEPT_MS = 5 * 24 * HOUR_MS;

export interface Weight {
  readonly asset: string;
  /** A share of all: `0.35`. */
  readonly weight: string;
}

/** `SHY:0.35 AGG:0.65`; `undefined` where an asset comes twice or the shares are not 1 together. */
export function parseBasket(text: string): Weight[] | undefined {
  const weights = text.split(' ').map((part) => {
    const [asset = '', weight = '0'] = part.split(':');
    return { asset, weight };
  });
  const sum = weights.reduce((all, { weight }) => all + (tryAmount(weight) ?? ZERO), ZERO);
  const isWhole = sum === ONE && new Set(weights.map(({ asset }) => asset)).size === weights.length;
  return isWhole ? weights : undefined;
}

/** Why a holding has no official close of the last five days. */
export const FAIR_REASONS = ['halt', 'holiday', 'delisting'] as const;
export type FairReason = (typeof FAIR_REASONS)[number];

/** What two people value a holding at, on each of these UTC dates on which it has no official close of the last five days. */
export interface FairValue {
  readonly asset: string;
  readonly price: string;
  readonly from: string;
  readonly to: string;
  readonly reason: FairReason;
}

/** `SPY:512.25:2028-03-06:2028-03-10:halt`, or several with spaces between; `undefined` where they do not fit together. */
export function parseFairValues(text: string): FairValue[] | undefined {
  if (text === 'none') return [];
  const values = text.split(' ').map((part) => {
    const [asset = '', price = '0', from = '', to = '', reason] = part.split(':');
    return { asset, price, from, to, reason: reason as FairReason };
  });
  const isDate = (date: string): boolean => startOf(date) >= 0 && dateOf(startOf(date)) === date;
  const fits = values.every(
    ({ asset, price, from, to }, n) =>
      isDate(from) &&
      isDate(to) &&
      from <= to &&
      (tryAmount(price) ?? ZERO) > ZERO &&
      // One price of an asset for a date.
      !values.slice(0, n).some((other) => other.asset === asset && other.from <= to && from <= other.to),
  );
  return fits ? values : undefined;
}

/** Units that an amount buys, rounded down: the rest stays in the fund. */
export const unitsFor = (usdt: string, nav: string): string =>
  format(roundTo(over(amount(usdt), amount(nav), 'down'), UNIT_DECIMALS, 'down'));

/** What units are paid, rounded down: the rest stays in the fund. */
export const payoutOf = (units: string, nav: string): string =>
  format(roundTo(times(amount(units), amount(nav), 'down'), MONEY_DECIMALS, 'down'));

/** The deepest fall from a high to a later low, as a share of the high; `null` of a series that never fell. */
export interface Fall {
  readonly share: string;
  readonly from: string;
  readonly to: string;
}

export function worstFall(points: readonly { readonly date: string; readonly value: string }[]): Fall | null {
  let [high, highAt, worst]: [Amount, string, Fall | null] = [ZERO, '', null];
  for (const { date, value } of points) {
    const now = amount(value);
    if (now >= high) [high, highAt] = [now, date];
    else {
      const share = roundTo(over(high - now, high, 'half-even'), 4, 'half-even');
      if (worst === null || share > amount(worst.share)) worst = { share: format(share), from: highAt, to: date };
    }
  }
  return worst;
}
