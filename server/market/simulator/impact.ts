import type { Instant } from '../../core/clock.js';
import { LASTING_HALF_LIFE_HOURS } from '../flow-offset/flow-offset.js';
import { averagedBasis, FUNDING_HALF_LIFE_MS } from '../mark-price/basis.js';
import { exp } from './exact-math.js';

/**
 * What users' trades with agents have left on the agents' quotes, as of an instant: plain data that is recorded with
 * the trades. All of it fades, so an untouched market returns to the fundamental price.
 */
export interface Impact {
  /** How far the quotes are pushed, in ticks; up after users bought. */
  displacementTicks: number;
  /** The average of that push over time; the mark price leans on it. */
  basisTicks: number;
  /** The same average over hours, which funding takes up; only where a book is funded. */
  fundingTicks?: number;
  /**
   * What users paid beyond the usual best quotes and did not get back, in ticks times lots. Bids above the fundamental price
   * and asks below it are quoted out of this only, so all users together get back at most what they paid. It fades as slowly as
   * the lasting part, which it has to pay for.
   */
  paidTickLots: number;
  /** Lots that users sold to bids and bought from asks, and that are not yet refilled. */
  bidTakenLots: number;
  askTakenLots: number;
  /** What the command that recorded this pushed for good, in millionths of the price; see `FlowOffset`. */
  lastingPpm: number;
  asOf: Instant;
}

export const NO_IMPACT: Impact = {
  displacementTicks: 0,
  basisTicks: 0,
  paidTickLots: 0,
  bidTakenLots: 0,
  askTakenLots: 0,
  lastingPpm: 0,
  asOf: 0,
};

/** What a user traded with agents at one price. */
export interface AgentFill {
  /** The user's side. */
  side: 'buy' | 'sell';
  /** `taker`: the user swept agents' quotes. `maker`: agents took the user's resting order. */
  role: 'taker' | 'maker';
  priceTicks: number;
  lots: number;
}

/** How strongly an instrument's quotes answer; from `MarketSource.impactScale`. */
export interface ImpactScale {
  /** The fundamental price. */
  midTicks: number;
  /** How far users of the realm have moved the price for good. */
  offsetTicks: number;
  spreadTicks: number;
  /** Lots that push the quotes by one tick. */
  lotsPerTick: number;
  /** Millionths of the price that a lot pushes for good, in every weather; 0 where the price is a function of others. */
  ppmPerLot: number;
  /** Whether funding follows what users push. */
  isFunded?: boolean;
}

/** Half of a push is gone after ten seconds, half of what was taken stands again after three. */
export const DISPLACEMENT_HALF_LIFE_MS = 10_000;
export const REFILL_HALF_LIFE_MS = 3_000;
const PAID_HALF_LIFE_MS = LASTING_HALF_LIFE_HOURS * 3_600_000;

/** What a command leaves that traded with agents, in this order. */
export function impactOfFills(impact: Impact, fills: readonly AgentFill[], at: Instant, scale: ImpactScale): Impact {
  return fills.reduce((state, fill) => impactAfter(state, fill, at, scale), { ...impact, lastingPpm: 0 });
}

/** The state after a fill at `at`: what was left until then, and the fill on top. */
export function impactAfter(impact: Impact, fill: AgentFill, at: Instant, scale: ImpactScale): Impact {
  const { side, lots } = fill;
  const left = impactAt(scale.isFunded ? { fundingTicks: 0, ...impact } : impact, at);
  const taken =
    side === 'buy' ? { askTakenLots: left.askTakenLots + lots } : { bidTakenLots: left.bidTakenLots + lots };
  return rounded({ ...left, ...taken, ...pushed(left, fill, scale), lastingPpm: lasting(left, fill, scale) });
}

/**
 * Only who takes tells the market something: an order that agents took leaves nothing that lasts. So nobody pushes a price for the fee
 * of a maker.
 */
function lasting({ lastingPpm }: Impact, { side, role, lots }: AgentFill, { ppmPerLot }: ImpactScale): number {
  return role === 'maker' ? lastingPpm : lastingPpm + (side === 'buy' ? lots : -lots) * ppmPerLot;
}

/** What is left of it at an instant. */
export function impactAt(impact: Impact, at: Instant): Impact {
  const { displacementTicks, basisTicks, fundingTicks, paidTickLots, bidTakenLots, askTakenLots, lastingPpm, asOf } =
    impact;
  const push = { ticks: displacementTicks, halfLifeMs: DISPLACEMENT_HALF_LIFE_MS };
  return {
    displacementTicks: decayed(displacementTicks, asOf, at, DISPLACEMENT_HALF_LIFE_MS),
    basisTicks: averagedBasis(basisTicks, push, at - asOf),
    ...(fundingTicks !== undefined && {
      fundingTicks: averagedBasis(fundingTicks, push, at - asOf, FUNDING_HALF_LIFE_MS),
    }),
    paidTickLots: decayed(paidTickLots, asOf, at, PAID_HALF_LIFE_MS),
    bidTakenLots: decayed(bidTakenLots, asOf, at, REFILL_HALF_LIFE_MS),
    askTakenLots: decayed(askTakenLots, asOf, at, REFILL_HALF_LIFE_MS),
    lastingPpm,
    asOf: Math.max(at, asOf),
  };
}

/** Seen from the fill's side: a push is positive, and so is what was paid above the fundamental price (or got below it). */
function pushed(
  { displacementTicks, paidTickLots }: Impact,
  { side, role, priceTicks, lots }: AgentFill,
  { midTicks, offsetTicks, spreadTicks, lotsPerTick }: ImpactScale,
): Pick<Impact, 'displacementTicks' | 'paidTickLots'> {
  const sign = side === 'buy' ? 1 : -1;
  const before = sign * displacementTicks;
  const away = sign * (priceTicks - midTicks);
  const beyondTouch = away - touchDistance(side, spreadTicks);
  const linear = before + lots / lotsPerTick;
  // A sweep leaves the quotes no further than where it ended; what others pushed the other way it always takes back.
  const end = beyondTouch - sign * offsetTicks;
  const after = role === 'taker' ? Math.min(linear, Math.max(0, before, end)) : linear;
  const paid = beyondTouch > 0 ? beyondTouch : Math.min(0, away);
  return { displacementTicks: sign * after, paidTickLots: Math.max(0, paidTickLots + paid * lots) };
}

/** From the fundamental price to the usual best quote that a user of this side takes. */
export function touchDistance(side: 'buy' | 'sell', spreadTicks: number): number {
  const below = spreadTicks >> 1;
  return side === 'buy' ? spreadTicks - below : below;
}

function decayed(value: number, asOf: Instant, at: Instant, halfLifeMs: number): number {
  if (value === 0 || at <= asOf) return value;
  return value * exp((-0.6931471805599453 * (at - asOf)) / halfLifeMs);
}

/** Six decimals: short in the log, and exactly the number that a replay reads back. What was paid is never rounded up. */
function rounded(impact: Impact): Impact {
  const { displacementTicks, basisTicks, fundingTicks, paidTickLots, bidTakenLots, askTakenLots, lastingPpm, asOf } =
    impact;
  const six = (value: number): number => Math.round(value * 1e6) / 1e6 + 0;
  return {
    displacementTicks: six(displacementTicks),
    basisTicks: six(basisTicks),
    ...(fundingTicks !== undefined && { fundingTicks: six(fundingTicks) }),
    paidTickLots: Math.floor(paidTickLots),
    bidTakenLots: six(bidTakenLots),
    askTakenLots: six(askTakenLots),
    lastingPpm: six(lastingPpm),
    asOf,
  };
}

/** What a book keeps of its impact; none where nobody has traded with agents yet. */
export function asImpact(impact: unknown): Impact {
  return (impact as Impact | null) ?? NO_IMPACT;
}
