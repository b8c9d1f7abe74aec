import { describe, it } from '@jest/globals';
import { amount } from '../../../shared/money.js';
import { projection } from '../../engine/projections/projection.testkit.js';
import { orders, ownerActivity, spotProjection, trades } from './spot.projection.js';
import { amend, cancel, limit, ownerOf, place, spot, type Spot } from './spot.testkit.js';

const readAfter = ({ realm }: Spot) => projection(spotProjection).given(...realm.events);
const ALICE = ownerOf('alice');

describe('the list of orders', () => {
  it('shows what is filled and what remains, also after an amendment', () => {
    const [filled_quantity, remaining_quantity] = [amount('10'), amount('6')];
    readAfter(spot().and(place(limit('buy', '15', '101')), amend({ quantity: '16', price: '98' })))
      .then(orders, { order_id: 'o-1', status: 'trading', open: true, filled_quantity, remaining_quantity })
      .then(trades, { taker_order_id: 'o-1', maker_owner_id: 'house', quantity: filled_quantity })
      .then(ownerActivity, { owner_id: ALICE, orders_open: 1, orders_total: 1, trades: 1 });
  });

  it('counts an order as over when it is cancelled or filled', () => {
    readAfter(
      spot().and(place(limit('buy', '2', '98')), cancel(), place({ ...limit('buy', '1', '101'), orderId: 'o-2' })),
    )
      .then(
        orders,
        { order_id: 'o-1', status: 'cancelled', cancel_reason: 'user', open: false },
        { order_id: 'o-2', status: 'filled', remaining_quantity: 0n, open: false },
      )
      .then(ownerActivity, { owner_id: ALICE, orders_open: 0, orders_total: 2, trades: 1 });
  });
});
