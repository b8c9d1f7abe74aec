import { fromSteps, type Amount } from '../../../shared/money.js';
import type { Order, OrderMatched } from '../matching/book.js';
import { notionalOf, type Sizes } from './order.rules.js';
import type { Fill } from './product.settlement.js';

export type Role = 'maker' | 'taker';

/** One side of a fill, as its product settles it. */
export function fillOf(event: OrderMatched, role: Role, fee: Amount, sizes: Sizes): Fill {
  const { priceTicks, lots, takerSide } = event;
  const notional = notionalOf(priceTicks, lots, sizes);
  const common = { priceTicks, lots, notional, quantity: fromSteps(lots, sizes.lot) };
  return role === 'taker'
    ? {
        ...common,
        fee,
        orderId: event.takerOrderId,
        owner: event.takerOwner,
        side: takerSide,
        positionSide: event.takerPositionSide ?? null,
      }
    : {
        ...common,
        fee,
        orderId: event.makerOrderId,
        owner: event.makerOwner,
        side: opposite(takerSide),
        positionSide: event.makerPositionSide ?? null,
      };
}

const opposite = (side: Order['side']): Order['side'] => (side === 'buy' ? 'sell' : 'buy');
