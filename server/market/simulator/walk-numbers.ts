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
  readonly blocks: Uint32Array;

  /** All in one buffer: thousands of instruments make a walk each, and a buffer takes longer to make than its numbers. */
  constructor(legs: number, depth = DEPTH) {
    const blocks = (depth / BLOCK_DEPTH) * legs;
    const rows = depth * (legs + 1);
    const floats = depth * 6 + rows * (WIDTH + CUT_WIDTH);
    const buffer = new ArrayBuffer(floats * 8 + blocks * BLOCK_WORDS * 4 + depth * 4 + blocks);
    let at = 0;
    const next = <Numbers>(kind: NumbersKind<Numbers>, length: number): Numbers => {
      const numbers = new kind(buffer, at, length);
      at += length * kind.BYTES_PER_ELEMENT;
      return numbers;
    };
    [this.from, this.to, this.cutAt] = [
      next(Float64Array, depth),
      next(Float64Array, depth),
      next(Float64Array, depth),
    ];
    [this.startLevel, this.endLevel] = [next(Float64Array, depth), next(Float64Array, depth)];
    this.cutLevel = next(Float64Array, depth);
    this.table = next(Float64Array, rows * WIDTH);
    this.cuts = next(Float64Array, rows * CUT_WIDTH);
    this.blocks = next(Uint32Array, blocks * BLOCK_WORDS);
    [this.isCut, this.heap] = [next(Int8Array, depth), next(Int8Array, depth)];
    [this.unit, this.cutUnit] = [next(Int8Array, depth), next(Int8Array, depth)];
    this.drawn = next(Uint8Array, blocks);
  }
}

interface NumbersKind<Numbers> {
  readonly BYTES_PER_ELEMENT: number;
  new (buffer: ArrayBuffer, from: number, length: number): Numbers;
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
