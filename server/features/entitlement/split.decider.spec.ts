import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { amount, format, times } from '../../../shared/money.js';
import { HOUSE, userAccount } from '../../engine/ledger/chart.js';
import { projection } from '../../engine/projections/projection.testkit.js';
import { decider, funds, openGate } from '../../engine/writer/decider.testkit.js';
import { ordersOf } from '../../trading/matching/book.js';
import { orderHandlers } from '../../trading/venue/order.handler.js';
import { orders as orderRows } from '../../trading/venue/order.tables.js';
import { ConversionShares } from '../conversion/conversion-shares.js';
import { conversionKind } from '../conversion/conversion.decider.js';
import '../conversion/conversion.events.js';
import '../spot/spot.events.js';
import { BookSplits } from '../../trading/orders/book-splits.js';
import { orderProjection } from '../../trading/orders/order.projection.js';
import { spotKind } from '../spot/spot.state.js';
import { amend, cancel, limit, ownerOf, place, placeOco, QuotedMarket, SYMBOL } from '../spot/spot.testkit.js';
import { entitlementKind } from './entitlement.decider.js';
import './entitlement.events.js';
import { splitHandlers } from './split.handler.js';

const [ANN, BOB] = [ownerOf('alice'), ownerOf('bob')];
const action = (newShares: number, oldShares = 1) => ({
  actionId: 'action-1',
  symbol: SYMBOL,
  base: 'BTC',
  quote: 'USDT',
  newShares,
  oldShares,
  openPrice: format((amount('100') * BigInt(oldShares)) / BigInt(newShares)),
  lotSize: '0.001',
  version: 2,
});
const splitBook = (newShares: number, oldShares = 1) => ({ type: 'SplitBook', data: action(newShares, oldShares) });
const splitHolding = (owner: string, newShares: number, oldShares = 1) => ({
  type: 'SplitHolding',
  data: { ...action(newShares, oldShares), userId: owner.slice(0, -2), ownerId: owner },
});

/** Alice and Bob have 100,000 USDT each; Alice has 10 shares too. Agents quote 99 to 101. */
function shares(held = '10', market = new QuotedMarket()) {
  const handlers = [
    ...orderHandlers({ kind: spotKind, market, gate: openGate }),
    ...splitHandlers(new BookSplits([spotKind]), new ConversionShares()),
  ];
  const { given } = decider({
    realm: 'demo',
    kind: spotKind,
    id: SYMBOL,
    handlers,
    others: [entitlementKind, conversionKind],
  });
  return given(funds(ANN, 'USDT', '100000'), funds(BOB, 'USDT', '100000'), funds(ANN, 'BTC', held));
}
const order = (user: string, orderId: string, side: 'buy' | 'sell', price: string, quantity: string) =>
  place({ ...limit(side, quantity, price), orderId }, user);

type Story = ReturnType<typeof shares>;
const orders = (story: Story, owner: string) =>
  ordersOf(story.stateOf(spotKind, SYMBOL).book, owner).map(
    ({ order: { orderId, priceTicks, stopTicks }, remainingLots }) =>
      `${orderId} ${remainingLots}@${priceTicks}${stopTicks === null ? '' : ` stop ${stopTicks}`}`,
  );

describe('a holding', () => {
  it('becomes so many new shares in every account space, once', () => {
    const story = shares().and(funds(ANN, 'BTC', '2.5', 'finance'), splitHolding(ANN, 10));
    expect(story.funds(ANN, 'BTC')).toBe('100 0');
    expect(story.funds(ANN, 'BTC', 'finance')).toBe('25 0');
    expect(story.realm.balance(HOUSE.splits.account, 'BTC')).toBe('-112.5');
    const again = story.when(splitHolding(ANN, 10));
    again.then();
    expect(again.answer).toEqual({ amount: '0', held: true });
  });

  it('is counted in whole lots, and what makes no lot is paid at the new price', () => {
    const story = shares('10').and(splitHolding(ANN, 1, 3));
    expect(story.funds(ANN, 'BTC')).toBe('3.333 0');
    // A third of a thousandth, at 300 USDT a new share.
    expect(story.funds(ANN, 'USDT')).toBe('100000.09999999 0');
  });

  it('of nobody is nothing', () => {
    const { events, answer } = shares().when(splitHolding(BOB, 10));
    expect([events, answer]).toEqual([[], { amount: '0', held: false }]);
  });

  it('waits for what is on hold for anything else than an order', () => {
    const held = {
      ...funds(ANN, 'BTC', '1'),
      postings: [
        { account: HOUSE.marketMaker.account, asset: 'BTC', amount: -amount('1') },
        { account: userAccount(ANN, 'spot', 'frozen'), asset: 'BTC', amount: amount('1') },
      ],
    };
    shares().and(held).when(splitHolding(ANN, 10)).then('request.unavailable');
  });
});

describe('open orders', () => {
  const resting = () =>
    shares().and(
      order('alice', 'sell', 'sell', '120', '4'),
      order('bob', 'bid', 'buy', '90.05', '2'),
      order('alice', 'late', 'buy', '90.05', '1'),
    );

  it('go on at the divided price with the multiplied quantity, and so does what they hold', () => {
    const story = resting().and(splitBook(10));
    expect(orders(story, ANN)).toEqual(['sell 40000@1200', 'late 10000@900']);
    expect(orders(story, BOB)).toEqual(['bid 20000@900']);
    expect(story.funds(ANN, 'BTC')).toBe('60 40');
    // 20 at 9.00 and the fee: 0.05 a share went back, as the bid lies between two ticks.
    expect(story.funds(BOB, 'USDT')).toBe('99819.82 180.18');
    story.when(splitHolding(ANN, 10)).then();
  });

  it('keep their turn', () => {
    const story = resting().and(splitBook(10));
    const ids = [...story.stateOf(spotKind, SYMBOL).book.everyOrder()].map(({ orderId }) => orderId);
    expect(ids).toEqual(['bid', 'late', 'sell']);
  });

  it('never let a sell go for less: its price goes up to the next tick', () => {
    const story = shares().and(order('alice', 'sell', 'sell', '120.05', '4'), splitBook(2));
    expect(orders(story, ANN)).toEqual(['sell 8000@6003']);
  });

  it('are cancelled where the quantity makes no whole lots, and the shares come back before they are split', () => {
    const story = shares().and(order('alice', 'sell', 'sell', '120', '3.333'), splitBook(3, 2));
    expect(orders(story, ANN)).toEqual([]);
    expect(story.funds(ANN, 'BTC')).toBe('15 0');
  });

  it('are all cancelled by a reverse split', () => {
    const story = resting().and(splitBook(1, 10), splitHolding(ANN, 1, 10), splitHolding(BOB, 1, 10));
    expect([...orders(story, ANN), ...orders(story, BOB)]).toEqual([]);
    expect([story.funds(ANN, 'BTC'), story.funds(BOB, 'USDT')]).toEqual(['1 0', '100000 0']);
    const reasons = story.realm.events.filter(({ type }) => type === 'SpotOrderCancelled').map(({ data }) => data);
    expect(reasons).toMatchObject([{}, {}, {}].map(() => ({ reason: 'corporate-action' })));
  });

  it('are split once: a second command changes nothing, whatever token it comes with', () => {
    const story = resting().and(splitBook(10));
    const again = story.when(splitBook(10));
    again.then();
    expect(again.answer).toEqual({ owners: [] });
    expect([orders(story, ANN), story.funds(ANN, 'BTC')]).toEqual([['sell 40000@1200', 'late 10000@900'], '60 40']);
  });

  it('leave alone what was split of their owner before', () => {
    const story = shares().and(order('alice', 'bid', 'buy', '90', '1'), splitHolding(ANN, 10));
    story.when(splitBook(10)).then('SpotOrdersSplit');
    expect([orders(story, ANN), story.funds(ANN, 'BTC')]).toEqual([['bid 10000@900'], '100 0']);
  });

  it('count what was filled before in new shares, so that all fills have one average', () => {
    const market = new QuotedMarket();
    const half = shares('10', market).and(
      order('bob', 'o-1', 'buy', '100', '10'),
      order('alice', 'a', 'sell', '100', '3'),
    );
    const split = half.and(splitBook(2));
    market.quotes = { bids: [[4_900, 10_000]], asks: [[5_100, 10_000]] };
    const both = split
      .when(amend({ price: '49.5' }, 'bob'))
      .answers({ orders: [{ quantity: '20', filledQuantity: '6', averagePrice: '50', status: 'trading' }] })
      .and(order('alice', 'b', 'sell', '49.5', '4'));
    projection(orderProjection([spotKind]))
      .given(...both.realm.events)
      .then(
        orderRows,
        {
          orderId: 'o-1',
          filledQuantity: amount('10'),
          filledNotional: amount('498'),
          remainingQuantity: amount('10'),
        },
        { orderId: 'a', filledQuantity: amount('3'), filledNotional: amount('300'), remainingQuantity: 0n },
        { orderId: 'b', filledQuantity: amount('4'), filledNotional: amount('198'), remainingQuantity: 0n },
      );
  });

  it('are cancelled where what was filled makes no whole lots', () => {
    const sold = order('alice', 'a', 'sell', '100', '3.333');
    const half = shares('10').and(order('bob', 'bid', 'buy', '100', '9.333'), sold);
    expect(orders(half, BOB)).toEqual(['bid 6000@10000']);
    expect(orders(half.and(splitBook(3, 2)), BOB)).toEqual([]);
  });

  it('keep pairs together', () => {
    const pair = placeOco({ side: 'sell', quantity: '4', price: '120', stopPrice: '80', stopLimitPrice: '79' });
    const story = shares().and(pair, splitBook(4));
    expect(orders(story, ANN)).toEqual(['o-limit 16000@3000', 'o-stop 16000@1975 stop 2000']);
    expect(story.funds(ANN, 'BTC')).toBe('24 16');
    expect(story.and(cancel('o-limit')).funds(ANN, 'BTC')).toBe('40 0');
  });
});

describe('any split', () => {
  it('leaves everybody what they had, to the last unit: shares, and money for fractions', () => {
    const any = fc.record({
      lots: fc.integer({ min: 10, max: 1_000_000 }),
      onOrder: fc.integer({ min: 10, max: 1_000 }),
      newShares: fc.integer({ min: 1, max: 50 }),
      oldShares: fc.integer({ min: 1, max: 50 }),
    });
    fc.assert(
      fc.property(any, ({ lots, onOrder, newShares, oldShares }) => {
        const text = (count: number): string => format(amount('0.001') * BigInt(count));
        const sold = Math.min(lots, onOrder);
        const story = shares(text(lots)).and(
          order('alice', 'sell', 'sell', '120', text(sold)),
          splitBook(newShares, oldShares),
        );
        const after = story.and(splitHolding(ANN, newShares, oldShares));
        const [free = '0', held = '0'] = after.funds(ANN, 'BTC').split(' ');
        const exact = (amount(text(lots)) * BigInt(newShares)) / BigInt(oldShares);
        const left = exact - amount(free) - amount(held);
        expect(left >= -1n && left < amount('0.001')).toBe(true);
        const made = amount(free) + amount(held) - amount(text(lots));
        expect(after.realm.balance(HOUSE.splits.account, 'BTC')).toBe(format(-made));
        // A fraction is paid at the price of after the split, rounded down at the eighth decimal.
        const worth = times(left, amount(action(newShares, oldShares).openPrice), 'down');
        const paid = -amount(after.realm.balance(HOUSE.splits.account, 'USDT'));
        expect(worth - paid <= amount('0.00000001') && paid <= worth + amount('0.00000001')).toBe(true);
      }),
      { numRuns: 60 },
    );
  });
});
