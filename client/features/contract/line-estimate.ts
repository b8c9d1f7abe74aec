import type { PositionView } from '../../../contracts/contract.contract';
import type { OrderView } from '../../../contracts/order.contract';
import { format, roundTo, times, toAmount } from '../../../shared/money';
import { leftOf } from '../../orders/order-lines';

type Held = Pick<PositionView, 'symbol' | 'side' | 'quantity' | 'entryPrice' | 'markPrice'>;

/** Profit or loss of closing a position, or a part of it, at a price: in USDT, before fees. */
export function pnlAt({ side, quantity, entryPrice }: Omit<Held, 'markPrice'>, price: string, part = quantity): string {
  const [all, asked] = [toAmount(quantity), toAmount(part)];
  const gained = toAmount(price) - toAmount(entryPrice);
  const pnl = times(side === 'long' ? gained : -gained, asked < all ? asked : all, 'half-even');
  return format(roundTo(pnl, 2, 'half-even'));
}

/** The position that an order closes, if it closes one: in one-way mode that of the other side. */
export const closedBy = <Position extends Held>(
  { symbol, side, positionSide }: Pick<OrderView, 'symbol' | 'side' | 'positionSide'>,
  positions: readonly Position[],
): Position | undefined =>
  positions.find((each) => {
    const closes = each.side === (side === 'sell' ? 'long' : 'short');
    return each.symbol === symbol && closes && (positionSide === 'both' || positionSide === each.side);
  });

/** Profit or loss that an order would take at a price; `null` for one that closes nothing. */
export function orderPnlAt(order: OrderView, price: string, positions: readonly Held[]): string | null {
  const closed = closedBy(order, positions);
  return closed === undefined ? null : pnlAt(closed, price, leftOf(order));
}

/** What would close a position at a price: a take-profit beyond the mark price, a stop behind it, nothing at that price itself. */
export function protectionAt(
  { side, markPrice }: Pick<Held, 'side' | 'markPrice'>,
  price: string,
): 'take-profit' | 'stop' | null {
  const beyond = toAmount(price) - toAmount(markPrice);
  if (beyond === 0n) return null;
  return beyond > 0n === (side === 'long') ? 'take-profit' : 'stop';
}
