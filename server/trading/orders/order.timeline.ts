import type { BookFactsOf, OrderAccepted, OrderMatched } from '../venue/book.facts.js';
import type { BookKind } from '../venue/book.state.js';
import type { Product } from '../venue/product.settlement.js';
import { sentencesOf, type TimelineSentence, type Timeline } from '../../core/timeline.js';
import { hasLimitPrice } from '../../../shared/order-type.js';

type Told = Pick<
  BookFactsOf<''>,
  'OrderAccepted' | 'OrderTriggered' | 'OrderAmended' | 'OrdersSplit' | 'OrderCancelled'
>;

const SENTENCES = [
  ...sentencesOf<Told>('order', {
    OrderAccepted: accepted,
    OrderTriggered: ({ symbol, orderId }) => ({ sentence: 'order-triggered', values: { symbol }, orderId }),
    OrderAmended: ({ symbol, price, quantity, orderId }) => ({
      sentence: 'order-amended',
      values: { symbol, price, quantity },
      orderId,
    }),
    OrdersSplit: ({ symbol, newShares, oldShares }) => ({
      sentence: 'orders-split',
      values: { symbol, new: newShares, old: oldShares },
    }),
    OrderCancelled: ({ symbol, reason, released, orderId }) => ({
      sentence: 'order-cancelled',
      values: { symbol, reason, released },
      orderId,
    }),
  }),
  ...sentencesOf<Pick<BookFactsOf<''>, 'OrderMatched'>>('fill', { OrderMatched: matched }),
];

/** Orders and their fills, of every product alike. */
export function orderTimeline(kinds: readonly BookKind[]): Timeline {
  const sentences = kinds.flatMap(({ product }) =>
    [...SENTENCES, ...reduced(product)].map((sentence) => ({ ...sentence, type: `${product.prefix}${sentence.type}` })),
  );
  return { sentences, begun: 'orders' };
}

/** By self-trade prevention; of a product with positions also because a position became smaller. */
function reduced({ hasPositions }: Product) {
  return sentencesOf<Pick<BookFactsOf<''>, 'OrderReduced'>>('order', {
    OrderReduced: ({ symbol, quantity, orderId }) => ({
      sentence: hasPositions ? 'order-reduced-position' : 'order-reduced',
      values: { symbol, quantity },
      orderId,
    }),
  });
}

function accepted({
  symbol,
  order,
  price,
  stopPrice,
  quantity,
  held,
  heldAsset,
  fees,
}: OrderAccepted): TimelineSentence {
  const market = !hasLimitPrice(order.kind);
  const stop = stopPrice !== null;
  const values = {
    symbol,
    side: order.side,
    order_type: order.kind,
    quantity,
    held,
    asset: heldAsset,
    policy: fees.policy,
    version: fees.policyVersion,
    ...(market ? {} : { price }),
    ...(stop ? { stop: stopPrice } : {}),
  };
  const sentence = `order-accepted${market ? '-market' : ''}${stop ? '-stop' : ''}`;
  return { sentence, values, orderId: order.orderId };
}

/** Seen from the user's side; of a trade with oneself, from the taker's. */
function matched(data: OrderMatched, owners: ReadonlySet<string>): TimelineSentence {
  const taker = owners.has(data.takerOwner);
  const other = data.takerSide === 'buy' ? 'sell' : 'buy';
  return {
    sentence: taker ? 'filled-taker' : 'filled-maker',
    values: {
      symbol: data.symbol,
      side: taker ? data.takerSide : other,
      quantity: data.quantity,
      price: data.price,
      notional: data.notional,
      fee: taker ? data.takerFee : data.makerFee,
    },
    orderId: taker ? data.takerOrderId : data.makerOrderId,
  };
}
