import { describe, expect, it } from '@jest/globals';
import type { OrderView } from '../../../contracts/order.contract';
import { closedBy, orderPnlAt, pnlAt, protectionAt } from './line-estimate';

const long = {
  symbol: 'BTCUSDT-PERP',
  side: 'long',
  quantity: '0.2',
  entryPrice: '50000',
  markPrice: '51000',
} as const;
const short = { ...long, side: 'short' } as const;
const order = (change: Partial<OrderView>) =>
  ({
    symbol: 'BTCUSDT-PERP',
    positionSide: 'long',
    side: 'sell',
    quantity: '0.2',
    filledQuantity: '0',
    ...change,
  }) as OrderView;

describe('profit and loss at a line', () => {
  it.each([
    ['a long that rose', long, '52000', '400'],
    ['a long that fell', long, '49999.9', '-0.02'],
    ['a short that fell', short, '49000', '200'],
    ['a short that rose', short, '50000.05', '-0.01'],
  ] as const)('of %s', (_, position, price, expected) => {
    expect(pnlAt(position, price)).toBe(expected);
  });

  it('of an order is of what is left of it, and never of more than the position', () => {
    expect(orderPnlAt(order({ quantity: '0.1', filledQuantity: '0.05' }), '52000', [long])).toBe('100');
    expect(orderPnlAt(order({ quantity: '9' }), '52000', [long])).toBe('400');
  });

  it('is none of an order that opens', () => {
    expect(orderPnlAt(order({ side: 'buy' }), '52000', [long])).toBeNull();
    expect(orderPnlAt(order({ positionSide: 'short' }), '52000', [long, short])).toBeNull();
  });
});

describe('an order closes', () => {
  it('the position that it names in hedge mode, and the opposite one in one-way mode', () => {
    expect(closedBy(order({}), [short, long])).toBe(long);
    expect(closedBy(order({ side: 'buy', positionSide: 'short' }), [long, short])).toBe(short);
    expect(closedBy(order({ positionSide: 'both' }), [long])).toBe(long);
    expect(closedBy(order({ positionSide: 'both', side: 'buy' }), [long])).toBeUndefined();
    expect(closedBy(order({ symbol: 'ETHUSDT-PERP' }), [long])).toBeUndefined();
  });
});

describe('a line dragged out of a position', () => {
  it.each([
    [long, '51000.1', 'take-profit'],
    [long, '50999.9', 'stop'],
    [short, '51000.1', 'stop'],
    [short, '50999.9', 'take-profit'],
    [long, '51000.0', null],
  ] as const)('is by the mark price what would trigger there', (position, price, expected) => {
    expect(protectionAt(position, price)).toBe(expected);
  });
});
