import { format, fromSteps } from '../../../shared/money.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import type { BookSpec } from './book.facts.js';
import { sizesOf } from './order.rules.js';

/**
 * The book refuses in ticks and lots; here its refusals become prices and quantities, with the names that the form's own refusals
 * have. A stranger's order is refused as not found, so that its existence stays hidden.
 */
export function toUserRefusal({ refusal, params }: Refusal, spec: BookSpec): Refusal {
  const { tick, lot, tickLot } = sizesOf(spec);
  const { base, quote } = spec;
  const steps = (name: string): number => Math.trunc(params[name] as number);
  const price = (name: string): string => format(fromSteps(steps(name), tick));
  const quantity = (name: string): string => format(fromSteps(steps(name), lot));
  const notional = (name: string): string => format(fromSteps(steps(name), tickLot));
  switch (refusal) {
    case 'spot.not-your-order':
      return refuse('order.order-not-found', { orderId: params['orderId'] ?? '' });
    case 'order.quantity-below-minimum':
    case 'spot.budget-below-one-lot':
      return refuse('order.quote-amount-below-one-lot', { field: 'quoteAmount', lotSize: format(lot), asset: base });
    case 'spot.quantity-above-limit':
      return refuse('order.quantity-above-maximum', {
        field: 'quantity',
        quantity: quantity('lots'),
        maximum: quantity('limitLots'),
        asset: base,
      });
    case 'spot.notional-above-limit':
      return refuse('order.notional-above-maximum', {
        notional: notional('notionalTickLots'),
        maximum: notional('limitTickLots'),
        asset: quote,
      });
    case 'spot.stop-price-not-allowed':
      return refuse('order.field-not-for-type', { field: 'stopPrice', type: params['kind'] ?? '' });
    case 'order.time-in-force-not-allowed':
      return refuse('order.time-in-force-not-allowed', {
        field: 'timeInForce',
        type: params['kind'] ?? '',
        timeInForce: params['timeInForce'] ?? '',
      });
    case 'order.post-only-not-allowed':
      return refuse('order.post-only-not-allowed', { field: 'postOnly', type: params['kind'] ?? '' });
    case 'order.oco-prices-out-of-order':
      return refuse('order.oco-prices-out-of-order', { price: price('priceTicks'), stopPrice: price('stopTicks') });
    case 'order.stop-already-reached':
      return refuse('order.stop-already-reached', {
        field: 'stopPrice',
        stopPrice: price('stopTicks'),
        last: price('lastTicks'),
      });
    case 'order.post-only-would-cross':
      return refuse('order.post-only-would-cross', { field: 'price', price: price('priceTicks') });
    case 'order.fok-unfillable':
      return refuse('order.fok-unfillable', { quantity: quantity('lots'), asset: base });
    case 'order.quantity-below-filled':
      return refuse('order.quantity-below-filled', {
        field: 'quantity',
        quantity: quantity('lots'),
        filled: quantity('filledLots'),
        asset: base,
      });
    default:
      // The rest speaks of orders and counts, which need no other words.
      return { refusal, params };
  }
}
