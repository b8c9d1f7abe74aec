import { BEATS_PER_SECOND } from './beats.js';
import type { MarketClock } from './market-clock.js';
import { sharedNodes, type SavedNodes } from './saved-nodes.js';
import { BLOCK_DEPTH } from './walk-numbers.js';
import type { Root, Walk } from './walk.js';

/** Prices in whole ticks, and the log prices that they are rounded from. */
export interface Extremes {
  readonly highTicks: number;
  readonly lowTicks: number;
  readonly highLevel: number;
  readonly lowLevel: number;
  /** The beats at which they were. */
  readonly highBeat: number;
  readonly lowBeat: number;
}

/**
 * A node is searched for a new extreme unless its chance of holding one is below one in a billion: a Brownian bridge of
 * variance v rises above its chord by x with chance exp(-2 x^2 / v), and a sum of bridges no oftener.
 */
const SEARCHED_DEVIATIONS = 3.22;

/** What the search is for: 1 for the highest level, -1 for the lowest. */
type Sign = 1 | -1;

/**
 * Looks through nodes for the highest and the lowest level at which the market is open. Nodes are offered, and then searched for
 * the one and for the other in the order of what they promise, because a high extreme known early leaves most others out.
 */
export class ExtremeSearch {
  high = -Infinity;
  low = Infinity;
  private highBeat = 0;
  private lowBeat = 0;
  private readonly chords = { low: 0, high: 0, variance: 0 };
  private readonly nodes: SavedNodes;
  private root!: Root;
  /** While nodes are searched: for what. */
  private sign: Sign | undefined;

  constructor(
    /** For its own use; its numbers may be shared. */
    private readonly probe: Walk,
    private readonly clock: MarketClock,
  ) {
    this.nodes = sharedNodes(probe.width);
  }

  /** Whether nothing was seen yet. */
  get isEmpty(): boolean {
    return this.high < this.low;
  }

  forget(): void {
    this.high = -Infinity;
    this.low = Infinity;
    this.nodes.cutTo(0);
  }

  /** What was found before: only what reaches beyond it is searched for. */
  start({ highLevel, lowLevel, highBeat, lowBeat }: Extremes): void {
    [this.high, this.low, this.highBeat, this.lowBeat] = [highLevel, lowLevel, highBeat, lowBeat];
  }

  /** What is known so far, widened by what was found, at these prices in whole ticks. */
  widened(known: Extremes | undefined, highTicks: number, lowTicks: number): Extremes {
    const { high: highLevel, low: lowLevel, highBeat, lowBeat } = this;
    const isHigher = known === undefined || highTicks >= known.highTicks;
    const isLower = known === undefined || lowTicks <= known.lowTicks;
    return {
      highTicks: isHigher ? highTicks : known.highTicks,
      lowTicks: isLower ? lowTicks : known.lowTicks,
      highLevel,
      lowLevel,
      highBeat: isHigher ? highBeat : known.highBeat,
      lowBeat: isLower ? lowBeat : known.lowBeat,
    };
  }

  /** The beats of node `d`, whose walk stands at `root`, are to be searched. */
  offer(walk: Walk, d: number, root: Root): void {
    this.root = root;
    if (this.isOpen(walk, d, walk.from[d] as number)) this.see(walk.startLevel[d] as number, walk.from[d] as number);
    this.keep(walk, d);
  }

  /** Searches what was offered, and widens `high` and `low` by it. */
  settle(): void {
    const { nodes } = this;
    const { count } = nodes;
    if (count === 0) return;
    this.searchFor(1, count);
    this.searchFor(-1, count);
    nodes.cutTo(0);
  }

  private searchFor(sign: Sign, count: number): void {
    const { nodes, probe } = this;
    this.sign = sign;
    for (let n = 0; n < count; n++) {
      const d = nodes.load(n, probe);
      nodes.await(n, this.promise(probe, d, sign));
    }
    for (;;) {
      const n = nodes.best(this.found(sign));
      if (n === undefined) break;
      const d = nodes.load(n, probe);
      this.root = nodes.rootOf(n);
      this.descend(probe, d);
    }
    nodes.cutTo(count);
    this.sign = undefined;
  }

  /** Cuts a node, sees the beat of the cut, and keeps the halves. */
  private descend(walk: Walk, d: number): void {
    walk.cut(d);
    const at = walk.cutAt[d] as number;
    if (this.isOpen(walk, d, at)) this.see(walk.cutLevel[d] as number, at);
    // Both halves are single beats, whose starts were seen.
    if (walk.length(d) === 2) return;
    walk.go(d, false);
    this.keep(walk, d + 1);
    walk.go(d, true);
    this.keep(walk, d + 1);
  }

  /** Keeps a node for later if it is the first of a block of draws, else goes on in it, so that no block is drawn twice. */
  private keep(walk: Walk, d: number): void {
    // A single beat is its start, which was seen.
    if (walk.length(d) === 1 || walk.openBeats(d) === 0) return;
    const { sign } = this;
    if (sign === undefined) {
      if (this.promise(walk, d, 1) <= this.high && this.promise(walk, d, -1) <= -this.low) return;
      if (d % BLOCK_DEPTH === 0) this.nodes.save(walk, d, this.root);
      else this.descend(walk, d);
      return;
    }
    const promise = this.promise(walk, d, sign);
    if (promise <= this.found(sign)) return;
    if (d % BLOCK_DEPTH === 0) this.nodes.await(this.nodes.save(walk, d, this.root), promise);
    else this.descend(walk, d);
  }

  private found(sign: Sign): number {
    return sign === 1 ? this.high : -this.low;
  }

  /** How high a node may reach, or how far below zero. */
  private promise(walk: Walk, d: number, sign: Sign): number {
    const { chords } = this;
    walk.chords(d, chords);
    return (sign === 1 ? chords.high : -chords.low) + SEARCHED_DEVIATIONS * Math.sqrt(chords.variance);
  }

  private see(level: number, beat: number): void {
    if (level > this.high) {
      this.high = level;
      this.highBeat = beat;
    }
    if (level < this.low) {
      this.low = level;
      this.lowBeat = beat;
    }
  }

  private isOpen(walk: Walk, d: number, beat: number): boolean {
    return walk.openBeats(d) === walk.length(d) || this.clock.isOpen(Math.floor(beat / BEATS_PER_SECOND));
  }
}
