import type { OrderView } from '../../contracts/order.contract';
import { format as textOf, toAmount } from '../../shared/money';
import type { Resting } from '../market/book';

/** The prices of an order that stand on the chart. */
export type LinePrice = 'price' | 'stopPrice' | 'activationPrice';

export interface OrderLine {
  /** Names the line: the order and which of its prices it is at. */
  id: string;
  order: OrderView;
  field: LinePrice;
  price: string;
  /** Whether amending can move it. */
  moves: boolean;
}

/** What is left to fill, in the base asset. */
export const leftOf = ({ quantity, filledQuantity }: Pick<OrderView, 'quantity' | 'filledQuantity'>): string =>
  textOf(toAmount(quantity) - toAmount(filledQuantity));

/**
 * The lines of an open order. One that waits for its trigger has a line there, and another at its limit price. The trigger of a
 * trailing stop follows the market by itself, and its activation price stays as it was accepted.
 */
export function orderLines(order: OrderView): OrderLine[] {
  const trails = order.callback !== null;
  const fields: readonly LinePrice[] = order.untriggered
    ? [order.stopPrice === null ? 'activationPrice' : 'stopPrice', 'price']
    : ['price'];
  return fields.flatMap((field) => {
    const price = order[field];
    const moves = !trails || field === 'price';
    return price === null ? [] : [{ id: `${order.orderId} ${field}`, order, field, price, moves }];
  });
}

/** Orders in the book, which it marks. */
export const restingOf = (orders: readonly OrderView[]): Resting[] =>
  orders.flatMap((order) =>
    order.price === null || order.untriggered
      ? []
      : [{ side: order.side, price: order.price, quantity: leftOf(order) }],
  );

/** An order as placing one like it would send it, to preview what it holds: what is left of it, at its prices. */
export function bodyOfOrder(order: OrderView) {
  const { symbol, side, price, stopPrice, trigger, untriggered, timeInForce, postOnly } = order;
  const { callback, activationPrice } = order;
  const type = untriggered ? order.type : 'limit';
  return {
    symbol,
    side,
    type,
    quantity: leftOf(order),
    ...(price !== null && { price, timeInForce }),
    ...(price !== null && postOnly && { postOnly: 'true' as const }),
    ...(untriggered && callback === null && stopPrice !== null && { stopPrice, trigger: trigger ?? undefined }),
    // Where a trailing stop stands follows from its callback.
    ...(untriggered &&
      callback !== null && {
        callback,
        trigger: trigger ?? undefined,
        activationPrice: activationPrice ?? undefined,
      }),
  };
}
