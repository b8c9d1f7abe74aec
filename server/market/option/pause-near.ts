import type { Instant } from '../../core/clock.js';
import type { MarketCalendar } from '../simulator/market-calendar.js';
import type { MarketSource } from '../simulator/market-source.js';
import { pauseRulesOf } from '../simulator/pause-rules.js';

const MINUTE_MS = 60_000;
const REFERENCES = 5;
/** A normal price crosses so many deviations in one of 16,000 times. */
const DEVIATIONS = 4;

/**
 * Whether trading may well pause before an option settles. A pause returns the stake, so near the edge of a band one direction would
 * win or come back: a gift. Deviations are shares of the price, over the whole time and over five minutes of it at most.
 */
export function isPauseNear(
  source: MarketSource,
  symbol: string,
  calendar: MarketCalendar | undefined,
  { at, whole, short }: { readonly at: Instant; readonly whole: number; readonly short: number },
): boolean {
  const rules = pauseRulesOf(source.spec(symbol), calendar);
  if (rules === undefined) return false;
  const price = source.exactTicksAt(symbol, at);
  const limits = source.limitsAt?.(symbol, at);
  const reach = DEVIATIONS * whole * price;
  if (limits !== undefined && (limits.highTicks - price < reach || price - limits.lowTicks < reach)) return true;
  if (rules.interruption === undefined) return false;
  const reference = referenceOf(source, symbol, at);
  return Math.abs(price / reference - 1) + DEVIATIONS * short > rules.interruption.band;
}

/** The mean of up to five whole-minute prices while the market was open, as the band of an interruption has it. */
function referenceOf(source: MarketSource, symbol: string, at: Instant): number {
  const prices: number[] = [];
  for (let minute = at - (at % MINUTE_MS); prices.length < REFERENCES; minute -= MINUTE_MS) {
    if (!source.sessionState(symbol, minute).open) break;
    prices.push(source.exactTicksAt(symbol, minute));
  }
  const sum = prices.reduce((all, price) => all + price, 0);
  return prices.length === 0 ? source.exactTicksAt(symbol, at) : sum / prices.length;
}
