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
const FUNDING_STEP = amount('0.00000001');

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
  /** How many charges its prices include. With fewer than there were they are stale. */
  readonly chargeCount: number;
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
  /** Positions whose prices lack a charge, and the most that the index moved since. */
  private staleCount = 0;
  private maxDrift = ZERO;

  constructor(private readonly side: PositionSide) {
    this.liquidations = new LiquidationQueue(side);
    this.warnings = new LiquidationQueue(side);
    this.calm = new LiquidationQueue(oppositeOf(side));
    this.ranks = new DeleveragingRanks(side);
  }

  /** The prices of all are stale from now on. */
  charged(by: Amount): void {
    if (by === ZERO) return;
    if (this.staleCount === 0) this.maxDrift = ZERO;
    this.staleCount = this.owners.size;
    this.maxDrift += by < ZERO ? -by : by;
  }

  /** Owners whose prices the mark may have reached once all charges are counted. */
  *withinDrift(mark: Amount, lotSize: Amount, { liquidation, warning, calm }: TermsByRisk): Generator<string> {
    if (this.staleCount === 0) return;
    const queues = [
      [this.liquidations, liquidation],
      [this.warnings, warning],
      [this.calm, calm],
    ] as const;
    for (const [queue, terms] of queues) {
      const reach = this.reachOf(terms, lotSize);
      const from = queue.side === 'long' ? mark - reach : mark + reach;
      if (reach < ZERO || from <= ZERO) yield* [...this.owners.keys()];
      else yield* queue.reachedBy(from);
    }
  }

  /** How far a charge moves a price at most: by what a unit owes, as its balance and what it must be approach one another more slowly. */
  private reachOf({ brackets, takerRate }: MarginTerms, lotSize: Amount): Amount {
    const rate = brackets.reduce((most, each) => (each.rate > most ? each.rate : most), ZERO);
    const owed = this.maxDrift + over(FUNDING_STEP, lotSize, 'up');
    const share = ONE - rate - takerRate;
    return share > ZERO ? over(owed, share, 'up') + over(2n, lotSize, 'up') + 2n : -ONE;
  }

  keep(ownerId: string, known: Watched, lotSize: Amount, basis: Basis): void {
    this.refreshed(ownerId, basis.chargeCount);
    this.owners.set(ownerId, known);
    this.place(ownerId, known, lotSize, basis);
  }

  private refreshed(ownerId: string, chargeCount: number): void {
    const before = this.owners.get(ownerId);
    if (before !== undefined && before.chargeCount !== chargeCount) this.staleCount -= 1;
  }

  private place(ownerId: string, { holding, isWarned }: Watched, lotSize: Amount, { terms, index }: Basis): void {
    const position = openPosition(holding, lotSize, index);
    const price = liquidationPrice(position, terms.liquidation);
    const before = over(ROUNDED_UP, position.quantity, 'up');
    this.liquidations.set(ownerId, price === null ? null : this.side === 'long' ? price + before : price - before);
    this.warnings.set(ownerId, isWarned ? null : liquidationPrice(position, terms.warning));
    this.calm.set(ownerId, isWarned ? liquidationPrice(position, terms.calm) : null);
    this.ranks.set(ownerId, position, index);
  }

  drop(ownerId: string, chargeCount: number): void {
    this.refreshed(ownerId, chargeCount);
    this.owners.delete(ownerId);
    for (const queue of [this.liquidations, this.warnings, this.calm]) queue.set(ownerId, null);
    this.ranks.drop(ownerId);
  }
}

/** Terms under which the liquidation price is that of another risk rate. */
type TermsByRisk = Readonly<Record<'liquidation' | 'warning' | 'calm', MarginTerms>>;

/** What prices are computed from. */
interface Basis {
  readonly terms: TermsByRisk;
  /** The funding index of now, and how many charges there were. */
  readonly index: Amount;
  readonly chargeCount: number;
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
 * The positions of one contract by what a mark price would do to them. A mark that reaches nobody costs a comparison a queue. Their prices
 * include every funding that was charged, whether they have paid it or not. A charge shifts the prices of all by a bounded amount, so it
 * makes them stale: those within that bound of the mark are computed anew before anybody looks, the others when they pay.
 */
export class PositionWatch {
  private readonly sides = { long: new WatchedSide('long'), short: new WatchedSide('short') };

  private basis: Basis;

  constructor(
    private readonly lotSize: Amount,
    terms: WatchTerms,
    index: Amount,
  ) {
    this.basis = { terms: byRisk(terms), index, chargeCount: 0 };
  }

  /** `null`: it is closed. `isWarned` says what was before the watch. */
  set(ownerId: string, side: PositionSide, holding: Holding | null, isWarned?: boolean): void {
    const { [side]: watched } = this.sides;
    const { chargeCount } = this.basis;
    if (holding === null) return watched.drop(ownerId, chargeCount);
    const known = { holding, isWarned: isWarned ?? watched.owners.get(ownerId)?.isWarned ?? false, chargeCount };
    watched.keep(ownerId, known, this.lotSize, this.basis);
  }

  /** A funding was charged: whatever is open owes up to this index. */
  charged(index: Amount): void {
    const { basis } = this;
    if (index === basis.index) return;
    this.basis = { ...basis, index, chargeCount: basis.chargeCount + 1 };
    for (const side of Object.values(this.sides)) side.charged(index - basis.index);
  }

  /** Refreshes the positions that charges may have brought within reach of the mark. A generator, so that others get their turn in between. */
  *catchUp(side: PositionSide, mark: Amount): Generator<void> {
    const { [side]: watched } = this.sides;
    for (const ownerId of watched.withinDrift(mark, this.lotSize, this.basis.terms)) {
      const known = watched.owners.get(ownerId);
      if (known === undefined || known.chargeCount === this.basis.chargeCount) continue;
      this.set(ownerId, side, known.holding);
      yield;
    }
  }

  /** All of them by other terms. A generator, so that others get their turn in between. */
  *judgeBy(terms: WatchTerms): Generator<void> {
    this.basis = { ...this.basis, terms: byRisk(terms) };
    for (const side of ['long', 'short'] as const)
      for (const [ownerId, { holding }] of this.sides[side].owners) {
        this.set(ownerId, side, holding);
        yield;
      }
  }

  /** Whom a mark price liquidates, those who are furthest beyond first, once `catchUp` is done. */
  liquidatedAt(side: PositionSide, mark: Amount): string[] {
    return this.sides[side].liquidations.reachedBy(mark);
  }

  /**
   * Whose liquidation price the mark reaches next, the nearest first. Those without such a price are not among them. While a funding is
   * settled, prices far from the mark may lack it.
   */
  nearest(side: PositionSide, count: number): { readonly id: string; readonly price: Amount }[] {
    return this.sides[side].liquidations.nearest(count);
  }

  /** Whose owners are to be warned, once `catchUp` is done; each is named once, and again when it was safe meanwhile. */
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
      const position = openPosition(holding, this.lotSize, this.basis.index);
      yield isLiquidated(position, mark, terms) ? ownerId : null;
    }
  }

  /** Where a position stands among those of its side that may be deleveraged; `undefined` where it is not open. */
  rankOf(ownerId: string, side: PositionSide, look: Pick<RankLook, 'mark' | 'at'>): DeleveragingRank | undefined {
    const { owners, ranks } = this.sides[side];
    const positionOf = (owner: string) => {
      const holding = owners.get(owner)?.holding;
      return holding && openPosition(holding, this.lotSize, this.basis.index);
    };
    return ranks.of(ownerId, { ...look, index: this.basis.index, positionOf });
  }

  /** Whether the owner was warned of this approach. */
  private mind(ownerId: string, side: PositionSide, isWarned: boolean): void {
    const holding = this.sides[side].owners.get(ownerId)?.holding;
    if (holding !== undefined) this.set(ownerId, side, holding, isWarned);
  }
}
