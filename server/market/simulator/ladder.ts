import { chachaBlock } from './chacha.js';
import { exp } from './exact-math.js';
import { impactAt, touchDistance, type Impact, type ImpactScale } from './impact.js';
import type { NumberedKey } from './key-ring.js';
import { Purpose } from './purposes.js';
import { usualLevelUsdt } from './usual-sizes.js';

/** One side of the agents' book: [priceTicks, lots], best first. */
export type AgentLevel = [priceTicks: number, lots: number];

/** What the market-making agents quote at one instant. The best bid is always below the best ask. */
export interface AgentLadder {
  bids: AgentLevel[];
  asks: AgentLevel[];
}

/** The best quotes of a book that nobody touched: those of its ladder, without the levels behind them. */
export interface Touch {
  readonly bidTicks: number;
  readonly askTicks: number;
}

/** What a ladder depends on besides randomness; all of it follows from spec, seed and time. */
export interface QuoteBasis {
  /** The fundamental price. */
  midTicks: number;
  /** Width between best bid and best ask. */
  spreadTicks: number;
  /** Prices of the deeper levels are multiples of this. */
  gridTicks: number;
  /** What stands at a usual level near the best price. */
  levelLots: number;
  maxLevels: number;
  /** See `ImpactScale`. */
  ppmPerLot: number;
}

/** What of an instrument its quotes are made by. */
interface QuotedSizes {
  readonly tickSize: string;
  readonly lotSize: string;
  readonly spreadBps: number;
  readonly dailyVolumeUsdt: number;
  readonly relation?: object | undefined;
}

const MAX_LEVELS = 40;
const NEVER_LESS_THAN_LOTS = 1;
/** The best quotes of each side are thinner than those behind them. */
const TOUCH_SHARE = 0.55;
/**
 * Behind the best quotes, levels stand as far apart as with a spread of one basis point at least: a large order finds a book that
 * reaches eight basis points or more, also where the best quotes are a tick apart.
 */
const LEAST_WIDTH_BPS = 1;
/** A sweep of a usual book takes this many levels' lots for each step of the grid that the quotes then keep. */
const LEVELS_PER_GRID_STEP = 4.5;
/** What stays of a usual push: about what real markets keep of an order a day later (Almgren and others, 2005). */
const LASTING_SHARE = 0.1;

/**
 * What agents see and answer by. One storm (1 is usual, 0.6 calm, 4 the worst) widens spread and grid and thins the levels, so a
 * sweep pushes the quotes by the same share of what it cost in every weather.
 */
export function basisOf(
  spec: QuotedSizes,
  { midTicks, gridMidTicks, storm }: { midTicks: number; gridMidTicks: number; storm: number },
): QuoteBasis {
  const lotUsdt = midTicks * +spec.tickSize * +spec.lotSize;
  return {
    midTicks,
    spreadTicks: spreadOf(spec, midTicks, storm),
    gridTicks: gridOf(Math.max(usualSpread(spec, gridMidTicks), (gridMidTicks * LEAST_WIDTH_BPS) / 10_000) * storm),
    levelLots: Math.max(1, Math.round(usualLevelUsdt(spec.dailyVolumeUsdt) / lotUsdt / storm)),
    maxLevels: MAX_LEVELS,
    ppmPerLot: spec.relation === undefined ? lotUsdt / usdtPerPpm(spec) : 0,
  };
}

/** What moves the price for good by a millionth, in USDT, whatever the weather: a part of what pushes quotes in a usual one. */
export function usdtPerPpm(spec: Pick<QuotedSizes, 'spreadBps' | 'dailyVolumeUsdt'>): number {
  const gridPpm = (Math.max(spec.spreadBps, LEAST_WIDTH_BPS) * 100) / 2;
  return (LEVELS_PER_GRID_STEP * usualLevelUsdt(spec.dailyVolumeUsdt)) / gridPpm / LASTING_SHARE;
}

export function spreadOf(spec: QuotedSizes, midTicks: number, storm: number): number {
  return Math.max(1, Math.round(usualSpread(spec, midTicks) * storm));
}

export function impactScaleOf({ midTicks, spreadTicks, gridTicks, levelLots, ppmPerLot }: QuoteBasis): ImpactScale {
  const lotsPerTick = (LEVELS_PER_GRID_STEP * levelLots) / gridTicks;
  return { midTicks, offsetTicks: 0, spreadTicks, lotsPerTick, ppmPerLot };
}

/** The usual width in ticks, not rounded. */
function usualSpread(spec: QuotedSizes, midTicks: number): number {
  return (midTicks * spec.spreadBps) / 10_000;
}

/** The best quotes around a price, which never is so low that no bid is left. */
export function touchOf(midTicks: number, spreadTicks: number): Touch {
  const mid = Math.max(spreadTicks + 1, midTicks);
  return { bidTicks: mid - touchDistance('sell', spreadTicks), askTicks: mid + touchDistance('buy', spreadTicks) };
}

/**
 * The agents' ladder at `second`. Deeper quotes stand at fixed grid prices with sizes that live for 8 to 64 seconds, so
 * a small move of the price changes the touch and leaves the rest; what users took comes back within seconds.
 */
export function drawLadder(basis: QuoteBasis, impact: Impact, at: number, sizes: LevelSizes): AgentLadder {
  const { displacementTicks, paidTickLots, bidTakenLots, askTakenLots } = impactAt(impact, at);
  const { bidTicks, askTicks } = touchOf(basis.midTicks + Math.round(displacementTicks), basis.spreadTicks);
  const second = Math.floor(at / 1000);
  return {
    bids: side(bidTicks, -1, basis, { sizes, second, takenLots: Math.floor(bidTakenLots), paidTickLots }),
    asks: side(askTicks, 1, basis, { sizes, second, takenLots: Math.floor(askTakenLots), paidTickLots }),
  };
}

function side(
  best: number,
  away: 1 | -1,
  basis: QuoteBasis,
  now: { sizes: LevelSizes; second: number; takenLots: number; paidTickLots: number },
): AgentLevel[] {
  const { midTicks, gridTicks, levelLots, maxLevels } = basis;
  const levels: AgentLevel[] = [];
  const { sizes, second } = now;
  let { takenLots, paidTickLots } = now;
  let price = best;
  for (let i = 0; i < maxLevels && price >= 1; i++) {
    // Depth grows away from the touch and levels off, the usual hump of a limit order book.
    const hump = i === 0 ? TOUCH_SHARE : 0.7 + (1.6 * i) / (i + 6);
    const lots = Math.max(NEVER_LESS_THAN_LOTS, Math.round(levelLots * hump * sizes.at(second, price, away)));
    const thinned = takenLots >= lots ? 0 : lots - takenLots;
    takenLots -= lots - thinned;
    // On the far side of the fundamental price agents give back what they were paid, and no more.
    const lossTicks = away * (midTicks - price);
    const standing = lossTicks > 0 ? Math.min(thinned, Math.floor(paidTickLots / lossTicks)) : thinned;
    if (lossTicks > 0) paidTickLots -= standing * lossTicks;
    if (standing > 0) levels.push([price, standing]);
    price = nextOnGrid(price, away, gridTicks);
  }
  return levels;
}

function nextOnGrid(price: number, away: 1 | -1, gridTicks: number): number {
  return away > 0 ? (Math.floor(price / gridTicks) + 1) * gridTicks : (Math.ceil(price / gridTicks) - 1) * gridTicks;
}

/** The grid of prices: the 1, 2 or 5 times a power of ten next below half of the spread, at least one tick. */
export function gridOf(spreadTicks: number): number {
  const wanted = spreadTicks / 2;
  let power = 1;
  while (power * 10 <= wanted) power *= 10;
  for (const step of [5, 2, 1]) if (step * power <= wanted) return step * power;
  return 1;
}

const SLOTS = 512;

/** The sizes drawn last, each in the slot that its price falls into. */
class DrawnSizes {
  /** Below zero for bids. */
  readonly prices = new Float64Array(SLOTS);
  readonly starts = new Float64Array(SLOTS);
  readonly sizes = new Float64Array(SLOTS);
}

/**
 * Sizes of an instrument by price: log-normal, each redrawn at its own beat, so the book never blinks as a whole. From one ladder to the
 * next most are the same, and those are not drawn twice.
 */
export class LevelSizes {
  private readonly words = new Uint32Array(16);
  private drawn: DrawnSizes | undefined;

  constructor(
    private readonly word: number,
    private readonly keyAt: (second: number) => NumberedKey,
  ) {}

  at(second: number, priceTicks: number, away: 1 | -1): number {
    const mix = Math.imul(priceTicks ^ (away > 0 ? 0x5bd1e995 : 0), 0x9e3779b1) >>> 0;
    const beat = 8 << (mix >>> 30);
    const start = Math.floor((second + (mix & 63)) / beat) * beat - (mix & 63);
    const { prices, starts, sizes } = (this.drawn ??= new DrawnSizes());
    const slot = (mix >>> 16) % SLOTS;
    if (prices[slot] !== away * priceTicks || starts[slot] !== start) {
      sizes[slot] = this.draw(start, priceTicks, away);
      starts[slot] = start;
      prices[slot] = away * priceTicks;
    }
    return sizes[slot] as number;
  }

  private draw(start: number, priceTicks: number, away: 1 | -1): number {
    const purpose = Purpose.Ladder + (away > 0 ? 0 : 64);
    chachaBlock(this.keyAt(start).words, purpose, this.word, start, priceTicks | 0, this.words);
    let sum = 0;
    for (let i = 0; i < 4; i++) sum += (this.words[i] as number) / 4294967296;
    // The sum of four uniforms is near enough to a bell for sizes; its standard deviation is 0.577.
    return exp((sum - 2) * 1.1);
  }
}
