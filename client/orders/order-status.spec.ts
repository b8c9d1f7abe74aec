import { describe, expect, it } from '@jest/globals';
import type { OrderView } from '../../contracts/order.contract';
import { statusKey } from './order-status';

const keyOf = (order: Pick<OrderView, 'type' | 'status' | 'untriggered'> & Partial<OrderView>): string =>
  statusKey(order as OrderView);

describe('the status of an order', () => {
  it.each([
    [{ type: 'stop', status: 'unfilled', untriggered: true }, 'status.unfilled'],
    [{ type: 'stop', status: 'unfilled', untriggered: false }, 'status.filling'],
    [{ type: 'stop', status: 'trading', untriggered: false }, 'status.filling'],
    [{ type: 'stop', status: 'filled', untriggered: false }, 'status.filled'],
    [{ type: 'stop-limit', status: 'trading', untriggered: false }, 'status.trading'],
    [{ type: 'market', status: 'unfilled', untriggered: false, timeInForce: 'ATC' }, 'status.atClose'],
    [{ type: 'limit', status: 'unfilled', untriggered: false, timeInForce: 'OPG' }, 'status.atOpen'],
    [{ type: 'limit', status: 'cancelled', untriggered: false, timeInForce: 'ATC' }, 'status.cancelled'],
  ] as const)('of %j is worded by %s', (order, key) => {
    expect(keyOf(order)).toBe(key);
  });
});
