/**
 * The obvious book, kept for ever beside the fast one: a plain list, sorted on every read. It is slow, and it must give the same
 * events and the same hash as the fast book for the same commands.
 */

import { LIMITS, type BookLimits } from './limits.js';
import { referenceDecide } from './reference-decide.js';
import { referenceApply, sorted, stopsOf, waitingRows, type ReferenceState } from './reference-state.js';
import { hashSaved, type SavedBook } from './snapshot.js';
import {
  AUCTION_ENDS,
  type BookCommand,
  type BookEvent,
  type BookRefusal,
  type Liquidity,
  type MomentPrices,
  type Order,
  type Phase,
} from './types.js';

export class ReferenceBook {
  state: ReferenceState = {
    rows: [],
    nextSequence: 1,
    nextTurn: 1,
    lastTradeTicks: null,
    deferred: { last: null, index: null, mark: null },
    impact: null,
  };

  constructor(readonly limits: BookLimits = LIMITS) {}

  decide(
    command: BookCommand,
    liquidity?: Liquidity,
    prices: MomentPrices = { indexTicks: null, markTicks: null },
    phase: Phase = 'continuous',
  ): BookEvent[] | BookRefusal {
    const copy = { ...this.state, rows: this.state.rows.map((row) => ({ ...row })) };
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
    const { nextSequence, lastTradeTicks, deferred, impact } = this.state;
    const rows = [
      ...sorted(this.state, 'book', 'buy'),
      ...sorted(this.state, 'book', 'sell'),
      ...stopsOf(this.state, 'last'),
      ...stopsOf(this.state, 'index'),
      ...stopsOf(this.state, 'mark'),
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
    return { schema: 1, nextSequence, lastTradeTicks, deferred, impact, orders };
  }

  hash(): string {
    return hashSaved(this.save());
  }
}

function inOrder(order: Order): Order {
  const { orderId, owner, side, kind, priceTicks, stopTicks, trigger, lots, budgetTickLots } = order;
  const { timeInForce, postOnly, selfTrade, tag } = order;
  const figures = { orderId, owner, side, kind, priceTicks, stopTicks, trigger, lots, budgetTickLots };
  return { ...figures, timeInForce, postOnly, selfTrade, tag };
}
