import { format, fromSteps } from '../../../shared/money.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import type { BookRefusal, BookRefusalCode } from '../matching/book.js';
import type { BookSpec } from './book.facts.js';
import { sizesOf } from './order.rules.js';

/**
 * The book refuses in ticks and lots; here its refusals become prices and quantities, with the names that the form's own refusals
 * have. A stranger's order is refused as not found, so that its existence stays hidden.
 */
export function toUserRefusal({ refusal, params }: BookRefusal, spec: BookSpec): Refusal {
  const toUser = USER_REFUSALS[refusal];
  if (toUser === null) return { refusal, params };
  const { tick, lot, tickLot } = sizesOf(spec);
  const steps = (name: string): number => Math.trunc(params[name] as number);
  return toUser({
    asset: spec.base,
    quote: spec.quote,
    lotSize: format(lot),
    text: (name) => params[name] ?? '',
    price: (name) => format(fromSteps(steps(name), tick)),
    quantity: (name) => format(fromSteps(steps(name), lot)),
    notional: (name) => format(fromSteps(steps(name), tickLot)),
  });
}

/** The figures of a book's refusal, by their names there, in the instrument's units. */
interface Figures {
  readonly asset: string;
  readonly quote: string;
  readonly lotSize: string;
  text(name: string): string | number;
  price(name: string): string;
  quantity(name: string): string;
  notional(name: string): string;
}

/** `null`: speaks of orders and counts, which need no other words. The form keeps two from every book. */
const USER_REFUSALS: { readonly [Code in BookRefusalCode]: ((figures: Figures) => Refusal) | null } = {
  'order.price-not-positive': null,
  'order.stop-price-not-positive': null,
  'order.quantity-below-minimum': belowOneLot,
  'book.quantity-above-limit': ({ quantity, asset }) =>
    refuse('order.quantity-above-maximum', {
      field: 'quantity',
      quantity: quantity('lots'),
      maximum: quantity('limitLots'),
      asset,
    }),
  'order.already-exists': null,
  'order.not-found': null,
  'book.not-your-order': ({ text }) => refuse('order.not-found', { orderId: text('orderId') }),
  'book.stop-price-not-allowed': ({ text }) =>
    refuse('order.field-not-for-type', { field: 'stopPrice', type: text('kind') }),
  'book.budget-only-for-market-buys': keptByTheForm,
  'book.notional-above-limit': ({ notional, quote }) =>
    refuse('order.notional-above-maximum', {
      notional: notional('notionalTickLots'),
      maximum: notional('limitTickLots'),
      asset: quote,
    }),
  'order.time-in-force-not-allowed': ({ text }) =>
    refuse('order.time-in-force-not-allowed', {
      field: 'timeInForce',
      type: text('kind'),
      timeInForce: text('timeInForce'),
    }),
  'order.post-only-not-allowed': ({ text }) =>
    refuse('order.post-only-not-allowed', { field: 'postOnly', type: text('kind') }),
  'book.position-side-not-allowed': keptByTheForm,
  'book.budget-not-for-reduce-only': keptByTheForm,
  'book.attached-not-allowed': keptByTheForm,
  'book.oco-legs-do-not-fit': keptByTheForm,
  'book.whole-position-has-no-quantity': keptByTheForm,
  'order.oco-prices-out-of-order': ({ price }) =>
    refuse('order.oco-prices-out-of-order', { price: price('priceTicks'), stopPrice: price('stopTicks') }),
  'order.quantity-below-filled': ({ quantity, asset }) =>
    refuse('order.quantity-below-filled', {
      field: 'quantity',
      quantity: quantity('lots'),
      filled: quantity('filledLots'),
      asset,
    }),
  'order.nothing-to-amend': null,
  'order.reduce-only-no-position': () => refuse('order.reduce-only-no-position', { field: 'quantity' }),
  'order.reduce-only-exceeds-position': ({ quantity, asset }) =>
    refuse('order.reduce-only-exceeds-position', { field: 'quantity', position: quantity('positionLots'), asset }),
  'order.too-many-open-orders': null,
  'order.book-full': null,
  'order.stop-already-reached': ({ price }) =>
    refuse('order.stop-already-reached', {
      field: 'stopPrice',
      stopPrice: price('stopTicks'),
      last: price('lastTicks'),
    }),
  'order.take-profit-already-reached': ({ price }) =>
    refuse('order.take-profit-already-reached', {
      field: 'stopPrice',
      stopPrice: price('stopTicks'),
      last: price('lastTicks'),
    }),
  'order.activation-already-reached': ({ price }) =>
    refuse('order.activation-already-reached', {
      field: 'activationPrice',
      activationPrice: price('stopTicks'),
      last: price('lastTicks'),
    }),
  'order.not-in-call': ({ text }) =>
    refuse('order.not-in-call', { field: 'type', type: text('kind'), timeInForce: text('timeInForce') }),
  'order.only-in-call': ({ text }) =>
    refuse('order.only-in-call', { field: 'timeInForce', timeInForce: text('timeInForce') }),
  'order.closing-cut-off': ({ text }) =>
    refuse('order.closing-cut-off', { field: 'timeInForce', timeInForce: text('timeInForce') }),
  'order.crosses-own-order': ({ price }) =>
    refuse('order.crosses-own-order', { field: 'price', price: price('priceTicks'), ownPrice: price('ownTicks') }),
  'order.post-only-would-cross': ({ price }) =>
    refuse('order.post-only-would-cross', { field: 'price', price: price('priceTicks') }),
  'book.budget-below-one-lot': belowOneLot,
  'order.fok-unfillable': ({ quantity, asset }) =>
    refuse('order.fok-unfillable', { quantity: quantity('lots'), asset }),
  'book.position-changes-do-not-balance': keptByTheForm,
  'book.position-below-zero': keptByTheForm,
};

function belowOneLot({ lotSize, asset }: Figures): Refusal {
  return refuse('order.quote-amount-below-one-lot', { field: 'quoteAmount', lotSize, asset });
}

/**
 * It gives a budget to market buys that open alone, says of every order what its product needs to say, and makes both legs of a pair from one
 * command. Positions are changed by nobody's form: a change that does not fit is a mistake of ours.
 */
function keptByTheForm(): never {
  throw new Error('the form let an order through that no book takes');
}
