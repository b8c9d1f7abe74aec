import { ONE, over, roundToStep, type Amount } from '../../../shared/money.js';
import type { Instant } from '../../core/clock.js';
import { calendarHoursOf, type MarketSource } from '../simulator/market-source.js';
import { exactIndexTicks } from './index-price.js';

/** A delivery settles at the average over so many minutes of open market. */
export const SETTLEMENT_MINUTES = 30;
const SECOND_MS = 1000;

/** When trading ends in an instrument that is delisted at a close: whoever traded on would see the average come. */
export const tradedUntil = (delistedAt: Instant): Instant => delistedAt - SETTLEMENT_MINUTES * 60 * SECOND_MS;

/** The sum of an index over whole seconds, in steps of a tick, so that the average is exact. */
export interface SettlementSum {
  readonly fromMs: Instant;
  readonly seconds: number;
  readonly steps: bigint;
}

/**
 * The whole seconds that a settlement averages, newest first: the last ones before it at which the market was open. Calendar and
 * length fix them beforehand, so nobody can choose an instant; in a pause the last price stands. `undefined` where the market has not been open for so long.
 */
export function settlementSeconds(
  source: Pick<MarketSource, 'sessionState' | 'calendarHours'>,
  symbol: string,
  settlesAt: Instant,
  minutes: number,
): Instant[] | undefined {
  const wanted = minutes * 60;
  const found: Instant[] = [];
  let at = Math.ceil(settlesAt / SECOND_MS) * SECOND_MS - SECOND_MS;
  while (found.length < wanted) {
    const { open, closedAt } = calendarHoursOf(source, symbol, at);
    if (open) found.push(at);
    else if (closedAt === undefined) return undefined;
    at = (open ? at : (closedAt ?? at)) - SECOND_MS;
  }
  return found;
}

/** The settlement at an instant that is over; `stepsPerTick` says how fine the index is taken. */
export function settlementSum(
  source: MarketSource,
  symbol: string,
  settlesAt: Instant,
  terms: { readonly minutes: number; readonly stepsPerTick: number },
): SettlementSum | undefined {
  const seconds = settlementSeconds(source, symbol, settlesAt, terms.minutes);
  if (seconds === undefined) return undefined;
  const stepsAt = (at: Instant) => BigInt(Math.round(exactIndexTicks(source, symbol, at) * terms.stepsPerTick));
  const steps = seconds.reduce((sum, at) => sum + stepsAt(at), 0n);
  return { fromMs: seconds.at(-1) ?? settlesAt, seconds: seconds.length, steps };
}

/** Steps of a tick that a settlement is counted in, and rounded to. */
const STEPS_PER_TICK = 10_000;

/** The settlement of the usual minutes in the quote asset, to a ten-thousandth of a tick. */
export function settlementPrice(
  source: MarketSource,
  symbol: string,
  settlesAt: Instant,
  tick: Amount,
): Amount | undefined {
  const found = settlementSum(source, symbol, settlesAt, { minutes: SETTLEMENT_MINUTES, stepsPerTick: STEPS_PER_TICK });
  return found && averageOf(found, tick, STEPS_PER_TICK);
}

/** The mean of a settlement's steps in the quote asset, rounded to one of them. */
export function averageOf({ seconds, steps }: SettlementSum, tick: Amount, stepsPerTick: number): Amount {
  const mean = over(tick * steps, BigInt(seconds * stepsPerTick) * ONE, 'half-even');
  return roundToStep(mean, tick / BigInt(stepsPerTick), 'half-even');
}
