import { describe, expect, it } from '@jest/globals';
import type { OrderView } from '../../contracts/order.contract';
import { bodyOfOrder, leftOf, orderLines, restingOf } from './order-lines';

const order = (change: Partial<OrderView>) =>
  ({
    orderId: 'o-1',
    symbol: 'BTCUSDT',
    side: 'buy',
    type: 'limit',
    timeInForce: 'GTC',
    postOnly: false,
    price: null,
    stopPrice: null,
    trigger: null,
    callback: null,
    activationPrice: null,
    quantity: '0.3',
    filledQuantity: '0.1',
    untriggered: false,
    ...change,
  }) as OrderView;
const LIMIT = { price: '90' };
const STOP = { type: 'stop', stopPrice: '110', trigger: 'last', untriggered: true } as const;
const STOP_LIMIT = { ...STOP, type: 'stop-limit', price: '111' } as const;
const TRAILING = { type: 'trailing-stop', callback: '1%', trigger: 'last', untriggered: true } as const;

describe('the lines of an order', () => {
  it.each([
    ['a limit order has one at its price', LIMIT, ['price 90 moves']],
    ['a stop has one at its trigger', STOP, ['stopPrice 110 moves']],
    ['a stop-limit has both', STOP_LIMIT, ['stopPrice 110 moves', 'price 111 moves']],
    ['a triggered one rests at its limit', { ...STOP_LIMIT, untriggered: false }, ['price 111 moves']],
    ['a triggered stop has none', { ...STOP, untriggered: false }, []],
    ['a trailing stop’s trigger stays', { ...TRAILING, stopPrice: '99' }, ['stopPrice 99 stays']],
    ['its activation price stays too', { ...TRAILING, activationPrice: '120' }, ['activationPrice 120 stays']],
    ['a market order has none', { type: 'market' } as const, []],
  ])('%s', (_, change, expected) => {
    const lines = orderLines(order(change));
    expect(lines.map(({ field, price, moves }) => `${field} ${price} ${moves ? 'moves' : 'stays'}`)).toEqual(expected);
    expect(new Set(lines.map(({ id }) => id)).size).toBe(lines.length);
  });
});

describe('an open order', () => {
  it('has left what is not filled', () => {
    expect(leftOf(order({}))).toBe('0.2');
  });

  it('is marked in the book once it rests there', () => {
    expect(restingOf([order(LIMIT), order(STOP_LIMIT), order({})])).toEqual([
      { side: 'buy', price: '90', quantity: '0.2' },
    ]);
  });

  it('is previewed as one like it would be placed', () => {
    expect(bodyOfOrder(order({ ...LIMIT, postOnly: true }))).toEqual({
      symbol: 'BTCUSDT',
      side: 'buy',
      type: 'limit',
      quantity: '0.2',
      price: '90',
      timeInForce: 'GTC',
      postOnly: 'true',
    });
    expect(bodyOfOrder(order(STOP))).toMatchObject({ type: 'stop', stopPrice: '110', trigger: 'last' });
    const trailing = bodyOfOrder(order({ ...STOP, type: 'trailing-stop', callback: '1' }));
    expect(trailing).toMatchObject({ type: 'trailing-stop', callback: '1', trigger: 'last' });
    expect(trailing).not.toHaveProperty('stopPrice');
    expect(bodyOfOrder(order({ ...STOP_LIMIT, untriggered: false }))).not.toHaveProperty('stopPrice');
  });
});
