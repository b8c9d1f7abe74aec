/** The lots that each owner has open in a book with positions. Agents' lots are what users' ones leave, so they are not kept. */

import { HOUSE, type Order, type OrderMatched, type PositionChange, type PositionSide, type Side } from './types.js';

/** Of one owner: of hedge mode, and of one-way mode where a short is below zero. */
export type PositionLots = Readonly<Record<PositionSide, number>>;
export interface SavedPosition extends PositionLots {
  readonly owner: string;
}

/** Owners of a snapshot are kept in so many pages. */
const PAGES = 4_096;

/** Owners whose names fall on one page, and its text while no lots of theirs have changed. */
interface Page {
  readonly owners: Set<string>;
  text: string | null;
}

const FLAT: PositionLots = { long: 0, short: 0, both: 0 };
const isFlat = ({ long, short, both }: PositionLots): boolean => long === 0 && short === 0 && both === 0;

export class Positions {
  private readonly owners = new Map<string, PositionLots>();
  private readonly pages = new Map<number, Page>();
  /** What users have open on each side together. */
  readonly open = { long: 0, short: 0 };

  of(owner: string): PositionLots {
    return this.owners.get(owner) ?? FLAT;
  }

  set(owner: string, lots: PositionLots): void {
    this.count(this.of(owner), -1);
    this.count(lots, 1);
    const page = this.pageOf(owner);
    page.text = null;
    if (isFlat(lots)) {
      this.owners.delete(owner);
      page.owners.delete(owner);
    } else {
      this.owners.set(owner, lots);
      page.owners.add(owner);
    }
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

  /**
   * The same in pages of lines: a page that has not changed costs nothing. With 100,000 owners a snapshot of all of them would hold up
   * every order for a third of a second.
   */
  savePages(): string[] {
    return [...this.pages]
      .filter(([, { owners }]) => owners.size > 0)
      .sort(([one], [other]) => one - other)
      .map(([, page]) => (page.text ??= this.textOf(page)));
  }

  static loadPages(pages: readonly string[]): Positions {
    const positions = new Positions();
    for (const text of pages) {
      for (const line of text.split('\n')) {
        const [owner = '', ...lots] = line.split(' ');
        const [long = 0, short = 0, both = 0] = lots.map((each) => Number.parseInt(each, 10));
        positions.set(owner, { long, short, both });
      }
      positions.pageOf(text.slice(0, text.indexOf(' '))).text = text;
    }
    return positions;
  }

  private textOf({ owners }: Page): string {
    const line = (owner: string): string => {
      const { long, short, both } = this.of(owner);
      return `${owner} ${long} ${short} ${both}`;
    };
    return [...owners].sort().map(line).join('\n');
  }

  private pageOf(owner: string): Page {
    let digest = 0;
    for (let at = 0; at < owner.length; at += 1) digest = (Math.imul(digest, 31) + owner.charCodeAt(at)) | 0;
    const number = (digest >>> 0) % PAGES;
    let page = this.pages.get(number);
    if (page === undefined) this.pages.set(number, (page = { owners: new Set(), text: null }));
    return page;
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
