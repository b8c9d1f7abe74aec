import type { OpenPosition, PositionSide } from '../../../../shared/margin.js';
import { ONE, type Amount } from '../../../../shared/money.js';
import { ranked, type DeleveragingRank } from './liquidation.rules.js';

/** What is looked at in turn: the mark price, the funding index, the instant in ms, and a position as it is. */
export interface RankLook {
  readonly mark: Amount;
  readonly index: Amount;
  readonly at: number;
  readonly positionOf: (id: string) => OpenPosition | undefined;
}

interface Table {
  readonly mark: Amount;
  readonly index: Amount;
  readonly at: number;
  /** Lowest first. */
  readonly scores: Float64Array;
}

/** So many are put in order at every look: that takes a tenth of a millisecond. */
const FEW = 1_000;
/** The order of more than a few stands so long. */
const STANDS_MS = 1_000;
/** Scores that differ by less may have been rounded to the wrong order. */
const CLOSE = 1e-11;

/**
 * Of each position, in one array: quantity, entry notional, margin after the funding that it owed up to an index, that index, and its score
 * in the table (`NaN`: it is not in it).
 */
const FIELDS = 5;
const SCORE = 4;

/**
 * The queue of deleveraging of one contract and side, for those who ask where they stand. Scores move with the mark, each at a pace of its
 * own, so no order holds for long. All are reckoned in floating point and sorted at most once a second; a look is then a binary search, and
 * positions whose scores are too close for that are compared exactly, as a liquidation compares them.
 */
export class DeleveragingRanks {
  private readonly slots = new Map<string, number>();
  private readonly ids: string[] = [];
  private figures = new Float64Array(FIELDS * 16);
  private table: Table | undefined;
  /** Indexes are kept as what they are above it: differences of large floating numbers are coarse. */
  private firstIndex: Amount | undefined;

  constructor(private readonly side: PositionSide) {}

  /** `index`: the funding index that what it owes goes up to. */
  set(id: string, { quantity, entryNotional, margin, fundingOwed }: OpenPosition, index: Amount): void {
    let slot = this.slots.get(id);
    if (slot === undefined) {
      slot = this.ids.push(id) - 1;
      this.slots.set(id, slot);
      this.makeRoom();
      this.figures[slot * FIELDS + SCORE] = Number.NaN;
    }
    const figures = [quantity, entryNotional, margin - fundingOwed, index - (this.firstIndex ??= index)];
    this.figures.set(figures.map(toNumber), slot * FIELDS);
  }

  drop(id: string): void {
    const slot = this.slots.get(id);
    if (slot === undefined) return;
    this.slots.delete(id);
    const last = this.ids.pop() as string;
    if (last === id) return;
    this.figures.copyWithin(slot * FIELDS, this.ids.length * FIELDS, (this.ids.length + 1) * FIELDS);
    this.ids[slot] = last;
    this.slots.set(last, slot);
  }

  /** By the mark price of now, or of at most a second ago. `undefined`: it is not open. */
  of(id: string, look: RankLook): DeleveragingRank | undefined {
    const slot = this.slots.get(id);
    if (slot === undefined) return undefined;
    const { mark, scores } = this.tableAt(look);
    const own = this.scoreOf(slot, toNumber(mark), this.indexOf(look));
    const margin = CLOSE * (1 + Math.abs(own));
    const [from, to] = [firstAbove(scores, own - margin), firstAbove(scores, own + margin)];
    // It may have changed since the table was made: then it is not where the table has it.
    const before = this.figures[slot * FIELDS + SCORE] as number;
    const isIn = !Number.isNaN(before);
    const others = to - from - (isIn && Math.abs(before - own) <= margin ? 1 : 0);
    const ahead = scores.length - to - (before > own + margin ? 1 : 0);
    const equals = others <= 0 ? 0 : this.aheadOfEquals(id, own, margin, { mark, positionOf: look.positionOf });
    return { place: 1 + ahead + equals, length: scores.length + (isIn ? 0 : 1) };
  }

  /** How many of those with nearly the same score go before it. */
  private aheadOfEquals(
    id: string,
    own: number,
    margin: number,
    { mark, positionOf }: Pick<RankLook, 'mark' | 'positionOf'>,
  ): number {
    const near = this.ids.filter((other, slot) => {
      return other === id || Math.abs((this.figures[slot * FIELDS + SCORE] as number) - own) <= margin;
    });
    const exact = near.flatMap((owner) => {
      const position = positionOf(owner);
      return position === undefined ? [] : [{ owner, lots: 0, position }];
    });
    return ranked(exact, mark).findIndex(({ owner }) => owner === id);
  }

  private tableAt(look: RankLook): Table {
    const { mark, at } = look;
    const known = this.table;
    const stands = known !== undefined && known.index === look.index && Math.abs(at - known.at) < STANDS_MS;
    if (stands && this.ids.length > FEW) return known;
    const scores = new Float64Array(this.ids.length);
    const [price, index] = [toNumber(mark), this.indexOf(look)];
    for (let slot = 0; slot < scores.length; slot += 1) {
      const score = this.scoreOf(slot, price, index);
      this.figures[slot * FIELDS + SCORE] = score;
      scores[slot] = score;
    }
    this.table = { mark, index: look.index, at, scores: scores.sort() };
    return this.table;
  }

  private indexOf({ index }: Pick<RankLook, 'index'>): number {
    return toNumber(index - (this.firstIndex ?? index));
  }

  /** As `deleveragingScore`, in floating point. */
  private scoreOf(slot: number, mark: number, index: number): number {
    const at = slot * FIELDS;
    const [quantity, entry, margin, paidTo] = [...this.figures.subarray(at, at + SCORE)] as Figures;
    const notional = quantity * mark;
    const sign = this.side === 'long' ? 1 : -1;
    const pnl = sign * (notional - entry);
    const balance = margin - sign * quantity * (index - paidTo) + pnl;
    const ratio = pnl / entry;
    if (balance <= 0) return ratio;
    const leverage = notional / balance;
    return pnl > 0 ? ratio * leverage : ratio / leverage;
  }

  private makeRoom(): void {
    if (this.ids.length * FIELDS <= this.figures.length) return;
    const more = new Float64Array(this.figures.length * 2);
    more.set(this.figures);
    this.figures = more;
  }
}

type Figures = [quantity: number, entryNotional: number, margin: number, index: number];

const toNumber = (value: Amount): number => Number(value) / Number(ONE);

/** Where the first of these numbers, which rise, stands that is above a limit. */
function firstAbove(numbers: Float64Array, limit: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] as number) > limit) high = middle;
    else low = middle + 1;
  }
  return low;
}
