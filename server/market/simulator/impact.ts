import type { Instant } from '../../core/clock.js';
import { exp } from './exact-math.js';

/**
 * What users' trades with agents have left on the agents' quotes, as of an instant: plain data that is recorded with
 * the trades. Both parts fade, so an untouched market returns to the fundamental price.
 */
export interface Impact {
  /** How far the quotes are pushed, in ticks; up after users bought. */
  displacementTicks: number;
  /** Lots that users sold to bids and bought from asks, and that are not yet refilled. */
  bidTakenLots: number;
  askTakenLots: number;
  asOf: Instant;
}

export const NO_IMPACT: Impact = { displacementTicks: 0, bidTakenLots: 0, askTakenLots: 0, asOf: 0 };

/** What users did against agents' quotes in one go. */
export interface AgentFill {
  /** The user's side: `buy` takes the asks. */
  side: 'buy' | 'sell';
  lots: number;
}

/** How strongly an instrument's quotes answer; from `PriceModel.impactScale`. */
export interface ImpactScale {
  /** Lots that push the quotes by one spread. */
  lotsPerSpread: number;
  spreadTicks: number;
}

/** Half of a push is gone after ten seconds, half of what was taken stands again after three. */
export const DISPLACEMENT_HALF_LIFE_MS = 10_000;
export const REFILL_HALF_LIFE_MS = 3_000;
/** However large an order, agents move by at most this many spreads at once and in sum. */
const DISPLACEMENT_LIMIT_SPREADS = 40;

/** The state after a fill at `at`: what was left until then, and the fill on top. */
export function impactAfter(impact: Impact, fill: AgentFill, at: Instant, scale: ImpactScale): Impact {
  const sign = fill.side === 'buy' ? 1 : -1;
  const limit = DISPLACEMENT_LIMIT_SPREADS * scale.spreadTicks;
  const before = decayed(impact.displacementTicks, impact.asOf, at, DISPLACEMENT_HALF_LIFE_MS);
  const pushed = before + (sign * fill.lots * scale.spreadTicks) / scale.lotsPerSpread;
  const bids = decayed(impact.bidTakenLots, impact.asOf, at, REFILL_HALF_LIFE_MS);
  const asks = decayed(impact.askTakenLots, impact.asOf, at, REFILL_HALF_LIFE_MS);
  return {
    displacementTicks: rounded(Math.max(-limit, Math.min(limit, pushed))),
    bidTakenLots: rounded(bids + (sign < 0 ? fill.lots : 0)),
    askTakenLots: rounded(asks + (sign > 0 ? fill.lots : 0)),
    asOf: Math.max(at, impact.asOf),
  };
}

export function decayed(value: number, asOf: Instant, at: Instant, halfLifeMs: number): number {
  if (value === 0 || at <= asOf) return value;
  return value * exp((-0.6931471805599453 * (at - asOf)) / halfLifeMs);
}

/** Six decimals: short in the log, and exactly the number that a replay reads back. */
function rounded(value: number): number {
  return Math.round(value * 1e6) / 1e6 + 0;
}
