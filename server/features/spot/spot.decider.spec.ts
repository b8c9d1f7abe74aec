import { describe, expect, it } from '@jest/globals';
import { HOUSE } from '../../engine/ledger/chart.js';
import {
  amend,
  BTC_TERMS,
  cancel,
  limit,
  market,
  ownerOf,
  place,
  placeOco,
  QuotedMarket,
  spot,
  type Spot,
} from './spot.testkit.js';

const funds = (world: Spot, asset: string, user = 'alice') => world.funds(ownerOf(user), asset);
const OCO = { side: 'buy', quantity: '1', price: '95', stopPrice: '106', stopLimitPrice: '107' } as const;

describe('spot orders', () => {
  it('freezes price x quantity and the taker fee for a buy that rests', () => {
    const rested = spot()
      .when(place(limit('buy', '2', '98')))
      .answers({ orders: [{ status: 'unfilled' }] });
    expect(funds(rested, 'USDT')).toBe('99803.804 196.196');
  });

  it('fills a market buy from the agents, takes the fee in the quote asset and nothing stays frozen', () => {
    const filled = spot()
      .when(place(market('buy', '0.01')))
      .answers({ orders: [{ status: 'filled', filledQuantity: '0.01', averagePrice: '101' }] });
    expect([funds(filled, 'BTC'), funds(filled, 'USDT')]).toEqual(['0.01 0', '99998.98899 0']);
    expect(filled.realm.balance(HOUSE.fees.account, 'USDT')).toBe('0.00101');
    expect(filled.realm.balance(HOUSE.marketMaker.account, 'BTC')).toBe('-0.01');
  });

  it('spends a budget with the fee inside it', () => {
    const spent = spot().and(place({ side: 'buy', kind: 'market', quoteAmount: '101.101' }));
    expect([funds(spent, 'BTC'), funds(spent, 'USDT')]).toEqual(['1 0', '99898.899 0']);
  });

  it('gives back what a better price leaves of the hold', () => {
    expect(funds(spot().and(place(limit('buy', '1', '105'))), 'USDT')).toBe('99898.899 0');
  });

  it('rests what the agents cannot fill, as trading', () => {
    const rested = spot()
      .when(place(limit('buy', '15', '101')))
      .answers({ orders: [{ status: 'trading', filledQuantity: '10' }] });
    expect(funds(rested, 'USDT')).toBe('98483.485 505.505');
  });

  it('lets the maker pay the maker fee when another user takes his order', () => {
    const traded = spot()
      .and(place(limit('buy', '1', '100')), place({ ...market('buy', '1'), orderId: 'o-2' }, 'bob'))
      .and(place({ ...limit('sell', '1', '100'), orderId: 'o-3' }, 'bob'));
    expect([funds(traded, 'BTC'), funds(traded, 'USDT')]).toEqual(['1 0', '99899.95 0']);
    expect(funds(traded, 'USDT', 'bob')).toBe('99998.799 0');
  });

  it('fills a resting order at the price that the market jumped to, and frees what it holds beyond that', () => {
    const agents = new QuotedMarket();
    const filled = spot(agents)
      .and(place(limit('buy', '2', '98')))
      .and(agents.moves({ bids: [[9600, 10_000]], asks: [[9700, 10_000]] }));
    expect([funds(filled, 'BTC'), funds(filled, 'USDT')]).toEqual(['2 0', '99805.903 0']);
  });

  it('triggers a stop by the traded range and holds nothing after it', () => {
    const agents = new QuotedMarket();
    const waiting = spot(agents)
      .and(place(market('buy', '1')))
      .and(place({ side: 'sell', kind: 'stop', stopPrice: '95', quantity: '1', orderId: 'o-2' }));
    expect(funds(waiting, 'BTC')).toBe('0 1');
    const quotes = { bids: [[9490, 10_000]], asks: [[9510, 10_000]] } as const;
    waiting.and(agents.moves(quotes, { lowTicks: 9495, highTicks: 9900, lastTicks: 9500 }));
    expect(funds(waiting, 'BTC')).toBe('0 0');
  });

  it('triggers a stop that watches the index by the index alone, and checks it against the index', () => {
    const agents = new QuotedMarket();
    const stop = { side: 'buy', kind: 'stop', stopPrice: '105', quantity: '1', trigger: 'index' } as const;
    const quotes = { bids: [[10_400, 10_000]], asks: [[10_500, 10_000]] } as const;
    const traded = { lowTicks: 10_500, highTicks: 10_500, lastTicks: 10_500 };
    const waiting = spot(agents)
      .and(place(stop))
      .and(agents.moves(quotes, traded, { index: { lowTicks: 10_400, highTicks: 10_499 } }));
    expect(funds(waiting, 'BTC')).toBe('0 0');
    const filled = waiting.and(agents.moves(quotes, null, { index: { lowTicks: 10_400, highTicks: 10_500 } }));
    expect(funds(filled, 'BTC')).toBe('1 0');
    spot()
      .when(place({ ...stop, stopPrice: '99' }))
      .then('order.stop-already-reached');
    spot()
      .when(place({ ...limit('buy', '1', '98'), trigger: 'index' }))
      .then('order.field-not-for-type');
  });

  it('triggers a stop that watches the mark by the mark alone, and says how far it had come', () => {
    const agents = new QuotedMarket();
    const stop = { side: 'buy', kind: 'stop', stopPrice: '105', quantity: '1', trigger: 'mark' } as const;
    const quotes = { bids: [[10_400, 10_000]], asks: [[10_500, 10_000]] } as const;
    const range = (highTicks: number) => ({ lowTicks: 10_400, highTicks });
    const waiting = spot(agents)
      .and(place(stop))
      .and(
        agents.moves(quotes, { ...range(10_600), lastTicks: 10_500 }, { index: range(10_600), mark: range(10_499) }),
      );
    expect(funds(waiting, 'BTC')).toBe('0 0');
    const filled = waiting.and(agents.moves(quotes, null, { mark: range(10_503) }));
    expect(funds(filled, 'BTC')).toBe('1 0');
    const triggered = filled.realm.events.find(({ type }) => type === 'SpotOrderTriggered');
    expect(triggered?.data).toMatchObject({ trigger: 'mark', reachedTicks: 10_503, price: '105.03' });
  });

  it('triggers a take-profit on the other side than a stop, and sells at the market or at its limit', () => {
    const agents = new QuotedMarket();
    const sell = { side: 'sell', kind: 'take-profit', stopPrice: '105', quantity: '1' } as const;
    const limited = { ...sell, kind: 'take-profit-limit', price: '106' } as const;
    const waiting = spot(agents)
      .and(place(market('buy', '2')))
      .and(place({ ...sell, orderId: 'o-2' }), place({ ...limited, orderId: 'o-3' }));
    expect(funds(waiting, 'BTC')).toBe('0 2');
    const quotes = { bids: [[10_450, 10_000]], asks: [[10_550, 10_000]] } as const;
    waiting.and(agents.moves(quotes, { lowTicks: 9_000, highTicks: 10_499, lastTicks: 10_400 }));
    expect(funds(waiting, 'BTC')).toBe('0 2');
    waiting.and(agents.moves(quotes, { lowTicks: 10_400, highTicks: 10_500, lastTicks: 10_500 }));
    // The one took the bid, the other rests at its price.
    expect(funds(waiting, 'BTC')).toBe('0 1');
    const triggered = waiting.realm.events.filter(({ type }) => type === 'SpotOrderTriggered');
    expect(triggered.map(({ data }) => data)).toMatchObject([
      { orderId: 'o-2', reachedTicks: 10_500, rests: 'no' },
      { orderId: 'o-3', reachedTicks: 10_500, rests: 'book' },
    ]);
  });

  it('follows the price with a trailing stop from its activation on, and buys where the price turns', () => {
    const agents = new QuotedMarket();
    const trailing = {
      side: 'buy',
      kind: 'trailing-stop',
      callback: '2%',
      activationPrice: '98',
      quantity: '1',
    } as const;
    const quotes = { bids: [[9_690, 10_000]], asks: [[9_710, 10_000]] } as const;
    const at = (ticks: number) => agents.moves(quotes, { lowTicks: ticks, highTicks: ticks, lastTicks: ticks });
    // 98 and 2% of it, 5% for the band, and the fee of 0.1%.
    const waiting = spot(agents).and(place(trailing));
    expect(funds(waiting, 'USDT')).toBe('99894.94505 105.05495');
    for (const ticks of [9_800, 9_550, 9_740]) waiting.and(at(ticks));
    const trailed = waiting.realm.events.filter(({ type }) => type === 'SpotOrderTrailed');
    expect(trailed.map(({ data }) => data)).toMatchObject([
      { price: '98', stopPrice: '99.96' },
      { price: '95.5', stopPrice: '97.41' },
    ]);
    expect(funds(waiting, 'BTC')).toBe('0 0');
    waiting.and(at(9_741));
    expect([funds(waiting, 'BTC'), funds(waiting, 'USDT')]).toEqual(['1 0', '99902.8029 0']);
  });

  it('keeps a triggered stop and its hold while quotes are missing, and fills it at the next', () => {
    const agents = new QuotedMarket();
    const stop = { side: 'buy', kind: 'stop', stopPrice: '105', quantity: '3' } as const;
    const thin = { bids: [[10_400, 10_000]], asks: [[10_500, 1000]] } as const;
    const filling = spot(agents)
      .and(place(stop))
      .and(agents.moves(thin, { lowTicks: 10_500, highTicks: 10_500, lastTicks: 10_500 }));
    // 105 and 5% of it bound what the two coins that are missing may cost, with the fee of 0.1%.
    expect([funds(filling, 'BTC'), funds(filling, 'USDT')]).toEqual(['1 0', '99674.1745 220.7205']);
    const filled = filling.and(agents.moves({ bids: [[10_500, 10_000]], asks: [[10_600, 10_000]] }));
    expect([funds(filled, 'BTC'), funds(filled, 'USDT')]).toEqual(['3 0', '99682.683 0']);
  });

  it('frees the hold of a triggered stop that is cancelled, and lets its quantity change but not its trigger', () => {
    const agents = new QuotedMarket();
    const filling = spot(agents)
      .and(place(market('buy', '3')))
      .and(place({ side: 'sell', kind: 'stop', stopPrice: '95', quantity: '3', orderId: 'o-2' }))
      .and(agents.moves({ bids: [[9490, 1000]], asks: [] }, { lowTicks: 9495, highTicks: 9500, lastTicks: 9500 }));
    expect(funds(filling, 'BTC')).toBe('0 2');
    filling.when(amend({ orderId: 'o-2', stopPrice: '90' })).then('order.field-not-for-type');
    filling.when(amend({ orderId: 'o-2', price: '90' })).then('order.field-not-for-type');
    expect(funds(filling.and(amend({ orderId: 'o-2', quantity: '2' })), 'BTC')).toBe('1 1');
    expect(funds(filling.and(cancel('o-2')), 'BTC')).toBe('2 0');
  });

  it('holds once for the two legs of an OCO pair, and frees it once', () => {
    const paired = spot().and(placeOco(OCO));
    expect(funds(paired, 'USDT')).toBe('99892.893 107.107');
    expect(funds(paired.and(cancel('o-limit')), 'USDT')).toBe('100000 0');
  });

  it('passes the hold of an OCO pair to the stop that triggers', () => {
    const agents = new QuotedMarket();
    const quotes = { bids: [[10_500, 10_000]], asks: [[10_600, 10_000]] } as const;
    const triggered = spot(agents)
      .and(placeOco(OCO))
      .and(agents.moves(quotes, { lowTicks: 10_100, highTicks: 10_600, lastTicks: 10_600 }));
    expect([funds(triggered, 'BTC'), funds(triggered, 'USDT')]).toEqual(['1 0', '99893.894 0']);
  });

  it('amends an OCO pair as one: the limit leg holds what the dearer leg needs, and a fill takes exactly its cost', () => {
    const paired = spot().and(placeOco(OCO));
    expect(funds(paired, 'USDT')).toBe('99892.893 107.107');
    paired.when(amend({ orderId: 'o-stop', stopPrice: '108', price: '109', quantity: '2' })).answers({
      orders: [
        { quantity: '2', price: '95', stopPrice: null, ocoId: 'o-stop' },
        { quantity: '2', price: '109', stopPrice: '108', ocoId: 'o-limit' },
      ],
    });
    expect(funds(paired, 'USDT')).toBe('99781.782 218.218');
    paired.when(amend({ orderId: 'o-limit', price: '101', quantity: '1' })).answers({ trades: [{}] });
    expect([funds(paired, 'BTC'), funds(paired, 'USDT')]).toEqual(['1 0', '99898.899 0']);
  });

  it('moves the trigger of a waiting stop, and the price that it may reach with it', () => {
    const waiting = spot()
      .and(place({ side: 'buy', kind: 'stop', stopPrice: '105', quantity: '1' }))
      .when(amend({ stopPrice: '110' }))
      .answers({ orders: [{ stopPrice: '110', price: null }] });
    expect(funds(waiting, 'USDT')).toBe('99884.3845 115.6155');
    waiting
      .when(amend({ stopPrice: '99' }))
      .then('order.stop-already-reached')
      .when(amend({ price: '99' }))
      .then('order.field-not-for-type')
      .and(place({ ...limit('buy', '1', '98'), orderId: 'o-2' }))
      .when(amend({ orderId: 'o-2', stopPrice: '110' }))
      .then('order.field-not-for-type');
  });

  it('asks for more when an order is amended upwards and refuses what the balance does not cover', () => {
    const rested = spot().and(place(limit('buy', '2', '98')), amend({ quantity: '3' }));
    expect(funds(rested, 'USDT')).toBe('99705.706 294.294');
    rested.when(amend({ quantity: '5000' })).then('order.insufficient-balance');
    expect(funds(rested, 'USDT')).toBe('99705.706 294.294');
  });

  it.each([
    [{ side: 'buy', kind: 'limit', quantity: '1' }, 'order.price-required'],
    [{ side: 'buy', kind: 'market', price: '1', quantity: '1' }, 'order.field-not-for-type'],
    [{ side: 'buy', kind: 'stop', quantity: '1' }, 'order.stop-price-required'],
    [{ side: 'buy', kind: 'market' }, 'order.quantity-required'],
    [{ side: 'sell', kind: 'market', quoteAmount: '50' }, 'order.quote-amount-only-for-market-buys'],
    [limit('buy', '1', '0'), 'order.price-not-positive'],
    [limit('buy', '1', '98.001'), 'order.price-over-precise'],
    [limit('buy', '0', '98'), 'order.quantity-not-positive'],
    [limit('buy', '1.0001', '98'), 'order.quantity-over-precise'],
    [limit('buy', '0.001', '98'), 'order.quantity-below-minimum'],
    [limit('buy', '999999', '98'), 'order.quantity-above-maximum'],
    [limit('buy', '0.01', '98'), 'order.notional-below-minimum'],
    [limit('buy', '1', '501'), 'order.price-outside-band'],
    [limit('buy', '1', '19'), 'order.price-outside-band'],
    [{ ...limit('buy', '1', '101'), postOnly: true }, 'order.post-only-would-cross'],
    [{ ...limit('buy', '11', '101'), timeInForce: 'FOK' }, 'order.fok-unfillable'],
    [limit('buy', '2000', '98'), 'order.insufficient-balance'],
    [market('sell', '1'), 'order.insufficient-balance'],
  ] as const)('refuses %j as %s, and changes nothing', (order, code) => {
    const world = spot();
    const before = world.realm.headHash;
    world.when(place(order)).then(code);
    expect(world.realm.headHash).toBe(before);
  });

  it('halts while orders rest in sizes that the catalogue gave up, and goes on in the new ones after they are cancelled', () => {
    const agents = new QuotedMarket();
    const rested = spot(agents).and(place(limit('buy', '2', '98')));
    agents.listed = { ...BTC_TERMS, spec: { ...BTC_TERMS.spec, version: 2, tickSize: '0.1', lotSize: '0.01' } };
    agents.quotes = { bids: [[990, 1000]], asks: [[1010, 1000]] };
    const bought = place({ ...market('buy', '1'), ...agents.listed, orderId: 'o-2' });
    rested
      .when(bought)
      .then('market.halted')
      .when(amend({ ...agents.listed, quantity: '1' }))
      .then('market.halted')
      .when(cancel())
      .answers({ orders: [{ status: 'cancelled' }] })
      .when(bought)
      .answers({ orders: [{ status: 'filled', averagePrice: '101' }] });
    expect(funds(rested, 'USDT')).toBe('99898.899 0');
  });

  it('goes on while orders rest when only limits were revised', () => {
    const spec = { ...BTC_TERMS.spec, version: 2 };
    const revised = { spec, limits: { ...BTC_TERMS.limits, minQuantity: '0.5' } };
    const agents = new QuotedMarket();
    const rested = spot(agents).and(place(limit('buy', '2', '98')));
    agents.listed = revised;
    rested
      .when(place({ ...market('buy', '0.1'), ...revised, orderId: 'o-2' }))
      .then('order.quantity-below-minimum')
      .when(place({ ...market('buy', '1'), ...revised, orderId: 'o-2' }))
      .answers({ orders: [{ status: 'filled' }] });
  });

  it('does not know the orders of strangers', () => {
    spot()
      .and(place(limit('buy', '2', '98')))
      .when(cancel('o-1', 'bob'))
      .then('order.not-found')
      .when(amend({ quantity: '1' }, 'bob'))
      .then('order.not-found');
  });
});
