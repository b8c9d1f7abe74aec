import { describe, expect, it } from '@jest/globals';
import type { OrderView } from '../../contracts/order.contract';
import { isOvertaken, newsOf, remember, announce, useOrderNews } from './order-news';

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

  it('is told once, though the answer and the feed both bring it, and says what the market did by itself', () => {
    const heard: string[] = [];
    const stop = useOrderNews.subscribe(({ news }) => void heard.push(`${news?.kind} ${news?.byItself}`));
    announce([order({ orderId: 'o-2' })]);
    announce([order({ orderId: 'o-2' })]);
    announce([order({ orderId: 'o-2', status: 'filled', updatedAt: 2 })]);
    stop();
    expect(heard).toEqual(['accepted false', 'filled true']);
  });

  it('of the leg that went with a cancelled one was asked for, and a fill says so whatever the order came to', () => {
    announce([order({ orderId: 'o-5' })]);
    announce([order({ orderId: 'o-5', status: 'cancelled', cancelReason: 'oco-cancelled', updatedAt: 2 })]);
    expect(useOrderNews.getState().news).toMatchObject({ kind: 'cancelled', byItself: false, filled: false });
    announce([order({ orderId: 'o-6', status: 'cancelled', cancelReason: 'band', filledQuantity: '1' })]);
    expect(useOrderNews.getState().news).toMatchObject({ kind: 'cancelled', byItself: false, filled: true });
  });

  it('takes no notice of an answer that the feed has overtaken, so that a filled order does not rest again', () => {
    const accepted = order({ orderId: 'o-4' });
    expect(isOvertaken(accepted)).toBe(false);
    announce([order({ orderId: 'o-4', status: 'filled', filledQuantity: '2', updatedAt: 2 })]);
    expect(isOvertaken(accepted)).toBe(true);
    expect(isOvertaken(order({ orderId: 'o-4', status: 'filled', updatedAt: 2 }))).toBe(false);
  });

  it('of an order that rested before the page was opened is what happens to it from then on', () => {
    remember([order({ orderId: 'o-3' })]);
    announce([order({ orderId: 'o-3' })]);
    expect(useOrderNews.getState().news?.order.orderId).not.toBe('o-3');
    announce([order({ orderId: 'o-3', status: 'cancelled', cancelReason: 'user', updatedAt: 2 })]);
    expect(useOrderNews.getState().news).toMatchObject({ kind: 'cancelled', byItself: false });
  });
});
