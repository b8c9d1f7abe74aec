import { chachaBlock } from './chacha.js';
import { exp } from './exact-math.js';
import { decayed, type Impact, REFILL_HALF_LIFE_MS, DISPLACEMENT_HALF_LIFE_MS } from './impact.js';
import { Purpose, type NumberedKey } from './shared-draws.js';

/** One side of the agents' book: [priceTicks, lots], best first. */
export type AgentLevel = [priceTicks: number, lots: number];

/** What the market-making agents quote at one instant. The best bid is always below the best ask. */
export interface AgentLadder {
  bids: AgentLevel[];
  asks: AgentLevel[];
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
}

const NEVER_LESS_THAN_LOTS = 1;
/** The best quotes of each side are thinner than those behind them. */
const TOUCH_SHARE = 0.55;

/**
 * The agents' ladder at `second`. Deeper quotes stand at fixed grid prices with sizes that live for 8 to 64 seconds, so
 * a small move of the price changes the touch and leaves the rest; what users took comes back within seconds.
 */
export function drawLadder(
  basis: QuoteBasis,
  impact: Impact,
  at: number,
  word: number,
  keyAt: (second: number) => NumberedKey,
): AgentLadder {
  const shift = Math.round(decayed(impact.displacementTicks, impact.asOf, at, DISPLACEMENT_HALF_LIFE_MS));
  const mid = Math.max(basis.spreadTicks + 1, basis.midTicks + shift);
  const bestBid = mid - (basis.spreadTicks >> 1);
  const bestAsk = bestBid + basis.spreadTicks;
  const sizes = new LevelSizes(Math.floor(at / 1000), word, keyAt);
  const taken = (lots: number): number => Math.floor(decayed(lots, impact.asOf, at, REFILL_HALF_LIFE_MS));
  return {
    bids: side(bestBid, -1, basis, sizes, taken(impact.bidTakenLots)),
    asks: side(bestAsk, 1, basis, sizes, taken(impact.askTakenLots)),
  };
}

function side(best: number, away: 1 | -1, basis: QuoteBasis, sizes: LevelSizes, takenLots: number): AgentLevel[] {
  const { gridTicks, levelLots, maxLevels } = basis;
  const levels: AgentLevel[] = [];
  let left = takenLots;
  let price = best;
  for (let i = 0; i < maxLevels && price >= 1; i++) {
    // Depth grows away from the touch and levels off, the usual hump of a limit order book.
    const hump = i === 0 ? TOUCH_SHARE : 0.7 + (1.6 * i) / (i + 6);
    const lots = Math.max(NEVER_LESS_THAN_LOTS, Math.round(levelLots * hump * sizes.at(price, away)));
    const standing = left >= lots ? 0 : lots - left;
    left -= lots - standing;
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

/** Sizes by price: log-normal, each redrawn at its own beat, so the book never blinks as a whole. */
class LevelSizes {
  private readonly words = new Uint32Array(16);

  constructor(
    private readonly second: number,
    private readonly word: number,
    private readonly keyAt: (second: number) => NumberedKey,
  ) {}

  at(priceTicks: number, away: 1 | -1): number {
    const mix = Math.imul(priceTicks ^ (away > 0 ? 0x5bd1e995 : 0), 0x9e3779b1) >>> 0;
    const beat = 8 << (mix >>> 30);
    const start = Math.floor((this.second + (mix & 63)) / beat) * beat - (mix & 63);
    chachaBlock(
      this.keyAt(start).words,
      Purpose.Ladder + (away > 0 ? 0 : 64),
      this.word,
      start,
      priceTicks | 0,
      this.words,
    );
    let sum = 0;
    for (let i = 0; i < 4; i++) sum += (this.words[i] as number) / 4294967296;
    // The sum of four uniforms is near enough to a bell for sizes; its standard deviation is 0.577.
    return exp((sum - 2) * 1.1);
  }
}
