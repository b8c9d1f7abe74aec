import { describe, it } from '@jest/globals';
import { amount } from '../../../shared/money.js';
import { projection } from '../../engine/projections/projection.testkit.js';
import { flowCandles, type FlowSpan } from '../../trading/venue/flow.tables.js';
import { orders, ownerActivity, trades } from '../../trading/venue/order.tables.js';
import { spotProjection } from './spot.projection.js';
import { amend, cancel, limit, ownerOf, place, QuotedMarket, spot, type Spot } from './spot.testkit.js';

const readAfter = ({ realm }: Spot) => projection(spotProjection).given(...realm.events);
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
