/** A root of a day has 19 levels; cuts at round instants need a few more. */
const DEPTH = 48;
/** A block of sixteen words serves a node, its halves and their quarters: seven cuts, two words each. */
export const BLOCK_DEPTH = 3;

/** Numbers of a leg and node: three at its start, three at its end. */
export const WIDTH = 6;
/** From a node's start to its end, and the width of one of them. */
export const CUT_WIDTH = 3;
/** Where a walk keeps its way. */
export class WalkNumbers {
  readonly from = new Float64Array(DEPTH);
  readonly to = new Float64Array(DEPTH);
  readonly cutAt = new Float64Array(DEPTH);
  readonly startLevel = new Float64Array(DEPTH);
  readonly endLevel = new Float64Array(DEPTH);
  readonly cutLevel = new Float64Array(DEPTH);
  readonly isCut = new Int8Array(DEPTH);
  readonly unit = new Int8Array(DEPTH);
  readonly cutUnit = new Int8Array(DEPTH);
  readonly heap = new Int8Array(DEPTH);
  readonly table: Float64Array;
  readonly cuts: Float64Array;
  readonly drawn: Uint8Array;
  /** Made when they are first drawn: most ways end long before the deepest. */
  readonly blocks: (Uint32Array | undefined)[];

  constructor(legs: number) {
    this.table = new Float64Array(DEPTH * (legs + 1) * WIDTH);
    this.cuts = new Float64Array(DEPTH * (legs + 1) * CUT_WIDTH);
    const blocks = (DEPTH / BLOCK_DEPTH) * legs;
    this.drawn = new Uint8Array(blocks);
    this.blocks = Array.from({ length: blocks }, () => undefined);
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
