import type { ExpectedVariances } from '../volatility/expected-variance.js';
import { gapBeyond, lawOfClosed } from '../volatility/gap-law.js';
import { exp } from '../simulator/exact-math.js';
import type { MarketSource } from '../simulator/market-source.js';
import type { SessionState } from '../simulator/market-clock.js';

const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;
/** Of a thousand closes one gaps further. */
const GAP_CHANCE = 0.001;

/** A close with its open, in UTC milliseconds. */
export interface Close {
  /** From when the gap is known that margins have to cover, and from when they do. */
  readonly warnsAt: number;
  readonly raisesAt: number;
  readonly closesAt: number;
  readonly opensAt: number;
}

/** The close that runs or comes next; `undefined` where the market never closes, or never opens again. */
export function closeAt(hours: (at: number) => SessionState, at: number): Close | undefined {
  const { open, nextChangeAt, closedAt } = hours(at);
  const closesAt = open ? nextChangeAt : closedAt;
  const opensAt = open && nextChangeAt !== undefined ? hours(nextChangeAt).nextChangeAt : nextChangeAt;
  if (closesAt === undefined || opensAt === undefined) return undefined;
  return { warnsAt: closesAt - 2 * HOUR_MS, raisesAt: closesAt - HOUR_MS, closesAt, opensAt };
}

/**
 * The share of the price that it gaps further than once in a thousand such closes, by what was public at an instant before;
 * `undefined` where the variance is not drawn.
 */
export function gapShare(
  source: Pick<MarketSource, 'variance'>,
  expected: Pick<ExpectedVariances, 'between'>,
  symbol: string,
  { closesAt, opensAt }: Close,
  at: number,
): number | undefined {
  const drawn = source.variance?.(symbol);
  const variance = expected.between(symbol, at, closesAt, opensAt);
  if (drawn === undefined || variance === undefined) return undefined;
  const [from, to] = [closesAt / SECOND_MS, opensAt / SECOND_MS];
  const { spread, lift } = lawOfClosed(drawn, { knownTo: drawn.rootAt(Math.floor(at / SECOND_MS)).from, from, to });
  const drift = Math.abs(drawn.driftPerSecond) * (to - from);
  return exp(gapBeyond(variance * lift, spread, GAP_CHANCE) + drift) - 1;
}
