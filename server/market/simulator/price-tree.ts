import { BEATS_PER_SECOND } from './beats.js';
import type { Candle } from './candles.js';
import { ExtremeSearch, type Extremes } from './extremes.js';
import type { MarketClock } from './market-clock.js';
import { periodEnd, periodStart, type Period } from './periods.js';
import { VolumeWalk } from './volume-walk.js';
import type { Volume } from './volume.js';
import { DAY_DEPTH, DEPTH, searchNumbers, sharedNumbers, WalkNumbers } from './walk-numbers.js';
import { Walk, type Leg, type Root } from './walk.js';

/** What an instrument's prices are made of. */
export interface TreeParts {
  /** Separates its volume from other instruments'. */
  readonly word: number;
  readonly clock: MarketClock;
  readonly legs: readonly Leg[];
  readonly driftPerSecond: number;
  readonly launchSecond: number;
  /** The first second that has a price. */
  readonly startSecond: number;
  rootAt(beat: number): Root;
  isKnownAt(second: number): boolean;
  /** The price of a level in ticks, not rounded: rising with the level. */
  priceOf(level: number, root: number): number;
  /** True where `priceOf` is another function in each root: extremes of one root say nothing of the next. */
  readonly shaped?: boolean;
  /** Variance of an average day, and lots and trades of one at a level. */
  readonly varianceOfDay: number;
  readonly tradesPerDay: number;
  lotsPerDay(level: number): number;
  /** The volume of a root where it is given and not drawn. */
  volumeOf?(root: number): Volume;
}

interface OpenCandle {
  readonly openSecond: number;
  readonly endSecond: number;
  high: number;
  low: number;
  volume: { lots: number; trades: number };
}

/** The prices of one instrument: any beat, and the candles of any period, from the same trees. */
export class PriceTree {
  /** Goes to single beats; keeps the way to the last one, so the next costs about two cuts. */
  private readonly cursor: Walk;
  private cursorDepth = -1;
  private cursorEntered!: Root;
  private readonly beatVolumes: VolumeWalk;
  /** How far down the cursor's way its volumes are known. */
  private volumeDepth = -1;
  /** Goes through stretches. */
  private readonly scan: Walk;
  private readonly volumes: VolumeWalk;
  private root!: Root;
  private readonly search: ExtremeSearch;

  constructor(readonly parts: TreeParts) {
    const { legs, clock, driftPerSecond, launchSecond } = parts;
    const walkWith = (numbers: WalkNumbers): Walk => new Walk(legs, clock, driftPerSecond, launchSecond, numbers);
    // Given days are roots of any length.
    this.cursor = walkWith(new WalkNumbers(legs.length, parts.shaped ? DEPTH : DAY_DEPTH));
    this.scan = walkWith(sharedNumbers(legs.length));
    this.beatVolumes = new VolumeWalk(parts, this.cursor);
    this.volumes = new VolumeWalk(parts, this.scan);
    this.search = new ExtremeSearch(walkWith(searchNumbers(legs.length)), clock);
  }

  /** The log price at a beat, and the root that it lies in. */
  levelAt(beat: number): { level: number; root: number } {
    const { cursor } = this;
    let d = this.cursorDepth;
    while (d >= 0 && !cursor.holds(d, beat)) d--;
    this.volumeDepth = Math.min(this.volumeDepth, d);
    if (d < 0) {
      this.cursorDepth = -1;
      this.cursorEntered = this.parts.rootAt(beat);
      cursor.enter(this.cursorEntered);
      d = 0;
    }
    while (cursor.from[d] !== beat) {
      cursor.cut(d);
      cursor.go(d, beat >= (cursor.cutAt[d] as number));
      d++;
    }
    this.cursorDepth = d;
    return { level: cursor.startLevel[d] as number, root: this.cursorEntered.index };
  }

  /** The price in ticks at a beat at which the market is open, not rounded. */
  priceAt(beat: number): number {
    const { level, root } = this.levelAt(beat);
    return this.parts.priceOf(level, root);
  }

  /**
   * The candles of the whole seconds [from, to), cut only as deep as the period and the search for extremes need. The last
   * one is partial when `to` is. Stretches without an open market have no candle.
   */
  candles(period: Period, from: number, to: number): Candle[] {
    return this.candlesOf({ period, from: from * BEATS_PER_SECOND, to: to * BEATS_PER_SECOND, searched: true });
  }

  /** The same without the search for extremes: high and low are those of open and close. */
  outlines(period: Period, from: number, to: number): Candle[] {
    return this.candlesOf({ period, from: from * BEATS_PER_SECOND, to: to * BEATS_PER_SECOND, searched: false });
  }

  /**
   * The highest and the lowest price of the whole seconds [from, to), in ticks, together with those `known` of another
   * stretch: what cannot go beyond them is not searched. `undefined` where the market was shut throughout.
   */
  extremes(from: number, to: number, known?: Extremes): Extremes | undefined {
    const { parts, scan, search } = this;
    const stretch = { from: from * BEATS_PER_SECOND, to: to * BEATS_PER_SECOND };
    let found = known;
    let last: Root | undefined;
    search.forget();
    if (known && !parts.shaped) search.start(known);
    for (let at = stretch.from; at < stretch.to && parts.isKnownAt(Math.floor(at / BEATS_PER_SECOND));) {
      last = parts.rootAt(at);
      at = last.toBeat;
      scan.enter(last);
      if (parts.shaped) search.forget();
      this.offerStretch(0, stretch, last);
      if (parts.shaped) found = this.foundIn(last, found);
    }
    return last === undefined || parts.shaped ? found : this.foundIn(last, found);
  }

  /** What the search finds in what it was offered, the last of it in `root`, together with what is known. */
  private foundIn(root: Root, known: Extremes | undefined): Extremes | undefined {
    const { parts, search } = this;
    search.settle();
    if (search.isEmpty) return known;
    const ticks = (level: number): number => ticksOf(parts.priceOf(level, root.index));
    return search.widened(known, ticks(search.high), ticks(search.low));
  }

  private offerStretch(d: number, stretch: { readonly from: number; readonly to: number }, root: Root): void {
    const { scan } = this;
    const from = scan.from[d] as number;
    const to = scan.to[d] as number;
    if (to <= stretch.from || from >= stretch.to || scan.openBeats(d) === 0) return;
    if (from >= stretch.from && to <= stretch.to) return this.search.offer(scan, d, root);
    scan.cut(d);
    for (const right of [false, true]) {
      scan.go(d, right);
      this.offerStretch(d + 1, stretch, root);
    }
  }

  private candlesOf(wanted: Omit<Stretch, 'open' | 'candles'>): Candle[] {
    const candles: Candle[] = [];
    const stretch: Stretch = { ...wanted, open: undefined, candles };
    const { parts } = this;
    this.search.forget();
    for (let at = stretch.from; at < stretch.to && parts.isKnownAt(Math.floor(at / BEATS_PER_SECOND));) {
      const root = parts.rootAt(at);
      this.enter(root);
      if (parts.shaped) this.search.forget();
      this.walk(0, stretch);
      if (parts.shaped && stretch.open) this.settle(stretch.open);
      at = root.toBeat;
    }
    this.finish(stretch);
    return candles;
  }

  /** Price and volume of the beats of one second in which the market is open. */
  beatsOf(second: number): { beat: number; priceTicks: number; volume: Volume }[] {
    const from = second * BEATS_PER_SECOND;
    return Array.from({ length: BEATS_PER_SECOND }, (_, n) => {
      const priceTicks = ticksOf(this.priceAt(from + n));
      return { beat: from + n, priceTicks, volume: this.volumeHere() };
    });
  }

  /** Of the beat that the cursor was brought to. */
  private volumeHere(): Volume {
    const { cursor, beatVolumes } = this;
    while (cursor.length(this.cursorDepth) > 1) {
      cursor.cut(this.cursorDepth);
      cursor.go(this.cursorDepth++, false);
    }
    if (this.volumeDepth < 0) {
      beatVolumes.enter(this.cursorEntered);
      this.volumeDepth = 0;
    }
    for (; this.volumeDepth < this.cursorDepth; this.volumeDepth++)
      beatVolumes.go(this.volumeDepth, cursor.from[this.volumeDepth + 1] !== cursor.from[this.volumeDepth]);
    return beatVolumes.at(this.cursorDepth);
  }

  /** The highest and the lowest level of the root that holds a beat. */
  extremesOf(beat: number): { high: number; low: number } {
    const root = this.parts.rootAt(beat);
    this.scan.enter(root);
    const { search } = this;
    search.forget();
    search.offer(this.scan, 0, root);
    search.settle();
    return { high: search.high, low: search.low };
  }

  /** Adds the part of a node that lies in the stretch to its candles. */
  private walk(d: number, stretch: Stretch): void {
    const { scan } = this;
    const from = scan.from[d] as number;
    const to = scan.to[d] as number;
    if (to <= stretch.from || from >= stretch.to || scan.openBeats(d) === 0) return;
    if (from >= stretch.from && to <= stretch.to && this.isInOneCandle(d, stretch)) {
      this.add(d, stretch);
      return;
    }
    this.halves(d, (half) => this.walk(half, stretch));
  }

  private isInOneCandle(d: number, { period, open }: Stretch): boolean {
    const { scan } = this;
    const to = (scan.to[d] as number) / BEATS_PER_SECOND;
    const from = Math.floor((scan.from[d] as number) / BEATS_PER_SECOND);
    if (open && from < open.endSecond) return to <= open.endSecond;
    return to <= periodEnd(period, periodStart(period, from));
  }

  private add(d: number, stretch: Stretch): void {
    const { scan, search, root } = this;
    const from = Math.floor((scan.from[d] as number) / BEATS_PER_SECOND);
    if (!stretch.open || from >= stretch.open.endSecond) {
      this.finish(stretch);
      const openSecond = periodStart(stretch.period, from);
      const endSecond = periodEnd(stretch.period, openSecond);
      stretch.open = { openSecond, endSecond, high: 0, low: Infinity, volume: { lots: 0, trades: 0 } };
      search.forget();
    }
    const candle = stretch.open;
    const { lots, trades } = this.volumes.at(d);
    candle.volume.lots += lots;
    candle.volume.trades += trades;
    if (stretch.searched) search.offer(scan, d, root);
  }

  /** Widens a candle by what was offered of it. */
  private settle(candle: OpenCandle): void {
    const { parts, search, root } = this;
    search.settle();
    if (search.isEmpty) return;
    candle.high = Math.max(candle.high, parts.priceOf(search.high, root.index));
    candle.low = Math.min(candle.low, parts.priceOf(search.low, root.index));
  }

  private finish(stretch: Stretch): void {
    const { open: candle, candles } = stretch;
    if (!candle) return;
    stretch.open = undefined;
    this.settle(candle);
    const { clock } = this.parts;
    const from = Math.max(candle.openSecond, stretch.from / BEATS_PER_SECOND);
    const to = Math.min(candle.endSecond, stretch.to / BEATS_PER_SECOND);
    const first = clock.isOpen(from) ? from : (clock.sessionAtOrAfter(from)?.openSecond ?? from);
    const last = clock.lastOpenSecond(to - 1) ?? first;
    const openTicks = ticksOf(this.priceAt(first * BEATS_PER_SECOND));
    const closeTicks = ticksOf(this.priceAt(last * BEATS_PER_SECOND + BEATS_PER_SECOND - 1));
    candles.push({
      openAt: candle.openSecond * 1000,
      openTicks,
      highTicks: Math.max(openTicks, closeTicks, ticksOf(candle.high)),
      lowTicks: Math.min(openTicks, closeTicks, ticksOf(candle.low)),
      closeTicks,
      volumeLots: candle.volume.lots,
      trades: candle.volume.trades,
    });
  }

  /** Stands at a root with its volume. */
  private enter(root: Root): void {
    this.scan.enter(root);
    this.root = root;
    this.volumes.enter(root);
  }

  /** Goes to both halves of a node, left first, with their volumes. */
  private halves(d: number, visit: (half: number) => void): void {
    const { scan, volumes } = this;
    scan.cut(d);
    for (const right of [false, true]) {
      scan.go(d, right);
      volumes.go(d, right);
      visit(d + 1);
    }
  }
}

interface Stretch {
  readonly period: Period;
  readonly searched: boolean;
  /** Beats. */
  readonly from: number;
  readonly to: number;
  open: OpenCandle | undefined;
  readonly candles: Candle[];
}

/** A price in whole ticks. Rounding keeps order, so what holds for levels holds for ticks. */
export function ticksOf(price: number): number {
  return Math.max(1, Math.round(price));
}
