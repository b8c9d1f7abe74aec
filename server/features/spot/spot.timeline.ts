import type { SpotFacts } from './spot.events.js';
import { sentencesOf, type TimelineSentence, type Timeline } from '../../core/timeline.js';
import { hasLimitPrice } from '../../../shared/order-type.js';

/** Orders and their fills. */
export const spotTimeline: Timeline = {
  sentences: [
    ...sentencesOf<
      Omit<
        SpotFacts,
        | 'SpotBookOpened'
        | 'SpotBeatDecided'
        | 'SpotBeatsMissed'
        | 'SpotOrderMatched'
        | 'SpotClosingAuctionOpened'
        | 'SpotAuctionEnded'
        | 'SpotLastTradeMoved'
        | 'SpotTriggersDeferred'
        | 'SpotImpactRecorded'
      >
    >('order', {
      SpotOrderAccepted: accepted,
      SpotOrderTriggered: ({ symbol, orderId }) => ({ sentence: 'order-triggered', values: { symbol }, orderId }),
      SpotOrderAmended: ({ symbol, price, quantity, orderId }) => ({
        sentence: 'order-amended',
        values: { symbol, price, quantity },
        orderId,
      }),
      SpotOrdersSplit: ({ symbol, newShares, oldShares }) => ({
        sentence: 'orders-split',
        values: { symbol, new: newShares, old: oldShares },
      }),
      SpotOrderReduced: ({ symbol, quantity, orderId }) => ({
        sentence: 'order-reduced',
        values: { symbol, quantity },
        orderId,
      }),
      SpotOrderCancelled: ({ symbol, reason, released, orderId }) => ({
        sentence: 'order-cancelled',
        values: { symbol, reason, released },
        orderId,
      }),
    }),
    ...sentencesOf<Pick<SpotFacts, 'SpotOrderMatched'>>('fill', { SpotOrderMatched: matched }),
  ],
  begun: 'orders',
};

function accepted({
  symbol,
  order,
  price,
  stopPrice,
  quantity,
  held,
  heldAsset,
  fees,
}: SpotFacts['SpotOrderAccepted']): TimelineSentence {
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
function matched(data: SpotFacts['SpotOrderMatched'], owners: ReadonlySet<string>): TimelineSentence {
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
