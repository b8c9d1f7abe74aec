/** The state of one book, the few moves that change it, and their undoing. Only `apply` and `decide` move it. */

import { triggersOnRise } from '../../../shared/order-type.js';
import { ordersAttached } from './attached.js';
import { LIMITS, type BookLimits } from './limits.js';
import { OrderIndex } from './order-index.js';
import { isDormant } from './trailing.js';
import { isReducing, type Positions } from './positions.js';
import { PriceQueue, waitingIn, type Level, type OwnerOrders, type Resting } from './price-queue.js';
import {
  AUCTION_ENDS,
  STOP_TRIGGERS,
  type AuctionEnd,
  type Order,
  type Place,
  type PositionChange,
  type PriceRange,
  type Side,
  type StopTrigger,
} from './types.js';

const NOBODY: OwnerOrders = { owner: '', first: null, last: null, count: 0, coming: 0 };
const NOWHERE: Level = {
  queue: new PriceQueue(1),
  priceTicks: 0,
  rank: 0,
  oldest: null,
  youngest: null,
  lots: 0,
  orders: 0,
};

/** Ranges that reached stops which a later command triggers. */
export type Deferred = Readonly<Record<StopTrigger, PriceRange | null>>;
export const NOTHING_DEFERRED: Deferred = { last: null, index: null, mark: null };

export interface BookMark {
  readonly moves: number;
  readonly figures: Pick<Book, 'nextSequence' | 'lastTradeTicks' | 'deferred' | 'impact'>;
}

export class Book {
  readonly bids = new PriceQueue(1);
  readonly asks = new PriceQueue(-1);
  /** Stops and take-profits, by the price that they watch and the way it comes. The best one is the one that is reached first. */
  readonly stops: Readonly<Record<StopTrigger, Readonly<Record<'rise' | 'fall', PriceQueue>>>> = {
    last: { rise: new PriceQueue(-1), fall: new PriceQueue(1) },
    index: { rise: new PriceQueue(-1), fall: new PriceQueue(1) },
    mark: { rise: new PriceQueue(-1), fall: new PriceQueue(1) },
  };
  /** Trailing stops that wait for their activation price: one level of all of them, in the order in which they came. */
  readonly dormant = new PriceQueue(1);
  /** Every open trailing stop. */
  readonly trailing = new Set<Resting>();
  /** How many open orders close all of a position. */
  wholePositions = 0;
  /** How many orders may come with the fills of open ones. */
  coming = 0;
  /** Triggered stops that go on filling: one level of both sides, in the order in which they triggered. */
  readonly triggered = new PriceQueue(1);
  /** Orders at the close, until their auction: one level of both sides, in the order in which they came. */
  readonly closing = new PriceQueue(1);
  /** Orders whose auction is over and which no command has cancelled yet, by what ended it: levels as above. */
  readonly ended: Readonly<Record<AuctionEnd, PriceQueue>> = {
    auction: new PriceQueue(1),
    'fill-limit': new PriceQueue(1),
    'auction-missed': new PriceQueue(1),
  };
  readonly orders = new OrderIndex();
  /** Lots of open orders that may open a long, or a short; one that may turn a position counts whole. Zero without positions. */
  readonly opening = { long: 0, short: 0 };
  private readonly owners = new Map<string, OwnerOrders>();
  nextSequence = 1;
  lastTradeTicks: number | null = null;
  deferred: Deferred = NOTHING_DEFERRED;
  impact: unknown = null;
  private journal: (() => void)[] | null = null;
  /** The order looked up last: decide and apply mostly need the same one. */
  private found: Resting | null = null;
  private foundOwner: OwnerOrders = NOBODY;

  constructor(
    readonly limits: BookLimits = LIMITS,
    /** Null in a book of a product without positions. */
    readonly positions: Positions | null = null,
  ) {}

  find(orderId: string): Resting | null {
    const found = this.found;
    if (found !== null && found.orderId === orderId) return found;
    const resting = this.orders.get(orderId);
    if (resting !== null) this.found = resting;
    return resting;
  }

  /** How many orders of an owner are open, or may come with the fills of open ones. */
  ordersDueOf(owner: string): number {
    const owned = this.findOwner(owner);
    return owned === null ? 0 : owned.count + owned.coming;
  }

  /** The owner's open orders by age. */
  *ordersOf(owner: string): Generator<Resting> {
    for (let at = this.findOwner(owner)?.first ?? null; at !== null; at = at.ownerNext) yield at;
  }

  /** Every open order: bids, asks, stops as `stopQueues` has them, trailing ones that wait for their activation, triggered stops, orders at the close, orders of ended auctions; each best level first, and in a level by age. */
  *everyOrder(): Generator<Resting> {
    for (const queue of [
      this.bids,
      this.asks,
      ...this.stopQueues(),
      this.dormant,
      this.triggered,
      this.closing,
      ...this.endedQueues(),
    ]) {
      for (let index = queue.levels.length - 1; index >= 0; index -= 1) {
        for (let at = queue.levels[index]!.oldest; at !== null; at = at.younger) yield at;
      }
    }
  }

  /** Orders for an auction that is not over: from the worst buyers to the best, sellers likewise, then those that wait for the close. */
  ordersFor(auction: 'OPG' | 'ATC'): Resting[] {
    const every = [this.bids, this.asks, this.closing].flatMap(waitingIn);
    return every.filter(({ order }) => order.timeInForce === auction);
  }

  /** Stops by what they watch, in the order of the triggers; of each those that a rise reaches, then those that a fall does. */
  private stopQueues(): PriceQueue[] {
    return STOP_TRIGGERS.flatMap((trigger) => [this.stops[trigger].rise, this.stops[trigger].fall]);
  }

  /** By what ended the auctions, in the order of the reasons. */
  endedQueues(): PriceQueue[] {
    return AUCTION_ENDS.map((reason) => this.ended[reason]);
  }

  opposite(side: Side): PriceQueue {
    return side === 'buy' ? this.asks : this.bids;
  }

  add(order: Order, remainingLots: number, sequence: number, place: Place): Resting {
    const resting = this.admit(order, remainingLots, sequence, place);
    this.enqueue(resting);
    if (this.journal !== null) this.noteAdd(this.journal, resting);
    return resting;
  }

  /** First half of adding: known by id and owner, not yet in a level. Loading does the halves in different orders. */
  admit(order: Order, remainingLots: number, sequence: number, place: Place): Resting {
    const resting: Resting = {
      orderId: order.orderId,
      order,
      remainingLots,
      sequence,
      place,
      hash: 0,
      level: NOWHERE,
      older: null,
      younger: null,
      owned: NOBODY,
      ownerPrevious: null,
      ownerNext: null,
      partner: null,
    };
    this.orders.add(resting);
    this.addToOwner(resting);
    if (order.trail !== undefined) this.trailing.add(resting);
    this.count(resting, order, 1);
    return resting;
  }

  enqueue(resting: Resting): void {
    const { order, place } = resting;
    const ticks = place === 'book' ? order.priceTicks : place === 'stops' && !isDormant(order) ? order.stopTicks! : 0;
    this.queueOf(resting).append(resting, ticks);
    this.countOpening(resting.order, resting.remainingLots);
  }

  private count({ owned }: Resting, order: Order, by: 1 | -1): void {
    if (order.wholePosition) this.wholePositions += by;
    if (order.attached === undefined) return;
    const coming = by * ordersAttached(order);
    this.coming += coming;
    owned.coming += coming;
  }

  private countOpening(order: Order, lots: number): void {
    if (this.positions !== null && !isReducing(order)) this.opening[order.side === 'buy' ? 'long' : 'short'] += lots;
  }

  remove(resting: Resting): void {
    if (this.journal !== null) this.noteRemove(this.journal, resting);
    resting.level.queue.unlink(resting);
    this.countOpening(resting.order, -resting.remainingLots);
    this.forget(resting);
    if (resting.partner !== null) resting.partner.partner = null;
  }

  /** Moves an order to the end of its new level: it lost its priority, or a stop was triggered. */
  requeue(resting: Resting, order: Order, remainingLots: number, place: Place): void {
    if (this.journal !== null) this.noteRequeue(this.journal, resting);
    resting.level.queue.unlink(resting);
    this.countOpening(resting.order, -resting.remainingLots);
    this.become(resting, order);
    resting.remainingLots = remainingLots;
    resting.place = place;
    this.enqueue(resting);
  }

  /** Changes the quantity and keeps the place. */
  resize(resting: Resting, order: Order, remainingLots: number): void {
    if (this.journal !== null) this.noteResize(this.journal, resting);
    resting.level.lots += remainingLots - resting.remainingLots;
    this.countOpening(order, remainingLots - resting.remainingLots);
    this.become(resting, order);
    resting.remainingLots = remainingLots;
  }

  private become(resting: Resting, order: Order): void {
    if (resting.order.attached !== order.attached) {
      this.count(resting, resting.order, -1);
      this.count(resting, order, 1);
    }
    resting.order = order;
  }

  pair(one: Resting, other: Resting): void {
    one.partner = other;
    other.partner = one;
    if (this.journal !== null) {
      this.journal.push(() => {
        one.partner = null;
        other.partner = null;
      });
    }
  }

  /** Adds the lots to an owner's position. */
  movePosition({ owner, positionSide, lots }: PositionChange): void {
    const positions = this.positions!;
    const before = positions.of(owner);
    positions.set(owner, { ...before, [positionSide]: before[positionSide] + lots });
    this.journal?.push(() => positions.set(owner, before));
  }

  /** From here on every move is noted, until `rollBack` undoes them all. */
  startJournal(): void {
    const { nextSequence, lastTradeTicks, deferred, impact } = this;
    this.journal = [() => Object.assign(this, { nextSequence, lastTradeTicks, deferred, impact })];
  }

  /** A state that later moves are undone to. The journal must run. */
  mark(): BookMark {
    const { nextSequence, lastTradeTicks, deferred, impact } = this;
    return { moves: this.journal!.length, figures: { nextSequence, lastTradeTicks, deferred, impact } };
  }

  rollBackTo({ moves, figures }: BookMark): void {
    const journal = this.journal!;
    for (let index = journal.length - 1; index >= moves; index -= 1) journal[index]!();
    journal.length = moves;
    Object.assign(this, figures);
  }

  rollBack(): void {
    const journal = this.journal;
    this.journal = null;
    if (journal === null) return;
    for (let index = journal.length - 1; index >= 0; index -= 1) journal[index]!();
  }

  get isJournaling(): boolean {
    return this.journal !== null;
  }

  private queueOf(resting: Resting): PriceQueue {
    const { side, kind, trigger } = resting.order;
    switch (resting.place) {
      case 'book':
        return side === 'buy' ? this.bids : this.asks;
      case 'stops':
        if (isDormant(resting.order)) return this.dormant;
        return this.stops[trigger!][triggersOnRise(side, kind) ? 'rise' : 'fall'];
      case 'triggered':
        return this.triggered;
      case 'closing':
        return this.closing;
      default:
        return this.ended[resting.place];
    }
  }

  private findOwner(owner: string): OwnerOrders | null {
    if (this.foundOwner.owner === owner) return this.foundOwner;
    const found = this.owners.get(owner);
    if (found === undefined) return null;
    this.foundOwner = found;
    return found;
  }

  private addToOwner(resting: Resting): void {
    const name = resting.order.owner;
    let owner = this.findOwner(name);
    if (owner === null) {
      owner = { owner: name, first: null, last: null, count: 0, coming: 0 };
      this.owners.set(name, owner);
    }
    resting.owned = owner;
    resting.ownerPrevious = owner.last;
    resting.ownerNext = null;
    if (owner.last === null) owner.first = resting;
    else owner.last.ownerNext = resting;
    owner.last = resting;
    owner.count += 1;
  }

  private forget(resting: Resting): void {
    this.removeFromOwner(resting);
    this.orders.delete(resting);
    if (resting.order.trail !== undefined) this.trailing.delete(resting);
    this.count(resting, resting.order, -1);
    if (this.found === resting) this.found = null;
  }

  private removeFromOwner(resting: Resting): void {
    const { ownerPrevious, ownerNext, owned } = resting;
    if (ownerPrevious === null) owned.first = ownerNext;
    else ownerPrevious.ownerNext = ownerNext;
    if (ownerNext === null) owned.last = ownerPrevious;
    else ownerNext.ownerPrevious = ownerPrevious;
    owned.count -= 1;
    if (owned.count > 0) return;
    this.owners.delete(owned.owner);
    if (this.foundOwner === owned) this.foundOwner = NOBODY;
  }

  private putBackToOwner(resting: Resting): void {
    const { ownerPrevious, ownerNext, owned } = resting;
    if (owned.count === 0) this.owners.set(owned.owner, owned);
    if (ownerPrevious === null) owned.first = resting;
    else ownerPrevious.ownerNext = resting;
    if (ownerNext === null) owned.last = resting;
    else ownerNext.ownerPrevious = resting;
    owned.count += 1;
  }

  private noteAdd(journal: (() => void)[], resting: Resting): void {
    journal.push(() => {
      resting.level.queue.unlink(resting);
      this.countOpening(resting.order, -resting.remainingLots);
      this.forget(resting);
    });
  }

  private noteRemove(journal: (() => void)[], resting: Resting): void {
    const { partner } = resting;
    journal.push(() => {
      this.orders.add(resting);
      this.putBackToOwner(resting);
      if (resting.order.trail !== undefined) this.trailing.add(resting);
      this.count(resting, resting.order, 1);
      resting.level.queue.relink(resting);
      this.countOpening(resting.order, resting.remainingLots);
      resting.partner = partner;
      if (partner !== null) partner.partner = resting;
    });
  }

  private noteRequeue(journal: (() => void)[], resting: Resting): void {
    const { order, remainingLots, place, level, older, younger } = resting;
    journal.push(() => {
      resting.level.queue.unlink(resting);
      this.countOpening(resting.order, -resting.remainingLots);
      this.become(resting, order);
      Object.assign(resting, { remainingLots, place, level, older, younger });
      resting.level.queue.relink(resting);
      this.countOpening(order, remainingLots);
    });
  }

  private noteResize(journal: (() => void)[], resting: Resting): void {
    const { order, remainingLots } = resting;
    journal.push(() => {
      resting.level.lots += remainingLots - resting.remainingLots;
      this.countOpening(order, remainingLots - resting.remainingLots);
      this.become(resting, order);
      resting.remainingLots = remainingLots;
    });
  }
}
