import { beforeEach, describe, expect, it } from '@jest/globals';
import type { OrderView } from '../../contracts/order.contract';
import { forgetOrders, hearOrders, withHeard } from './open-orders';

const order = (orderId: string, updatedAt: number, status: OrderView['status'] = 'unfilled'): OrderView =>
  ({ orderId, updatedAt, status, placedAt: Number(orderId) }) as OrderView;
const idsOf = (orders: readonly OrderView[]) => orders.map(({ orderId, updatedAt }) => `${orderId}@${updatedAt}`);

describe('an answer with all open orders', () => {
  beforeEach(forgetOrders);

  it('does not take back what the live feed said while it was on its way', () => {
    const answer = [order('1', 10), order('2', 10), order('3', 10)];
    hearOrders([order('1', 20), order('2', 20, 'cancelled'), order('4', 20)], 5100);
    expect(idsOf(withHeard(answer, 5000))).toEqual(['4@20', '3@10', '1@20']);
  });

  it('does not take back what was said just before it was asked for, because lists follow the feed', () => {
    hearOrders([order('1', 20, 'filled')], 4500);
    expect(idsOf(withHeard([order('1', 10)], 5000))).toEqual([]);
  });

  it('is newer than what was heard long before', () => {
    hearOrders([order('1', 20), order('2', 20)], 1000);
    expect(idsOf(withHeard([order('2', 20)], 5000))).toEqual(['2@20']);
  });

  it('wins where it is newer itself', () => {
    hearOrders([order('1', 20)], 5100);
    expect(idsOf(withHeard([order('1', 30)], 5000))).toEqual(['1@30']);
  });

  it('holds nothing of another account', () => {
    hearOrders([order('1', 20)], 5100);
    forgetOrders();
    expect(withHeard([], 5000)).toEqual([]);
  });
});
