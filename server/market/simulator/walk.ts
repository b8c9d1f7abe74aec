import { BEATS_PER_MINUTE, BEATS_PER_SECOND, cutBeat, unitOfLastCut } from './beats.js';
import { chachaBlock } from './chacha.js';
import { exp, gaussian } from './exact-math.js';
import type { NumberedKey } from './key-ring.js';
import type { Activity, MarketClock } from './market-clock.js';
import { Purpose } from './purposes.js';
import { CUT_DEVIATION } from './storms.js';
import type { PathRoot } from './path.js';
import { BLOCK_DEPTH, BLOCK_WORDS, CUT_WIDTH, WIDTH, type WalkNumbers } from './walk-numbers.js';

/** A path in an instrument's price: the log price has `weight` times its level and `convexity` times its variance sum. */
export interface Leg {
  readonly path: {
    readonly word: number;
    readonly clock: MarketClock;
    readonly stormy: number;
    read(index: number, out: PathRoot): void;
  };
  readonly weight: number;
  /** Minus half the squared weight keeps the mean of the price, not of its logarithm; functions of others sum theirs. */
  readonly convexity: number;
}

export interface Root {
  readonly index: number;
  readonly fromBeat: number;
  readonly toBeat: number;
  readonly key: NumberedKey;
}

/** Where a leg's numbers stand: at the node's start and end its level, its variance sum and its business time. */
const [LEVEL, VARIANCE, MASS] = [0, 1, 2];
/** The last row is the instrument's own hours: business time of prices and of trading, and open seconds. */
const [BUSINESS, TRADING, OPEN] = [0, 1, 2];

const block = new Uint32Array(BLOCK_WORDS);

/**
 * The way down the trees of an instrument's legs, which are cut at the same beats: node `d` is a half of node `d - 1`. A
 * cut shares out each leg's variance by a conservative multiplicative cascade (down to a minute, then evenly) and places
 * its level by a Brownian bridge on the clock of that variance. Increments are independent given the variances, so no part of a path tells the sign of
 * the rest, and sums of paths are paths of the same kind.
 */
export class Walk {
  readonly from: Float64Array;
  readonly to: Float64Array;
  /** Where the node was cut last. */
  readonly cutAt: Float64Array;
  /** Log price at the node's start, end and cut. */
  readonly startLevel: Float64Array;
  readonly endLevel: Float64Array;
  readonly cutLevel: Float64Array;
  private readonly isCut: Int8Array;
  private readonly unit: Int8Array;
  private readonly cutUnit: Int8Array;
  /** A node's place in its block: 1 has the block's first two words. */
  private readonly heap: Int8Array;
  /** Six numbers a leg and node, and six of the instrument's own hours; see the offsets above. */
  private readonly table: Float64Array;
  /** The same at the cut. */
  private readonly cuts: Float64Array;
  private readonly blocks: Uint32Array;
  private readonly drawn: Uint8Array;
  private readonly rows: number;
  private readonly read: PathRoot = { startLevel: 0, endLevel: 0, startVariance: 0, endVariance: 0 };
  private readonly other: Activity = activity();
  private readonly ownCut: Activity = activity();
  private key!: NumberedKey;
  private rootFrom = 0;
  private rootSecond = 0;

  constructor(
    private readonly legs: readonly Leg[],
    private readonly clock: MarketClock,
    /** What the log price gains in a second without any chance. */
    private readonly driftPerSecond: number,
    private readonly launchSecond: number,
    numbers: WalkNumbers,
  ) {
    this.rows = legs.length + 1;
    this.from = numbers.from;
    this.to = numbers.to;
    this.cutAt = numbers.cutAt;
    this.startLevel = numbers.startLevel;
    this.endLevel = numbers.endLevel;
    this.cutLevel = numbers.cutLevel;
    this.isCut = numbers.isCut;
    this.unit = numbers.unit;
    this.cutUnit = numbers.cutUnit;
    this.heap = numbers.heap;
    this.table = numbers.table;
    this.cuts = numbers.cuts;
    this.blocks = numbers.blocks;
    this.drawn = numbers.drawn;
  }

  /** Stands at a root: node 0. */
  enter({ index, fromBeat, toBeat, key }: Root): void {
    const { legs, read, clock, other, table } = this;
    this.key = key;
    this.rootFrom = fromBeat;
    this.rootSecond = fromBeat / BEATS_PER_SECOND;
    this.beginBlock(0);
    this.from[0] = fromBeat;
    this.to[0] = toBeat;
    this.unit[0] = 0;
    this.heap[0] = 1;
    for (let i = 0, k = 0; i < legs.length; i++, k += WIDTH) {
      const { path } = legs[i] as Leg;
      path.read(index, read);
      table[k + LEVEL] = read.startLevel;
      table[k + VARIANCE] = read.startVariance;
      path.clock.read(fromBeat / BEATS_PER_SECOND, other);
      table[k + MASS] = other.varianceDays;
      table[k + CUT_WIDTH + LEVEL] = read.endLevel;
      table[k + CUT_WIDTH + VARIANCE] = read.endVariance;
      path.clock.read(toBeat / BEATS_PER_SECOND, other);
      table[k + CUT_WIDTH + MASS] = other.varianceDays;
    }
    const own = legs.length * WIDTH;
    clock.read(fromBeat / BEATS_PER_SECOND, other);
    write(other, table, own);
    clock.read(toBeat / BEATS_PER_SECOND, other);
    write(other, table, own + CUT_WIDTH);
    this.isCut[0] = 0;
    this.startLevel[0] = this.sum(table, 0, WIDTH) + this.drift(fromBeat);
    this.endLevel[0] = this.sum(table, CUT_WIDTH, WIDTH) + this.drift(toBeat);
  }

  /** Numbers that `save` writes. */
  get width(): number {
    return 5 + this.rows * WIDTH;
  }

  /** Writes down node `d`, which must be the first of a block, so that a walk of the same legs can go on from it. */
  save(d: number, out: Float64Array, at: number): void {
    out[at] = this.from[d] as number;
    out[at + 1] = this.to[d] as number;
    out[at + 2] = this.unit[d] as number;
    out[at + 3] = this.startLevel[d] as number;
    out[at + 4] = this.endLevel[d] as number;
    const numbers = this.rows * WIDTH;
    for (let j = 0, k = d * numbers; j < numbers; j++, k++) out[at + 5 + j] = this.table[k] as number;
  }

  /** Stands at a node that was saved, at its depth under its root. */
  load(d: number, { fromBeat, key }: Root, saved: Float64Array, at: number): void {
    this.key = key;
    this.rootFrom = fromBeat;
    this.rootSecond = fromBeat / BEATS_PER_SECOND;
    this.beginBlock(d);
    this.heap[d] = 1;
    this.isCut[d] = 0;
    this.from[d] = saved[at] as number;
    this.to[d] = saved[at + 1] as number;
    this.unit[d] = saved[at + 2] as number;
    this.startLevel[d] = saved[at + 3] as number;
    this.endLevel[d] = saved[at + 4] as number;
    const numbers = this.rows * WIDTH;
    for (let j = 0, k = d * numbers; j < numbers; j++, k++) this.table[k] = saved[at + 5 + j] as number;
  }

  length(d: number): number {
    return (this.to[d] as number) - (this.from[d] as number);
  }

  holds(d: number, beat: number): boolean {
    return beat >= (this.from[d] as number) && beat < (this.to[d] as number);
  }

  /** Beats that the instrument's market is open in the node. */
  openBeats(d: number): number {
    return Math.round(this.own(d, OPEN) * BEATS_PER_SECOND);
  }

  /** Usual activity of prices in the node, in days of an average one. */
  businessDays(d: number): number {
    return this.own(d, BUSINESS);
  }

  /** Usual trading in the node, in days of an average one. */
  tradingDays(d: number): number {
    return this.own(d, TRADING);
  }

  /** After `cut`: the same of the left half. */
  businessDaysLeft(d: number): number {
    return this.ownLeft(d, BUSINESS);
  }

  tradingDaysLeft(d: number): number {
    return this.ownLeft(d, TRADING);
  }

  private own(d: number, what: number): number {
    const at = ((d + 1) * this.rows - 1) * WIDTH + what;
    return (this.table[at + CUT_WIDTH] as number) - (this.table[at] as number);
  }

  private ownLeft(d: number, what: number): number {
    const row = (d + 1) * this.rows - 1;
    return (this.cuts[row * CUT_WIDTH + what] as number) - (this.table[row * WIDTH + what] as number);
  }

  /** What the squared log returns inside are expected to sum to. */
  variance(d: number): number {
    const { legs, table } = this;
    let sum = 0;
    for (let i = 0, k = d * this.rows * WIDTH; i < legs.length; i++, k += WIDTH) {
      const { weight } = legs[i] as Leg;
      sum += weight * weight * ((table[k + CUT_WIDTH + VARIANCE] as number) - (table[k + VARIANCE] as number));
    }
    return sum;
  }

  /** After `cut`: the variance of the left half. */
  varianceLeft(d: number): number {
    const { legs, table, cuts } = this;
    let sum = 0;
    for (let i = 0, k = d * this.rows; i < legs.length; i++, k++) {
      const { weight } = legs[i] as Leg;
      sum += weight * weight * ((cuts[k * CUT_WIDTH + VARIANCE] as number) - (table[k * WIDTH + VARIANCE] as number));
    }
    return sum;
  }

  /** Between which levels the node stays but for chance: its legs move from their starts to their ends, each in its own time. */
  chords(d: number, out: { low: number; high: number; variance: number }): void {
    const { legs, table } = this;
    let high = this.startLevel[d] as number;
    let low = high;
    let variance = 0;
    const drift = this.driftPerSecond * (this.length(d) / BEATS_PER_SECOND);
    if (drift > 0) high += drift;
    else low += drift;
    for (let i = 0, k = d * this.rows * WIDTH; i < legs.length; i++, k += WIDTH) {
      const { weight, convexity } = legs[i] as Leg;
      const gained = (table[k + CUT_WIDTH + VARIANCE] as number) - (table[k + VARIANCE] as number);
      const move =
        weight * ((table[k + CUT_WIDTH + LEVEL] as number) - (table[k + LEVEL] as number)) + convexity * gained;
      if (move > 0) high += move;
      else low += move;
      variance += weight * weight * gained;
    }
    out.low = low;
    out.high = high;
    out.variance = variance;
  }

  /** Draws where node `d` is cut, and what lies there. */
  cut(d: number): void {
    if (this.isCut[d] === 1) return;
    this.isCut[d] = 1;
    const from = this.from[d] as number;
    const to = this.to[d] as number;
    const at = cutBeat(from, to, this.unit[d] as number);
    this.cutAt[d] = at;
    this.cutUnit[d] = unitOfLastCut();
    // Within a minute every market is open or shut throughout, and business passes as time does.
    const even = to - from <= BEATS_PER_MINUTE ? (at - from) / (to - from) : undefined;
    if (even === undefined) this.readClocks(d, at / BEATS_PER_SECOND);
    else this.passMinute(d, even);
    const { cuts, rows } = this;
    for (let i = 0, k = d * rows; i < rows - 1; i++, k++) this.cutLeg(d, i, even);
    this.cutLevel[d] = this.sum(cuts, d * rows * CUT_WIDTH, CUT_WIDTH) + this.drift(at);
  }

  private passMinute(d: number, share: number): void {
    const { table, cuts, rows } = this;
    for (let i = 0, k = d * rows; i < rows; i++, k++) {
      const last = i === rows - 1;
      for (let j = last ? 0 : MASS; j < CUT_WIDTH; j++) {
        const start = table[k * WIDTH + j] as number;
        cuts[k * CUT_WIDTH + j] = start + share * ((table[k * WIDTH + CUT_WIDTH + j] as number) - start);
      }
    }
  }

  private readClocks(d: number, second: number): void {
    const { legs, clock, other, cuts, rows } = this;
    const own = this.ownCut;
    clock.read(second, own);
    write(own, cuts, ((d + 1) * rows - 1) * CUT_WIDTH);
    let mass = own.varianceDays;
    let read = clock;
    for (let i = 0, k = d * rows; i < legs.length; i++, k++) {
      const { path } = legs[i] as Leg;
      if (path.clock !== read) {
        read = path.clock;
        if (read === clock) mass = own.varianceDays;
        else {
          read.read(second, other);
          mass = other.varianceDays;
        }
      }
      cuts[k * CUT_WIDTH + MASS] = mass;
    }
  }

  /** `even` is the left half's share of the variance where it is not drawn. */
  private cutLeg(d: number, i: number, even: number | undefined): void {
    const { table, cuts } = this;
    const k = (d * this.rows + i) * WIDTH;
    const c = (d * this.rows + i) * CUT_WIDTH;
    const variance = (table[k + CUT_WIDTH + VARIANCE] as number) - (table[k + VARIANCE] as number);
    const massLeft = (cuts[c + MASS] as number) - (table[k + MASS] as number);
    const massRight = (table[k + CUT_WIDTH + MASS] as number) - (cuts[c + MASS] as number);
    if (massLeft <= 0 || massRight <= 0 || variance <= 0) {
      // The market of this leg is shut in one half: all of it happens in the other.
      const side = massLeft <= 0 ? k : k + CUT_WIDTH;
      cuts[c + LEVEL] = table[side + LEVEL] as number;
      cuts[c + VARIANCE] = table[side + VARIANCE] as number;
      return;
    }
    const { blocks } = this;
    const word = this.block(d, i) + ((this.heap[d] as number) - 1) * 2;
    let share = even;
    if (share === undefined) {
      const { stormy } = (this.legs[i] as Leg).path;
      const weight = massLeft * exp(CUT_DEVIATION * stormy * gaussian(blocks[word + 1] as number));
      share = weight / (weight + massRight);
    }
    const start = table[k + LEVEL] as number;
    const deviation = Math.sqrt(variance * share * (1 - share));
    cuts[c + LEVEL] =
      start + ((table[k + CUT_WIDTH + LEVEL] as number) - start) * share + deviation * gaussian(blocks[word] as number);
    cuts[c + VARIANCE] = (table[k + VARIANCE] as number) + variance * share;
  }

  /** Goes on to a half of node `d`, which becomes node `d + 1`; `cut` comes first. */
  go(d: number, right: boolean): void {
    const n = d + 1;
    // An array ignores what is written beyond its end.
    if (n === this.from.length) throw new Error('a root lies deeper than its walk reaches');
    this.from[n] = right ? (this.cutAt[d] as number) : (this.from[d] as number);
    this.to[n] = right ? (this.to[d] as number) : (this.cutAt[d] as number);
    this.unit[n] = this.cutUnit[d] as number;
    this.isCut[n] = 0;
    this.heap[n] = n % BLOCK_DEPTH === 0 ? 1 : 2 * (this.heap[d] as number) + (right ? 1 : 0);
    if (n % BLOCK_DEPTH === 0) this.beginBlock(n);
    this.startLevel[n] = right ? (this.cutLevel[d] as number) : (this.startLevel[d] as number);
    this.endLevel[n] = right ? (this.endLevel[d] as number) : (this.cutLevel[d] as number);
    const { table, cuts, rows } = this;
    const stride = rows * WIDTH;
    for (let k = d * stride, c = d * rows * CUT_WIDTH; k < n * stride; k += WIDTH, c += CUT_WIDTH) {
      const half = k + stride;
      for (let j = 0; j < CUT_WIDTH; j++) {
        const cutNumber = cuts[c + j] as number;
        table[half + j] = right ? cutNumber : (table[k + j] as number);
        table[half + CUT_WIDTH + j] = right ? (table[k + CUT_WIDTH + j] as number) : cutNumber;
      }
    }
  }

  /** Where the words of the block begin that node `d` belongs to; a leg whose market is shut in its first nodes needs it later. */
  private block(d: number, i: number): number {
    const at = d - (d % BLOCK_DEPTH);
    const n = (at / BLOCK_DEPTH) * this.legs.length + i;
    if (this.drawn[n] === 0) {
      this.drawn[n] = 1;
      const node = ((this.from[at] as number) - this.rootFrom) * 64 + at;
      chachaBlock(this.key.words, Purpose.Split, (this.legs[i] as Leg).path.word, this.rootSecond, node, block);
      this.blocks.set(block, n * BLOCK_WORDS);
    }
    return n * BLOCK_WORDS;
  }

  /** Node `d` is the first of a block. */
  private beginBlock(d: number): void {
    const { length } = this.legs;
    const n = (d / BLOCK_DEPTH) * length;
    this.drawn.fill(0, n, n + length);
  }

  /** The log price from the numbers of all legs, which begin at `at` and stand `width` apart. */
  private sum(numbers: Float64Array, at: number, width: number): number {
    const { legs } = this;
    let sum = 0;
    for (let i = 0, k = at; i < legs.length; i++, k += width) {
      const { weight, convexity } = legs[i] as Leg;
      sum += weight * (numbers[k + LEVEL] as number) + convexity * (numbers[k + VARIANCE] as number);
    }
    return sum;
  }

  private drift(beat: number): number {
    return this.driftPerSecond * (beat / BEATS_PER_SECOND - this.launchSecond);
  }
}

function activity(): Activity {
  return { varianceDays: 0, tradingDays: 0, openSeconds: 0 };
}

function write({ varianceDays, tradingDays, openSeconds }: Activity, table: Float64Array, at: number): void {
  table[at + BUSINESS] = varianceDays;
  table[at + TRADING] = tradingDays;
  table[at + OPEN] = openSeconds;
}
