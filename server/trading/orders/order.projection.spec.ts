import { describe, it } from '@jest/globals';
import type { RecordedEvent } from '../../core/event.js';
import { amount } from '../../../shared/money.js';
import { projection } from '../../engine/projections/projection.testkit.js';
import { spotKind } from '../../features/spot/spot.state.js';
import {
  amend,
  cancel,
  limit,
  ownerOf,
  place,
  QuotedMarket,
  spot,
  type Spot,
} from '../../features/spot/spot.testkit.js';
import { flowCandles, flowPushes, type FlowSpan } from '../venue/flow.tables.js';
import { feeVolumes, orders, ownerActivity, trades } from '../venue/order.tables.js';
import type { BookKind } from '../venue/book.state.js';
import { orderProjection } from './order.projection.js';

const forwardKind: BookKind = {
  ...spotKind,
  name: 'forward',
  product: { ...spotKind.product, name: 'forward', prefix: 'Forward', symbols: ['delivery'] },
};
const readAfter = ({ realm }: Spot) => projection(orderProjection([spotKind, forwardKind])).given(...realm.events);
/** The same in a book of another product, for a long position. */
const forward = ({ realm }: Spot): RecordedEvent[] =>
  realm.events.map((event) => {
    const { order, ...rest } = event.data as { order?: object };
    const data = order === undefined ? rest : { ...rest, order: { ...order, ...LONG } };
    return {
      ...event,
      data,
      type: event.type.replace('Spot', 'Forward'),
      stream: event.stream.replace('spot-', 'forward-'),
    };
  });
const LONG = { positionSide: 'long', reduceOnly: true, margin: { leverage: 20, priceTicks: 10_000 } };
const ALICE = ownerOf('alice');

describe('the list of orders', () => {
  it('shows what is filled and what remains, also after an amendment', () => {
    const [filledQuantity, remainingQuantity] = [amount('10'), amount('6')];
    const agents = new QuotedMarket();
    const partly = spot(agents).and(place(limit('buy', '15', '101')));
    agents.quotes = { bids: [[9900, 10_000]], asks: [[10_200, 10_000]] };
    readAfter(partly.and(amend({ quantity: '16', price: '98' })))
      .then(orders, { orderId: 'o-1', status: 'trading', open: true, filledQuantity, remainingQuantity })
      .then(trades, { takerOrderId: 'o-1', makerOwnerId: 'house', quantity: filledQuantity })
      .then(ownerActivity, { ownerId: ALICE, ordersOpen: 1, ordersTotal: 1, trades: 1 });
  });

  it('counts an order as over when it is cancelled or filled', () => {
    readAfter(
      spot().and(place(limit('buy', '2', '98')), cancel(), place({ ...limit('buy', '1', '101'), orderId: 'o-2' })),
    )
      .then(
        orders,
        { orderId: 'o-1', status: 'cancelled', cancelReason: 'user', open: false },
        { orderId: 'o-2', status: 'filled', remainingQuantity: 0n, open: false },
      )
      .then(ownerActivity, { ownerId: ALICE, ordersOpen: 0, ordersTotal: 2, trades: 1 });
  });
});

describe('the candles of users’ trades', () => {
  it('hold every trade in its second, minute, hour and day, and no volume that the tape has counted', () => {
    const agents = new QuotedMarket();
    const taken = spot(agents).and(place(limit('buy', '15', '101')));
    const [volume, price] = [amount('10'), amount('101')];
    const span = { symbol: 'BTCUSDT', open: price, high: price, low: price, close: price, volume };
    readAfter(taken).then(
      flowCandles,
      ...['1s', '1m', '1h', '1d'].map((each) => ({ ...span, span: each as FlowSpan })),
    );
  });
});

describe('orders of another product', () => {
  const traded = spot().and(place(limit('buy', '1', '101')));

  it('are listed with their product and their position', () => {
    const terms = { positionSide: 'long', reduceOnly: true, leverage: 20 } as const;
    projection(orderProjection([spotKind, forwardKind]))
      .given(...forward(traded))
      .then(orders, { product: 'forward', status: 'filled', ...terms })
      .then(trades, { product: 'forward', takerOwnerId: ALICE })
      .then(feeVolumes, { product: 'forward', ownerId: ALICE, volume: amount('101') });
    readAfter(traded)
      .then(orders, { product: 'spot', status: 'filled', positionSide: null, reduceOnly: false, leverage: null })
      .then(feeVolumes, { product: 'spot', ownerId: ALICE, volume: amount('101') });
  });

  it('move no candles and no prices of the instrument', () => {
    const pushed = { symbol: 'BTCUSDT', impact: { lastingPpm: 7 } };
    const events = [...forward(traded), { type: 'ForwardImpactRecorded', stream: 'forward-BTCUSDT', data: pushed }];
    projection(orderProjection([spotKind, forwardKind]))
      .given(...events)
      .then(flowCandles)
      .then(flowPushes);
    readAfter(traded)
      .when({ type: 'SpotImpactRecorded', stream: 'spot-BTCUSDT', data: pushed, realm: 'demo' })
      .then(flowPushes, { symbol: 'BTCUSDT', ppm: amount('7') });
  });

  it('have candles where they are contracts, which push no price', () => {
    const contractKind = { ...forwardKind, product: { ...forwardKind.product, symbols: ['perpetual' as const] } };
    const pushed = { symbol: 'BTCUSDT', impact: { lastingPpm: 7 } };
    const price = amount('101');
    const span = { symbol: 'BTCUSDT', open: price, high: price, low: price, close: price };
    projection(orderProjection([spotKind, contractKind]))
      .given(...forward(traded), { type: 'ForwardImpactRecorded', stream: 'forward-BTCUSDT', data: pushed })
      .then(flowCandles, ...['1s', '1m', '1h', '1d'].map((each) => ({ ...span, span: each as FlowSpan })))
      .then(flowPushes);
  });
});
