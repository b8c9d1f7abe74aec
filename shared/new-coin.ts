import { amount, format, ONE, roundTo, times, toCount, type Amount } from './money.js';

/** Opening prices are whole steps of a hundredth of the issue price. */
const STEPS = 100n;

/** How many steps lie between two shares of the issue price, both included. */
export function openingSteps(openMin: string, openMax: string): number {
  return toCount(((amount(openMax) - amount(openMin)) * STEPS) / ONE) + 1;
}

/** The opening price of a step of the band, from 0: rounded to the tick of a new coin. */
export function openingPrice(issuePrice: string, openMin: string, step: number): string {
  const share = amount(openMin) + (BigInt(step) * ONE) / STEPS;
  return format(roundTo(times(amount(issuePrice), share, 'down'), COIN_PRICE_DECIMALS, 'down'));
}

/** Prices of new coins have four decimals, and quantities are whole coins. */
export const COIN_PRICE_DECIMALS = 4;
/** Of an issue price, so that each step of the band is a whole tick. */
export const ISSUE_PRICE_DECIMALS = 2;
/** A hundred ticks: what opens lower has a price that one trade moves by per cents. */
export const LOWEST_OPENING = '0.01';
const USDT_DECIMALS = 8;

/** What coins cost at the issue price. */
export const costOf = (price: string, coins: number): string => format(amount(price) * BigInt(coins));

/** The fee on a cost, rounded up to eight decimals. */
export const feeOf = (cost: string, feeRate: string): string =>
  format(roundTo(times(amount(cost), amount(feeRate), 'up'), USDT_DECIMALS, 'up'));

/** Coins that were subscribed, and where ties are broken: SHA-256 of revealed seed and id, lower first. */
export interface Share {
  readonly coins: number;
  readonly tie: string;
}

/** How coins are shared out; it fits a short event however many subscribed. */
export interface Cut {
  readonly volume: number;
  readonly total: number;
  /** Coins that whole shares leave over. */
  readonly leftover: number;
  /** The last share that gets one of them; `null` where none is left over. */
  readonly last: { readonly remainder: string; readonly tie: string } | null;
}

const remainderOf = (coins: number, { volume, total }: Pick<Cut, 'volume' | 'total'>): bigint =>
  (BigInt(volume) * BigInt(coins)) % BigInt(total);
const wholeOf = (coins: number, { volume, total }: Pick<Cut, 'volume' | 'total'>): number =>
  toCount((BigInt(volume) * BigInt(coins)) / BigInt(total));

/** Larger remainders first, then lower ties. */
function order(one: { remainder: bigint; tie: string }, other: { remainder: bigint; tie: string }): number {
  if (one.remainder !== other.remainder) return one.remainder > other.remainder ? -1 : 1;
  if (one.tie === other.tie) return 0;
  return one.tie < other.tie ? -1 : 1;
}

/** What the shares of an issue are cut by: floor(volume x own / total), leftovers to the largest remainders. */
export function cutOf(volume: number, shares: readonly Share[]): Cut {
  const total = shares.reduce((sum, { coins }) => sum + coins, 0);
  const sold = { volume: Math.min(volume, total), total };
  if (total <= volume) return { ...sold, leftover: 0, last: null };
  const leftover = shares.reduce((left, { coins }) => left - wholeOf(coins, sold), volume);
  if (leftover === 0) return { ...sold, leftover, last: null };
  const ranked = shares.map(({ coins, tie }) => ({ remainder: remainderOf(coins, sold), tie })).sort(order);
  const { remainder, tie } = ranked[leftover - 1] as (typeof ranked)[number];
  return { ...sold, leftover, last: { remainder: `${remainder}`, tie } };
}

/** How many coins a share gets, and the remainder that it was ranked by. */
export function allotted({ coins, tie }: Share, cut: Cut): { readonly coins: number; readonly remainder: string } {
  if (cut.total <= cut.volume) return { coins, remainder: '0' };
  const remainder = remainderOf(coins, cut);
  const { last } = cut;
  const isIn = last !== null && order({ remainder, tie }, { remainder: BigInt(last.remainder), tie: last.tie }) <= 0;
  return { coins: wholeOf(coins, cut) + (isIn ? 1 : 0), remainder: `${remainder}` };
}

/** What a subscription would get if it closed now, without leftovers. */
export function estimateOf(coins: number, volume: number, others: number): number {
  const total = coins + others;
  return total <= volume ? coins : wholeOf(coins, { volume, total });
}

/** What a coin at the issue price and its fee is worth at the opening, each step of the band alike, after the fee of a sale. */
export interface OpeningOutcomes {
  /** Results as shares of what was paid: `-0.5025`; at the lowest, in the middle and at the highest step, and on average. */
  readonly worst: string;
  readonly middle: string;
  readonly best: string;
  readonly mean: string;
  /** In how many of a hundred cases it is worth less than was paid. */
  readonly losing: number;
  /** Of a hundred cases, how many open in each tenth of the issue price: `[from, to, cases]`. */
  readonly bands: readonly { readonly from: string; readonly to: string; readonly cases: string }[];
}

/** Each opening price of the band is as likely as any other. `saleFee`: the taker fee of a sale. */
export function outcomesOf(openMin: string, openMax: string, feeRate: string, saleFee: string): OpeningOutcomes {
  const count = openingSteps(openMin, openMax);
  const shares = Array.from({ length: count }, (_, step) => amount(openMin) + (BigInt(step) * ONE) / STEPS);
  const paid = ONE + amount(feeRate);
  const resultOf = (share: Amount): Amount => {
    const got = times(share, ONE - amount(saleFee), 'down');
    return ((got - paid) * ONE) / paid;
  };
  const results = shares.map(resultOf);
  const at = (n: number): string => shown(results[n] as Amount);
  const mean = results.reduce((sum, one) => sum + one, 0n) / BigInt(count);
  const losing = results.filter((one) => one < 0n).length;
  return {
    worst: at(0),
    middle: at(Math.floor((count - 1) / 2)),
    best: at(count - 1),
    mean: shown(mean),
    losing: Math.round((losing * 100) / count),
    bands: bandsOf(shares),
  };
}

const TENTH = ONE / 10n;

function bandsOf(shares: readonly Amount[]): OpeningOutcomes['bands'] {
  const counts = new Map<bigint, number>();
  for (const share of shares) counts.set(share / TENTH, (counts.get(share / TENTH) ?? 0) + 1);
  return [...counts].map(([tenth, cases]) => ({
    from: format(tenth * TENTH),
    to: format((tenth + 1n) * TENTH),
    cases: format(roundTo((BigInt(cases) * ONE * 100n) / BigInt(shares.length), 1, 'half-even')),
  }));
}

const shown = (share: Amount): string => format(roundTo(share, 4, 'half-even'));
