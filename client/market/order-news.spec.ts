import { describe, expect, it } from '@jest/globals';
import type { OrderView } from '../../contracts/spot.contract';
import { newsOf, tell, useOrderNews } from './order-news';

const order = (change: Partial<OrderView> = {}): OrderView =>
  ({
    ...{ orderId: 'o-1', status: 'unfilled', quantity: '2', filledQuantity: '0', price: '10' },
    ...{ untriggered: false, updatedAt: 1 },
    ...change,
  }) as OrderView;

describe('the news of an order', () => {
  it('is what changed since it was last told of', () => {
    const before = order();
    expect(newsOf(undefined, before)).toBe('accepted');
    expect(newsOf(undefined, order({ status: 'filled', filledQuantity: '2' }))).toBe('filled');
    expect(newsOf(before, order({ status: 'trading', filledQuantity: '1' }))).toBe('partly');
    expect(newsOf(before, order({ price: '11' }))).toBe('amended');
    expect(newsOf(before, order({ status: 'cancelled' }))).toBe('cancelled');
    expect(newsOf(order({ untriggered: true }), before)).toBe('triggered');
  });

  it('is none when nothing changed, and when it is older than what is known', () => {
    expect(newsOf(order(), order())).toBeNull();
    expect(newsOf(order({ status: 'filled' }), order({ status: 'filled', updatedAt: 2 }))).toBeNull();
    expect(newsOf(order({ updatedAt: 5 }), order({ status: 'trading', filledQuantity: '1', updatedAt: 4 }))).toBeNull();
  });

  it('is told once, though the answer and the feed both bring it', () => {
    const told: string[] = [];
    const stop = useOrderNews.subscribe(({ news }) => void told.push(`${news?.kind} ${news?.source}`));
    tell([order({ orderId: 'o-2' })], 'answer');
    tell([order({ orderId: 'o-2' })], 'feed');
    tell([order({ orderId: 'o-2', status: 'filled', updatedAt: 2 })], 'feed');
    stop();
    expect(told).toEqual(['accepted answer', 'filled feed']);
  });
});
