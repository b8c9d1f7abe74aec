import { isLiquidated, liquidationPrice, type MarginTerms, type PositionSide } from '../../../../shared/margin.js';
import { amount, ONE, over, ZERO, type Amount } from '../../../../shared/money.js';
import { DeleveragingRanks, type RankLook } from './deleveraging-ranks.js';
import type { DeleveragingRank } from './liquidation.rules.js';
import { LiquidationQueue } from './liquidation-queue.js';
import { openPosition, type Holding } from '../position/position.rules.js';

/** A warning is over when the risk rate has fallen by so much below it. */
const CALMED_BY = amount('0.1');
/** Maintenance margin and fee are rounded up, so a position may be liquidated this much of its balance before its price. */
const ROUNDED_UP = amount('0.00000002');
/** What a position owes of a funding is rounded to this. */
const PAID_IN = amount('0.00000001');

export interface WatchTerms extends MarginTerms {
  /** What it has to cover while margins are raised for a close; otherwise `null`. */
  readonly raised: MarginTerms | null;
  /** The risk rate at which an owner is warned. */
  readonly warningAt: Amount;
}

interface Watched {
  readonly holding: Holding;
  /** Their owner was warned, and the mark price has not gone back since. */
  isWarned: boolean;
  /** Which charge it was that it is reckoned by; one of before waits for its turn. */
  readonly charge: number;
}

const oppositeOf = (side: PositionSide): PositionSide => (side === 'long' ? 'short' : 'long');

/** One side of a contract, by the mark prices at which something happens to its positions. */
class WatchedSide {
  readonly owners = new Map<string, Watched>();
  readonly liquidations: LiquidationQueue;
  readonly warnings: LiquidationQueue;
  /** Where those who were warned are safe again: the mark price reaches it from the other side. */
  readonly calm: LiquidationQueue;
  readonly ranks: DeleveragingRanks;
  /** How many positions are reckoned by an earlier funding index, and how far the index went since, at most. */
  private behind = 0;
  private furthest = ZERO;

  constructor(private readonly side: PositionSide) {
    this.liquidations = new LiquidationQueue(side);
    this.warnings = new LiquidationQueue(side);
    this.calm = new LiquidationQueue(oppositeOf(side));
    this.ranks = new DeleveragingRanks(side);
  }

  /** All are behind from now on. */
  charged(by: Amount): void {
    this.behind = this.owners.size;
    this.furthest += by < ZERO ? -by : by;
  }

  /** Those whose liquidation price the mark may have reached, but for what they owe since they were reckoned. */
  *perhapsReached(mark: Amount, lotSize: Amount, { liquidation }: TermsByRisk): Generator<string> {
    if (this.behind === 0) return;
    const { brackets, takerRate } = liquidation;
    const rates = brackets.map(({ rate }) => rate);
    const rate = rates.reduce((most, each) => (each > most ? each : most), ZERO);
    const owed = this.furthest + over(PAID_IN, lotSize, 'up');
    const reach = over(owed, ONE - rate - takerRate, 'up') + 2n;
    const from = this.side === 'long' ? mark - reach : mark + reach;
    yield* from > ZERO ? this.liquidations.reachedBy(from) : [...this.owners.keys()];
  }

  keep(ownerId: string, known: Watched, lotSize: Amount, reckoned: Reckoned): void {
    this.caughtUp(ownerId, reckoned.charge);
    this.owners.set(ownerId, known);
    this.place(ownerId, known, lotSize, reckoned);
  }

  private caughtUp(ownerId: string, charge: number): void {
    const before = this.owners.get(ownerId);
    if (before === undefined || before.charge === charge) return;
    this.behind -= 1;
    if (this.behind === 0) this.furthest = ZERO;
  }

  private place(ownerId: string, { holding, isWarned }: Watched, lotSize: Amount, { terms, index }: Reckoned): void {
    const position = openPosition(holding, lotSize, index);
    const price = liquidationPrice(position, terms.liquidation);
    const before = over(ROUNDED_UP, position.quantity, 'up');
    this.liquidations.set(ownerId, price === null ? null : this.side === 'long' ? price + before : price - before);
    this.warnings.set(ownerId, isWarned ? null : liquidationPrice(position, terms.warning));
    this.calm.set(ownerId, isWarned ? liquidationPrice(position, terms.calm) : null);
    this.ranks.set(ownerId, position);
  }

  drop(ownerId: string, charge: number): void {
    this.caughtUp(ownerId, charge);
    this.owners.delete(ownerId);
    for (const queue of [this.liquidations, this.warnings, this.calm]) queue.set(ownerId, null);
    this.ranks.drop(ownerId);
  }
}

/** Terms under which the liquidation price is that of another risk rate. */
type TermsByRisk = Readonly<Record<'liquidation' | 'warning' | 'calm', MarginTerms>>;

/** What positions are reckoned by. */
interface Reckoned {
  readonly terms: TermsByRisk;
  /** The funding index of now, and how many charges there were. */
  readonly index: Amount;
  readonly charge: number;
}

const byRisk = (terms: WatchTerms): TermsByRisk => ({
  liquidation: terms.raised ?? terms,
  warning: atRisk(terms, terms.warningAt),
  calm: atRisk(terms, terms.warningAt - CALMED_BY),
});

function atRisk({ brackets, takerRate }: MarginTerms, risk: Amount): MarginTerms {
  const scaled = (value: Amount): Amount => over(value, risk, 'half-even');
  return {
    brackets: brackets.map((each) => ({ ...each, rate: scaled(each.rate), amount: scaled(each.amount) })),
    takerRate: scaled(takerRate),
  };
}

/**
 * The positions of one contract by what a mark price would do to them. A mark that reaches nobody costs a comparison a queue. Positions are
 * reckoned by the funding that was charged, whether they have paid it or not. A charge moves all of them at once: each is reckoned anew when
 * it pays, and before that when the mark comes so near that the charge might matter.
 */
export class PositionWatch {
  private readonly sides = { long: new WatchedSide('long'), short: new WatchedSide('short') };

  private reckoned: Reckoned;

  constructor(
    private readonly lotSize: Amount,
    terms: WatchTerms,
    index: Amount,
  ) {
    this.reckoned = { terms: byRisk(terms), index, charge: 0 };
  }

  /** `null`: it is closed. `isWarned` says what was before the watch. */
  set(ownerId: string, side: PositionSide, holding: Holding | null, isWarned?: boolean): void {
    const { [side]: watched } = this.sides;
    const { charge } = this.reckoned;
    if (holding === null) return watched.drop(ownerId, charge);
    const known = { holding, isWarned: isWarned ?? watched.owners.get(ownerId)?.isWarned ?? false, charge };
    watched.keep(ownerId, known, this.lotSize, this.reckoned);
  }

  /** A funding was charged: whatever is open owes up to this index. */
  charged(index: Amount): void {
    const { reckoned } = this;
    this.reckoned = { ...reckoned, index, charge: reckoned.charge + 1 };
    for (const side of Object.values(this.sides)) side.charged(index - reckoned.index);
  }

  /** Reckons those anew whom a mark price might liquidate by what they owe. A generator, so that others get their turn in between. */
  *catchUp(side: PositionSide, mark: Amount): Generator<void> {
    const { [side]: watched } = this.sides;
    for (const ownerId of watched.perhapsReached(mark, this.lotSize, this.reckoned.terms)) {
      const known = watched.owners.get(ownerId);
      if (known === undefined || known.charge === this.reckoned.charge) continue;
      this.set(ownerId, side, known.holding);
      yield;
    }
  }

  /** All of them by other terms. A generator, so that others get their turn in between. */
  *judgeBy(terms: WatchTerms): Generator<void> {
    this.reckoned = { ...this.reckoned, terms: byRisk(terms) };
    for (const side of ['long', 'short'] as const)
      for (const [ownerId, { holding }] of this.sides[side].owners) {
        this.set(ownerId, side, holding);
        yield;
      }
  }

  /** Whom a mark price liquidates, those who are furthest beyond first, once `catchUp` was gone through. */
  liquidatedAt(side: PositionSide, mark: Amount): string[] {
    return this.sides[side].liquidations.reachedBy(mark);
  }

  /** Whose liquidation price the mark reaches next, the nearest first. Those without such a price are not among them. */
  nearest(side: PositionSide, count: number): { readonly id: string; readonly price: Amount }[] {
    return this.sides[side].liquidations.nearest(count);
  }

  /** Whose owners are to be warned; each is named once, and again when it was safe meanwhile. */
  warnedAt(side: PositionSide, mark: Amount): string[] {
    const { calm, warnings } = this.sides[side];
    for (const ownerId of calm.reachedBy(mark)) this.mind(ownerId, side, false);
    const warned = warnings.reachedBy(mark);
    for (const ownerId of warned) this.mind(ownerId, side, true);
    return warned;
  }

  /**
   * Whose positions would be closed, wholly or in part, if they were judged by other terms. It looks at every one of them and answers `null`
   * for those that would not, so that others get their turn in between.
   */
  *shortOf(side: PositionSide, mark: Amount, terms: MarginTerms): Generator<string | null> {
    for (const [ownerId, { holding }] of this.sides[side].owners) {
      const position = openPosition(holding, this.lotSize, this.reckoned.index);
      yield isLiquidated(position, mark, terms) ? ownerId : null;
    }
  }

  /** Where a position stands among those of its side that may be deleveraged; `undefined` where it is not open. */
  rankOf(ownerId: string, side: PositionSide, look: Pick<RankLook, 'mark' | 'at'>): DeleveragingRank | undefined {
    const { owners, ranks } = this.sides[side];
    const positionOf = (owner: string) => {
      const holding = owners.get(owner)?.holding;
      return holding && openPosition(holding, this.lotSize, this.reckoned.index);
    };
    return ranks.of(ownerId, { ...look, positionOf });
  }

  /** Whether the owner was warned of this approach. */
  private mind(ownerId: string, side: PositionSide, isWarned: boolean): void {
    const holding = this.sides[side].owners.get(ownerId)?.holding;
    if (holding !== undefined) this.set(ownerId, side, holding, isWarned);
  }
}
