/**
 * The obvious book, kept for ever beside the fast one: a plain list, sorted on every read. It is slow, and it must give the same
 * events and the same hash as the fast book for the same commands.
 */

import { LIMITS, type BookLimits } from './limits.js';
import { referenceDecide } from './reference-decide.js';
import type { SavedPosition } from './positions.js';
import {
  copyOf,
  dormantRows,
  lotsOf,
  referenceApply,
  sorted,
  stopsOf,
  waitingRows,
  type ReferencePositions,
  type ReferenceState,
} from './reference-state.js';
import { hashSaved, type SavedBook } from './snapshot.js';
import {
  AUCTION_ENDS,
  NO_PRICES,
  type BookCommand,
  type BookEvent,
  type BookRefusal,
  type Liquidity,
  type Order,
  type Phase,
} from './types.js';

export class ReferenceBook {
  state: ReferenceState;

  constructor(
    readonly limits: BookLimits = LIMITS,
    hasPositions = false,
  ) {
    this.state = {
      rows: [],
      nextSequence: 1,
      nextTurn: 1,
      lastTradeTicks: null,
      deferred: { last: null, index: null, mark: null },
      positions: hasPositions ? [] : null,
      impact: null,
    };
  }

  decide(
    command: BookCommand,
    liquidity?: Liquidity,
    prices = NO_PRICES,
    phase: Phase = 'continuous',
  ): BookEvent[] | BookRefusal {
    const copy = copyOf(this.state);
    return referenceDecide(copy, this.limits, command, liquidity, prices, phase);
  }

  execute(command: BookCommand, liquidity?: Liquidity): BookEvent[] | BookRefusal {
    const decided = this.decide(command, liquidity);
    if (Array.isArray(decided)) decided.forEach((event) => this.apply(event));
    return decided;
  }

  apply(event: BookEvent): void {
    referenceApply(this.state, event);
  }

  save(): SavedBook {
    const { nextSequence, lastTradeTicks, deferred, impact, positions } = this.state;
    const rows = [
      ...sorted(this.state, 'buy'),
      ...sorted(this.state, 'sell'),
      ...stopsOf(this.state, 'last'),
      ...stopsOf(this.state, 'index'),
      ...stopsOf(this.state, 'mark'),
      ...dormantRows(this.state),
      ...waitingRows(this.state, 'triggered'),
      ...waitingRows(this.state, 'closing'),
      ...AUCTION_ENDS.flatMap((reason) => waitingRows(this.state, reason)),
    ];
    const orders = rows.map(({ order, remainingLots, ocoOrderId, place, sequence }) => ({
      order: inOrder(order),
      remainingLots,
      ocoOrderId: rows.some((row) => row.order.orderId === ocoOrderId) ? ocoOrderId : null,
      place,
      sequence,
    }));
    const saved = { schema: 1, nextSequence, lastTradeTicks, deferred, impact, orders } as const;
    return positions === null ? saved : { ...saved, positions: openLots(positions) };
  }

  hash(): string {
    return hashSaved(this.save());
  }
}

/** One line for each owner who has lots open, by name. */
function openLots(positions: ReferencePositions): SavedPosition[] {
  const owners = [...new Set(positions.filter(({ lots }) => lots !== 0).map(({ owner }) => owner))].sort();
  return owners.map((owner) => ({
    owner,
    long: lotsOf(positions, owner, 'long'),
    short: lotsOf(positions, owner, 'short'),
    both: lotsOf(positions, owner, 'both'),
  }));
}

function inOrder(order: Order): Order {
  const { orderId, owner, side, kind, priceTicks, stopTicks, trigger, lots, budgetTickLots } = order;
  const { timeInForce, postOnly, selfTrade, tag } = order;
  const figures = { orderId, owner, side, kind, priceTicks, stopTicks, trigger, lots, budgetTickLots };
  const { positionSide, reduceOnly, margin, attached, parent, wholePosition } = order;
  const position = positionSide === undefined || reduceOnly === undefined ? {} : { positionSide, reduceOnly };
  const trailing = order.trail === undefined ? {} : { trail: order.trail };
  const terms = { ...figures, timeInForce, postOnly, selfTrade, tag, ...position, ...trailing };
  const came = { ...(attached !== undefined && { attached }), ...(parent !== undefined && { parent }) };
  return { ...terms, ...(margin !== undefined && { margin }), ...came, ...(wholePosition && { wholePosition }) };
}
