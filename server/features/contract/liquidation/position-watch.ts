import { isLiquidated, liquidationPrice, type MarginTerms, type PositionSide } from '../../../../shared/margin.js';
import { amount, over, type Amount } from '../../../../shared/money.js';
import { DeleveragingRanks, type RankLook } from './deleveraging-ranks.js';
import type { DeleveragingRank } from './liquidation.rules.js';
import { LiquidationQueue } from './liquidation-queue.js';
import { openPosition, type Holding } from '../position/position.rules.js';

/** A warning is over when the risk rate has fallen by so much below it. */
const CALMED_BY = amount('0.1');
/** Maintenance margin and fee are rounded up, so a position may be liquidated this much of its balance before its price. */
const ROUNDED_UP = amount('0.00000002');

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

  constructor(private readonly side: PositionSide) {
    this.liquidations = new LiquidationQueue(side);
    this.warnings = new LiquidationQueue(side);
    this.calm = new LiquidationQueue(oppositeOf(side));
    this.ranks = new DeleveragingRanks(side);
  }

  place(ownerId: string, { holding, isWarned }: Watched, lotSize: Amount, terms: TermsByRisk): void {
    const position = openPosition(holding, lotSize, holding.fundingIndex);
    const price = liquidationPrice(position, terms.liquidation);
    const before = over(ROUNDED_UP, position.quantity, 'up');
    this.liquidations.set(ownerId, price === null ? null : this.side === 'long' ? price + before : price - before);
    this.warnings.set(ownerId, isWarned ? null : liquidationPrice(position, terms.warning));
    this.calm.set(ownerId, isWarned ? liquidationPrice(position, terms.calm) : null);
    this.ranks.set(ownerId, position);
  }

  drop(ownerId: string): void {
    for (const queue of [this.liquidations, this.warnings, this.calm]) queue.set(ownerId, null);
    this.ranks.drop(ownerId);
  }
}

/** Terms under which the liquidation price is that of another risk rate. */
type TermsByRisk = Readonly<Record<'liquidation' | 'warning' | 'calm', MarginTerms>>;

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
 * reckoned by the funding that they have paid: one that is due is settled before a liquidation is looked for.
 */
export class PositionWatch {
  private readonly sides = { long: new WatchedSide('long'), short: new WatchedSide('short') };

  private terms: TermsByRisk;

  constructor(
    private readonly lotSize: Amount,
    terms: WatchTerms,
  ) {
    this.terms = byRisk(terms);
  }

  /** `null`: it is closed. `isWarned` says what was before the watch. */
  set(ownerId: string, side: PositionSide, holding: Holding | null, isWarned?: boolean): void {
    const { [side]: watched } = this.sides;
    if (holding === null) {
      watched.owners.delete(ownerId);
      return watched.drop(ownerId);
    }
    const known = { holding, isWarned: isWarned ?? watched.owners.get(ownerId)?.isWarned ?? false };
    watched.owners.set(ownerId, known);
    watched.place(ownerId, known, this.lotSize, this.terms);
  }

  /** All of them by other terms. A generator, so that others get their turn in between. */
  *judgeBy(terms: WatchTerms): Generator<void> {
    this.terms = byRisk(terms);
    for (const side of ['long', 'short'] as const)
      for (const [ownerId, { holding }] of this.sides[side].owners) {
        this.set(ownerId, side, holding);
        yield;
      }
  }

  /** Whom a mark price liquidates, those who are furthest beyond first. */
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
      const position = openPosition(holding, this.lotSize, holding.fundingIndex);
      yield isLiquidated(position, mark, terms) ? ownerId : null;
    }
  }

  /** Where a position stands among those of its side that may be deleveraged; `undefined` where it is not open. */
  rankOf(ownerId: string, side: PositionSide, look: Pick<RankLook, 'mark' | 'at'>): DeleveragingRank | undefined {
    const { owners, ranks } = this.sides[side];
    const positionOf = (owner: string) => {
      const holding = owners.get(owner)?.holding;
      return holding && openPosition(holding, this.lotSize, holding.fundingIndex);
    };
    return ranks.of(ownerId, { ...look, positionOf });
  }

  /** Whether the owner was warned of this approach. */
  private mind(ownerId: string, side: PositionSide, isWarned: boolean): void {
    const holding = this.sides[side].owners.get(ownerId)?.holding;
    if (holding !== undefined) this.set(ownerId, side, holding, isWarned);
  }
}
