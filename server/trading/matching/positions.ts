/** The lots that each owner has open in a book with positions. Agents' lots are what users' ones leave, so they are not kept. */

import { HOUSE, type Order, type OrderMatched, type PositionChange, type PositionSide, type Side } from './types.js';

/** Of one owner: of hedge mode, and of one-way mode where a short is below zero. */
export type PositionLots = Readonly<Record<PositionSide, number>>;
export interface SavedPosition extends PositionLots {
  readonly owner: string;
}

const FLAT: PositionLots = { long: 0, short: 0, both: 0 };
const isFlat = ({ long, short, both }: PositionLots): boolean => long === 0 && short === 0 && both === 0;

export class Positions {
  private readonly owners = new Map<string, PositionLots>();
  /** What users have open on each side together. */
  readonly open = { long: 0, short: 0 };

  of(owner: string): PositionLots {
    return this.owners.get(owner) ?? FLAT;
  }

  set(owner: string, lots: PositionLots): void {
    this.count(this.of(owner), -1);
    this.count(lots, 1);
    if (isFlat(lots)) this.owners.delete(owner);
    else this.owners.set(owner, lots);
  }

  /** Whoever has lots open. */
  names(): string[] {
    return [...this.owners.keys()];
  }

  private count({ long, short, both }: PositionLots, sign: 1 | -1): void {
    this.open.long += sign * (long + Math.max(both, 0));
    this.open.short += sign * (short + Math.max(-both, 0));
  }

  /** Whoever has lots open on a side. */
  holders(side: 'long' | 'short'): string[] {
    const sign = side === 'long' ? 1 : -1;
    return [...this.owners].filter(([, lots]) => lots[side] > 0 || sign * lots.both > 0).map(([owner]) => owner);
  }

  /** Whoever has lots open, by their names. */
  save(): SavedPosition[] {
    return [...this.owners]
      .map(([owner, { long, short, both }]) => ({ owner, long, short, both }))
      .sort((one, other) => (one.owner < other.owner ? -1 : 1));
  }

  static load(saved: readonly SavedPosition[]): Positions {
    const positions = new Positions();
    for (const { owner, ...lots } of saved) positions.set(owner, lots);
    return positions;
  }
}

/** What an order says of its position. */
type Positioned = Pick<Order, 'side'> & {
  readonly [Field in 'positionSide' | 'reduceOnly']?: Order[Field] | undefined;
};

/** Whether an order may close lots and never opens any. */
export function isReducing({ side, positionSide, reduceOnly }: Positioned): boolean {
  if (positionSide === undefined) return false;
  return positionSide === 'both' ? reduceOnly === true : closes(side, positionSide);
}

/** In hedge mode a position has a side that opens it and one that closes it. */
const closes = (side: Side, positionSide: PositionSide): boolean => (side === 'sell') === (positionSide === 'long');

/** What an order of this side may close. */
export function closableLots(lots: PositionLots, side: Side, positionSide: PositionSide): number {
  if (positionSide === 'both') return Math.max(0, side === 'sell' ? lots.both : -lots.both);
  return closes(side, positionSide) ? lots[positionSide] : 0;
}

/** How a fill moves the positions of users: lots bought add to a long, and lots sold to a short. */
export function movesOf(event: OrderMatched): PositionChange[] {
  const { makerOwner, makerPositionSide, takerOwner, takerPositionSide, takerSide, lots } = event;
  const bought = takerSide === 'buy' ? lots : -lots;
  const sides = [
    [makerOwner, makerPositionSide, -bought],
    [takerOwner, takerPositionSide, bought],
  ] as const;
  return sides.flatMap(([owner, positionSide, more]) =>
    positionSide == null ? [] : [{ owner, positionSide, lots: positionSide === 'short' ? -more : more }],
  );
}

/** Bought less sold, of all of them: zero where what one gets another gives. */
export const netLots = (changes: readonly PositionChange[]): number =>
  changes.reduce((net, { positionSide, lots }) => net + (positionSide === 'short' ? -lots : lots), 0);

/** Without the agents' side. */
export const usersOf = (changes: readonly PositionChange[]): PositionChange[] =>
  changes.filter(({ owner }) => owner !== HOUSE);
