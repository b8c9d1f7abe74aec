import type { Side } from '../../contracts/order.contract';
import { toAmount } from '../../shared/money';
import { useOrderForm } from './form-store';

/** A kind of order that rests or waits at a price. */
export interface OfferKind {
  side: Side;
  type: 'limit' | 'stop';
}

const LIMITS = [
  { side: 'buy', type: 'limit' },
  { side: 'sell', type: 'limit' },
] as const satisfies readonly OfferKind[];

/**
 * What can rest or wait at a price: a limit order on the side of the market where it would not fill at once, and a stop where it
 * would not trigger at once. At the price of now, or before any is known, limit orders alone.
 */
export function offersAt(price: string, market: string | null): readonly OfferKind[] {
  const away = market === null ? 0n : toAmount(price) - toAmount(market);
  if (away === 0n) return LIMITS;
  const [buy, sell] = LIMITS;
  return away > 0n ? [sell, { side: 'buy', type: 'stop' }] : [buy, { side: 'sell', type: 'stop' }];
}

/** Fills the form with an order at a price, and asks for its quantity. */
export function takeOffer({ side, type }: OfferKind, price: string): void {
  const { change, askQuantity } = useOrderForm.getState();
  change({ side, type, ...(type === 'limit' ? { price } : { stopPrice: price }) });
  askQuantity(true);
}
