import { describe, expect, it } from '@jest/globals';
import type { OrderAnswer } from '../../trading/venue/order.commands.js';
import { amend, cancel, limit, market, ownerOf, place, QuotedMarket, spot, type Spot } from './spot.testkit.js';

const funds = (played: Spot, asset: string, user = 'alice') => played.funds(ownerOf(user), asset);
const BOTH = { attached: '50:110:90,50:120:', attachedTrigger: 'mark' } as const;
const waits = { ...limit('buy', '3', '100'), ...BOTH };
const marked = (agents: QuotedMarket, ticks: number) =>
  agents.moves(agents.quotes, null, { mark: { lowTicks: ticks, highTicks: ticks } });
const accepted = ({ realm }: Spot) =>
  realm.events
    .filter(({ type }) => type === 'SpotOrderAccepted')
    .map(({ data }) => data as { order: { orderId: string }; held: string; fees: { taker: string } })
    .map(({ order, held, fees }) => `${order.orderId} holds ${held} and pays ${fees.taker}`);

describe('what is attached to a spot order', () => {
  it('holds the shares that come in by the same fill, once for the two legs of a pair', () => {
    const played = spot().and(place({ ...market('buy', '2'), ...BOTH }));
    expect(funds(played, 'BTC')).toBe('0 2');
    expect(accepted(played).slice(1)).toEqual([
      'o-1.t1 holds 1 and pays 0.001',
      'o-1.s1 holds 0 and pays 0.001',
      'o-1.t2 holds 1 and pays 0.001',
    ]);
  });

  it('comes with fills that somebody else sends, by the fee terms of the order itself', () => {
    const cheap = {
      ...waits,
      fees: {
        maker: '0',
        taker: '0.0002',
        tier: 1,
        volume: '0',
        day: '1970-01-01',
        policy: 'spot.fees',
        policyVersion: 1,
      },
    };
    const played = spot()
      .and(place(market('buy', '3'), 'bob'), place({ ...cheap, orderId: 'o-2' }))
      .and(place({ ...limit('sell', '1', '100'), orderId: 'o-3' }, 'bob'))
      .and(place({ ...limit('sell', '2', '100'), orderId: 'o-4' }, 'bob'));
    expect(funds(played, 'BTC')).toBe('0 3');
    expect(accepted(played).filter((line) => line.startsWith('o-2.'))).toEqual([
      'o-2.t1 holds 0.5 and pays 0.0002',
      'o-2.s1 holds 0 and pays 0.0002',
      'o-2.t2 holds 0.5 and pays 0.0002',
    ]);
  });

  it('sells where its price comes, and frees the other leg with it', () => {
    const agents = new QuotedMarket();
    const open = spot(agents).and(place({ ...market('buy', '2'), attached: '100:110:90', attachedTrigger: 'mark' }));
    const sold = open.and(marked(agents, 9_000));
    expect(funds(sold, 'BTC')).toBe('0 0');
    const cancelled = sold.realm.events.filter(({ type }) => type === 'SpotOrderCancelled').map(({ data }) => data);
    expect(cancelled).toMatchObject([{ orderId: 'o-1.t1', reason: 'oco', released: '0', heldBy: 'o-1.s1' }]);
  });

  it('shows with its order: the part of each level, and what came of it', () => {
    const { orders } = spot().when(place({ ...market('buy', '2'), ...BOTH })).answer as OrderAnswer;
    expect(orders.map(({ orderId, parentOrderId }) => [orderId, parentOrderId])).toEqual([
      ['o-1', null],
      ['o-1.t1', 'o-1'],
      ['o-1.s1', 'o-1'],
      ['o-1.t2', 'o-1'],
    ]);
    const level = { share: 50, takeProfit: '110', stopLoss: '90', quantity: '1' };
    expect(orders[0]!.attached).toMatchObject([
      { ...level, takeProfitOrderId: 'o-1.t1', stopLossOrderId: 'o-1.s1' },
      { ...level, takeProfit: '120', stopLoss: null, takeProfitOrderId: 'o-1.t2', stopLossOrderId: null },
    ]);
  });

  it('ends with its order where nothing was filled, and stays where something was', () => {
    const played = spot().and(place(market('buy', '3'), 'bob'), place({ ...waits, orderId: 'o-2' }));
    const filled = played.and(place({ ...limit('sell', '1', '100'), orderId: 'o-3' }, 'bob'), cancel('o-2'));
    expect(funds(filled, 'BTC')).toBe('0 1');
    expect(funds(filled.and(cancel('o-2.t1'), cancel('o-2.t2')), 'BTC')).toBe('1 0');
  });

  it('asks for its price on the right side of the entry, also of an amended one', () => {
    const refused = (attached: string, code: string) =>
      spot()
        .when(place({ ...limit('buy', '3', '100'), attached }))
        .then(code);
    refused('100:100:', 'order.attached-take-profit-on-wrong-side');
    refused('100::100', 'order.attached-stop-loss-on-wrong-side');
    refused('60:110:,50:120:', 'order.attached-share-above-whole');
    refused('50:110:,50::', 'order.attached-level-empty');
    refused('100:110.001:', 'order.price-over-precise');
    refused('100:600:', 'order.price-outside-band');
    spot()
      .when(place({ ...market('sell', '1'), attached: '100:90:110' }))
      .then('order.attached-not-for-closing');
    const waiting = spot().and(place(waits));
    waiting.when(amend({ price: '89' })).then('order.attached-stop-loss-on-wrong-side');
    waiting.when(amend({ price: '95' })).then('SpotOrderAmended');
  });

  it('amends a pair as one: the take-profit holds for both', () => {
    const open = spot().and(
      place({ ...market('buy', '2'), attached: '100:110:90' }),
      amend({ orderId: 'o-1.s1', quantity: '1' }),
    );
    expect(funds(open, 'BTC')).toBe('1 1');
    expect(funds(open.and(cancel('o-1.s1')), 'BTC')).toBe('2 0');
  });
});
