import { feeTiers, FEE_VOLUME_DAYS, tierAt, worstRate, type FeeValues } from '../../../shared/fees.js';
import { amount, format, ZERO, type Amount } from '../../../shared/money.js';
import { feeOf } from '../../../shared/order.js';
import type { Instant } from '../../core/clock.js';
import type { FeeTerms, FillTerms, OrderMatched } from './book.facts.js';

const DAY_MS = 86_400_000;
/** Tiers change an hour after the days that they are reckoned from: whatever was sent before midnight is decided by then. */
const SETTLES_MS = 3_600_000;

/** The day whose tier an order gets, counted from 1970 in UTC. It begins at 01:00. */
export const feeDayOf = (at: Instant): number => Math.floor((at - SETTLES_MS) / DAY_MS);

/** When the tiers of a fee day come into force. */
export const feeDayStart = (day: number): Instant => day * DAY_MS + SETTLES_MS;

/** The UTC day of a fill, by which its worth is counted. */
export const volumeDayOf = (at: Instant): number => Math.floor(at / DAY_MS);

/** The days whose volume decides the tier of a fee day: whole ones, from and to inclusive. */
export const volumeDays = (day: number): readonly [from: number, to: number] => [day - FEE_VOLUME_DAYS, day - 1];

/** `2026-11-24` */
export const dayName = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** A version of a fee policy. */
interface FeePolicy {
  readonly name: string;
  readonly version: number;
  readonly values: FeeValues;
}

/** The terms of an order of this owner on a fee day. `volume` is what the days before it sum to, in USDT. */
export function feeTermsOf({ name, version, values }: FeePolicy, volume: Amount, day: number): FeeTerms {
  const { tier, maker, taker } = tierAt(volume, feeTiers(values));
  const rates = { maker: format(maker), taker: format(taker) };
  return { ...rates, tier, volume: format(volume), day: dayName(day), policy: name, policyVersion: version };
}

/** The terms of an order, read once. `worst` is what its hold is reckoned by. */
export interface FeeRates extends Pick<FeeTerms, 'tier' | 'policyVersion'> {
  readonly maker: Amount;
  readonly taker: Amount;
  readonly worst: Amount;
}

export function ratesOf({ maker, taker, tier, policyVersion }: Omit<FeeTerms, 'volume' | 'day' | 'policy'>): FeeRates {
  const rates = { maker: amount(maker), taker: amount(taker) };
  return { ...rates, worst: worstRate(rates.maker, rates.taker), tier, policyVersion };
}

/** What a fill says of the terms of one side; agents have none. */
export function fillTerms(rates: FeeRates | null, role: 'maker' | 'taker'): FillTerms | null {
  if (rates === null) return null;
  return { rate: format(rates[role]), tier: rates.tier, policyVersion: rates.policyVersion };
}

/**
 * Both fees of a trade, each rounded towards zero. They never sum below zero: a rebate is at most the fee of the other side,
 * and an agent that takes pays the maker's rebate. Else agents pay nothing.
 */
export function tradeFees(
  notional: Amount,
  maker: Pick<FeeRates, 'maker'> | null,
  taker: Pick<FeeRates, 'taker'> | null,
  quoteDecimals: number,
): { readonly maker: Amount; readonly taker: Amount } {
  const asked = maker === null ? ZERO : feeOf(notional, maker.maker, quoteDecimals);
  if (taker === null) return { maker: asked, taker: asked < ZERO ? -asked : ZERO };
  const paid = feeOf(notional, taker.taker, quoteDecimals);
  return { maker: asked < -paid ? -paid : asked, taker: paid };
}

/**
 * Whose volume a trade counts for: users who traded with the agents. Trades between users count for nobody, because nobody can
 * tell two accounts of one person from two people.
 */
export function volumeOwner(trade: Pick<OrderMatched, 'makerOrderId' | 'makerOwner' | 'takerOrderId' | 'takerOwner'>) {
  if (trade.makerOrderId === null) return trade.takerOrderId === null ? undefined : trade.takerOwner;
  return trade.takerOrderId === null ? trade.makerOwner : undefined;
}
