/** Nodes on the way down from a root of a day at most, and of any other: a market that was shut for weeks. */
export const DAY_DEPTH = 24;
export const DEPTH = 48;
/** A block of sixteen words serves a node, its halves and their quarters: seven cuts, two words each. */
export const BLOCK_DEPTH = 3;
export const BLOCK_WORDS = 16;

/** Numbers of a leg and node: three at its start, three at its end. */
export const WIDTH = 6;
/** From a node's start to its end, and the width of one of them. */
export const CUT_WIDTH = 3;
/** Where a walk keeps its way. */
export class WalkNumbers {
  readonly from: Float64Array;
  readonly to: Float64Array;
  readonly cutAt: Float64Array;
  readonly startLevel: Float64Array;
  readonly endLevel: Float64Array;
  readonly cutLevel: Float64Array;
  readonly isCut: Int8Array;
  readonly unit: Int8Array;
  readonly cutUnit: Int8Array;
  readonly heap: Int8Array;
  readonly table: Float64Array;
  readonly cuts: Float64Array;
  readonly drawn: Uint8Array;
  /** In one piece: an array a block would take five times its words. */
  readonly blocks: Uint32Array;

  constructor(legs: number, depth = DEPTH) {
    [this.from, this.to, this.cutAt] = [new Float64Array(depth), new Float64Array(depth), new Float64Array(depth)];
    [this.startLevel, this.endLevel] = [new Float64Array(depth), new Float64Array(depth)];
    this.cutLevel = new Float64Array(depth);
    [this.isCut, this.heap] = [new Int8Array(depth), new Int8Array(depth)];
    [this.unit, this.cutUnit] = [new Int8Array(depth), new Int8Array(depth)];
    this.table = new Float64Array(depth * (legs + 1) * WIDTH);
    this.cuts = new Float64Array(depth * (legs + 1) * CUT_WIDTH);
    const blocks = (depth / BLOCK_DEPTH) * legs;
    this.drawn = new Uint8Array(blocks);
    this.blocks = new Uint32Array(blocks * BLOCK_WORDS);
  }
}

/**
 * Numbers for walks that begin at a root each time and are over before another begins: all of them share these, because
 * thousands of instruments would hold 30 kB each for nothing.
 */
export const sharedNumbers = perLegs();
/** The same for the search for extremes, which goes on while another walk stands. */
export const searchNumbers = perLegs();

function perLegs(): (legs: number) => WalkNumbers {
  const shared = new Map<number, WalkNumbers>();
  return (legs) => {
    const numbers = shared.get(legs) ?? new WalkNumbers(legs);
    shared.set(legs, numbers);
    return numbers;
  };
}
