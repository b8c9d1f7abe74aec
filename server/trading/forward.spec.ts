import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { format } from '../../shared/money.js';
import { verifyRows } from '../audit/history.check.js';
import { decider, funds, openGate } from '../engine/writer/decider.testkit.js';
import type { BookTerms, BookMarket } from '../market/book-market.js';
import { forwardKind, positionId, positionKind } from './forward.testkit.js';
import { booksOf } from './venue/book.state.js';
import type { PlaceOrder } from './venue/order.commands.js';
import { decisionOf, tryAdjust, type OrderScope } from './venue/order.decider.js';
import { orderHandlers } from './venue/order.handler.js';

const SYMBOL = 'BTCFWD';
const TERMS: BookTerms = {
  spec: {
    symbol: SYMBOL,
    version: 1,
    base: 'BTC',
    quote: 'USDT',
    tickSize: '0.01',
    lotSize: '0.001',
    baseDecimals: 8,
    quoteDecimals: 8,
  },
  limits: { minQuantity: '0.001', maxQuantity: '9000', minNotional: '1', maxNotional: '1000000' },
};
const POLICY = {
  name: 'spot.rules',
  version: 1,
  limitBandLow: '0.2',
  limitBandHigh: '5',
  marketBand: '0.05',
};
const FEES = {
  maker: '0',
  taker: '0.001',
  tier: 0,
  volume: '0',
  day: '1970-01-01',
  policy: 'spot.fees',
  policyVersion: 1,
};
const QUOTES = { bids: [[4_000, 10_000]], asks: [[11_000, 10_000]] } as const;
const market: BookMarket = {
  in: () => market,
  terms: () => TERMS,
  moment: () => ({ referenceTicks: 10_000, markTicks: 10_000, liquidity: QUOTES, phase: 'continuous' }),
  beat: () => undefined,
  hours: () => ({ open: true, phase: 'open' }),
  impactAfter: () => undefined,
};
/** A change of positions asks nothing of the market, and holds nothing. */
const SCOPE: Omit<OrderScope, 'state'> = {
  market: {
    at: 1_000_000,
    referenceTicks: 0,
    markTicks: 0,
    liquidity: undefined,
    phase: 'continuous',
    closesByAuction: false,
    impactAfter: () => undefined,
  },
  available: null,
  settlement: () => ({ reserve: () => 0n, cost: () => 0n, onFill: () => ({ postings: [] }) }),
};
const people = ['ann', 'bob', 'cid'];
const ownerOf = (person: string): string => `demo-${person}.1`;

const { given } = decider({
  realm: 'demo',
  kind: forwardKind,
  id: SYMBOL,
  handlers: orderHandlers(forwardKind, market, openGate),
});
const world = () => given(...people.map((person) => funds(ownerOf(person), 'USDT', '1000', 'futures')));
type World = ReturnType<typeof world>;

let orders = 0;
/** `ann buys 2 at 100`, as the command that it is. */
function order(person: string, side: 'buy' | 'sell', quantity: string, price: string, reduceOnly = false) {
  const owner = { symbol: SYMBOL, userId: `demo-${person}`, ownerId: ownerOf(person) };
  const data: PlaceOrder = {
    ...owner,
    ...TERMS,
    policy: POLICY,
    fees: FEES,
    orderId: `o-${(orders += 1)}`,
    side,
    kind: 'limit',
    quantity,
    price,
    postOnly: false,
    selfTrade: 'cancel-taker',
    clientOrderId: null,
    positionSide: 'both',
    reduceOnly,
  };
  return { type: 'PlaceForward', data };
}
function position({ realm }: World, person: string) {
  const { lots, entry, margin } = realm.state(positionKind, positionId(ownerOf(person), SYMBOL));
  return { lots, entry: format(entry), margin: format(margin) };
}
const money = (world: World, person: string) => world.funds(ownerOf(person), 'USDT', 'futures');
const audited = ({ realm }: World) => verifyRows('demo', realm.rows, [forwardKind, positionKind, GIVEN]);
const GIVEN = { name: 'given', initial: () => null, evolve: () => null };

describe('a forward', () => {
  it('holds a tenth of its worth and the fee, in the futures space', () => {
    const rested = world().and(order('ann', 'buy', '2', '100'));
    expect(money(rested, 'ann')).toBe('979.8 20.2');
    expect(audited(rested)).toEqual([]);
  });

  it('moves the positions of both owners when it fills, also when the maker was never loaded', () => {
    const rested = world().and(order('ann', 'buy', '2', '100'));
    rested.realm.reload();
    const filled = rested
      .when(order('bob', 'sell', '1', '100'))
      .then('ForwardOrderAccepted', 'ForwardOrderMatched', 'ForwardPositionMoved', 'ForwardPositionMoved');
    expect(position(filled, 'ann')).toEqual({ lots: 1_000, entry: '100', margin: '10' });
    expect(position(filled, 'bob')).toEqual({ lots: -1_000, entry: '100', margin: '10' });
    expect([money(filled, 'ann'), money(filled, 'bob')]).toEqual(['979.9 20.1', '989.9 10']);
  });

  it('tells the owners of both orders when it fills', () => {
    const filled = world()
      .and(order('ann', 'buy', '2', '100'))
      .when(order('bob', 'sell', '1', '100'));
    const trade = filled.events.find(({ type }) => type === 'ForwardOrderMatched')!;
    const told = booksOf(forwardKind).orders(trade);
    expect(told.map(({ owner }) => owner)).toEqual([ownerOf('ann'), ownerOf('bob')]);
  });

  it('moves every position that a taker meets, each once for each fill', () => {
    const filled = world()
      .and(order('ann', 'sell', '1', '100'), order('bob', 'sell', '1', '101'), order('ann', 'sell', '1', '102'))
      .and(order('cid', 'buy', '3', '102'));
    expect(people.map((person) => position(filled, person).lots)).toEqual([-2_000, -1_000, 3_000]);
    expect(position(filled, 'cid')).toEqual({ lots: 3_000, entry: '303', margin: '30.3' });
    expect(audited(filled)).toEqual([]);
  });

  it('closes before it opens, and pays what was won', () => {
    const turned = world()
      .and(order('ann', 'buy', '1', '100'), order('bob', 'sell', '1', '100'))
      .and(order('cid', 'buy', '3', '105'), order('ann', 'sell', '3', '105'));
    expect(position(turned, 'ann')).toEqual({ lots: -2_000, entry: '210', margin: '21' });
    // 1000 and 5 won, less 0.315 of fees and 21 of margin.
    expect(money(turned, 'ann')).toBe('983.685 21');
    expect(audited(turned)).toEqual([]);
  });

  it('never costs more than its margin', () => {
    const lost = world()
      .and(order('ann', 'buy', '1', '100'), order('bob', 'sell', '1', '100'))
      .and(order('cid', 'buy', '1', '50'), order('ann', 'sell', '1', '50'));
    expect(position(lost, 'ann')).toEqual({ lots: 0, entry: '0', margin: '0' });
    expect(money(lost, 'ann')).toBe('989.95 0');
  });

  it('trades with agents too, who have no position', () => {
    const bought = world().and(order('ann', 'buy', '1', '110'));
    expect(position(bought, 'ann')).toMatchObject({ lots: 1_000, entry: '110', margin: '11' });
    expect(audited(bought)).toEqual([]);
  });

  it('is known to its book as well, and outlives a change of sizes and a restart', () => {
    const traded = world().and(order('ann', 'buy', '1', '100'), order('bob', 'sell', '1', '100'));
    const openOf = ({ realm }: World) =>
      people.map((person) => realm.state(forwardKind, SYMBOL).book.positions!.of(ownerOf(person)).both);
    expect(openOf(traded)).toEqual([1_000, -1_000, 0]);
    const spec = { ...TERMS.spec, version: 2 };
    const opened = traded.and({
      stream: `forward-${SYMBOL}`,
      type: 'ForwardBookOpened',
      schema: 1,
      data: { spec },
    });
    expect(openOf(opened)).toEqual([1_000, -1_000, 0]);
    opened.realm.reload();
    expect(openOf(opened)).toEqual([1_000, -1_000, 0]);
    const { save, load } = forwardKind.snapshot!;
    const loaded = load(save(opened.realm.state(forwardKind, SYMBOL)), SYMBOL);
    expect(loaded.book.positions!.of(ownerOf('bob')).both).toBe(-1_000);
  });

  it('closes by an order that never opens, which shrinks with it and frees what it holds', () => {
    const bought = world().and(order('ann', 'buy', '2', '100'), order('bob', 'sell', '2', '100'));
    bought.when(order('ann', 'buy', '1', '100', true)).then('order.reduce-only-no-position');
    const refused = bought.when(order('ann', 'sell', '3', '100', true));
    refused.then({
      refusal: 'order.reduce-only-exceeds-position',
      params: { field: 'quantity', position: '2', asset: 'BTC' },
    });
    const resting = bought.and(order('ann', 'sell', '2', '105', true), order('cid', 'buy', '1', '101'));
    resting
      .when(order('ann', 'sell', '1', '101'))
      .then(
        'ForwardOrderAccepted',
        'ForwardOrderMatched',
        'ForwardPositionMoved',
        'ForwardPositionMoved',
        'ForwardOrderReduced',
      );
    expect(audited(resting)).toEqual([]);
  });

  it('changes without a fill, where what one gives another gets', () => {
    const bought = world().and(order('ann', 'buy', '2', '100'), order('bob', 'sell', '2', '100'));
    const changes = people.slice(0, 2).map((person, index) => {
      const lots = index === 0 ? -500 : 500;
      return { owner: ownerOf(person), positionSide: 'both', lots } as const;
    });
    const after = bought
      .when((state) => decisionOf(tryAdjust({ ...SCOPE, state }, changes, 'deleveraging')))
      .then('ForwardPositionsAdjusted');
    expect(after.state.book.positions!.of(ownerOf('ann')).both).toBe(1_500);
  });

  it('is refused as every order is, when the margin is not there', () => {
    world()
      .when(order('ann', 'buy', '200', '100'))
      .then('order.insufficient-balance');
  });

  it('stays true to the ledger whatever people do: longs equal shorts, and nothing on hold is without an owner', () => {
    const step = fc.record({
      person: fc.constantFrom(...people),
      side: fc.constantFrom('buy' as const, 'sell' as const),
      lots: fc.integer({ min: 10, max: 3_000 }),
      price: fc.integer({ min: 9_001, max: 10_999 }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
        const played = world();
        for (const { person, side, lots, price } of steps)
          played.when(order(person, side, `${lots / 1_000}`, `${price / 100}`));
        const lots = people.map((person) => position(played, person).lots);
        expect(lots.reduce((sum, each) => sum + each, 0)).toBe(0);
        expect(audited(played)).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
});
