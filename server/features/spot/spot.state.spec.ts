import { describe, expect, it } from '@jest/globals';
import { amount, format } from '../../../shared/money.js';
import type { Order } from '../../trading/matching/book.js';
import { sizesOf } from '../../trading/venue/order.rules.js';
import { holdFor } from './spot.settlement.js';
import { spotKind } from './spot.state.js';
import { BTC_TERMS, limit, market, ownerOf, place, placeOco, QuotedMarket, spot, type Spot } from './spot.testkit.js';

const holds = ({ state }: Spot): Record<string, string> =>
  Object.fromEntries([...(spotKind.holds?.(state) ?? [])].map(([key, held]) => [key, format(held)]));

describe('what one order holds', () => {
  it('is its notional and its fee, rounded up to the last digit of the quote asset', () => {
    const sizes = sizesOf({ ...BTC_TERMS.spec, quoteDecimals: 2 });
    const order = { side: 'buy', priceTicks: 10_001 } as Order;
    // 100.01 x 0.001 = 0.10001, and 0.1% of it: 0.10011001.
    expect(format(holdFor(order, 1, amount('0.001'), sizes))).toBe('0.11');
    expect(format(holdFor({ ...order, priceTicks: 10_000 }, 1_000, amount('0'), sizes))).toBe('100');
  });
});

describe('what open orders hold', () => {
  it('is what is frozen, by owner and asset', () => {
    const rested = spot().and(place(limit('buy', '2', '98')));
    rested.and(place({ ...limit('buy', '1', '97'), orderId: 'o-2' }, 'bob'));
    expect(holds(rested)).toEqual({
      'user/demo-alice/spot/frozen USDT': '196.196',
      'user/demo-bob/spot/frozen USDT': '97.097',
    });
    expect([rested.funds(ownerOf('alice'), 'USDT'), rested.funds(ownerOf('bob'), 'USDT')]).toEqual([
      '99803.804 196.196',
      '99902.903 97.097',
    ]);
  });

  it('stays for the other leg of an OCO pair when self-trade prevention reduces one', () => {
    const agents = new QuotedMarket();
    const paired = spot(agents).and(
      place(market('buy', '1')),
      placeOco({ side: 'buy', quantity: '3', price: '98', stopPrice: '103', stopLimitPrice: '110' }),
    );
    const before = paired.funds(ownerOf('alice'), 'USDT');
    agents.quotes = { bids: [[9700, 10]], asks: [[12_000, 10]] };
    paired.and(place({ ...limit('sell', '1', '98'), orderId: 'o-2', selfTrade: 'decrement', timeInForce: 'IOC' }));
    expect(paired.funds(ownerOf('alice'), 'USDT')).toBe(before);
    // The stop is reached and takes all three at its own limit: the hold covers it.
    const quotes = { bids: [[10_200, 10]], asks: [[11_000, 9_000]] } as const;
    paired.and(agents.moves(quotes, { lowTicks: 10_200, highTicks: 10_400, lastTicks: 10_400 }));
    expect(paired.funds(ownerOf('alice'), 'USDT')).toMatch(/ 0$/);
    expect(paired.funds(ownerOf('alice'), 'BTC')).toBe('4 0');
  });
});
