import { describe, expect, it } from '@jest/globals';
import { funds } from '../../engine/writer/decider.testkit.js';
import { BEAT_MS } from '../../market/book-market.js';
import { amend, cancel, limit, market, ownerOf, place, QuotedMarket, spot, SYMBOL, type Spot } from './spot.testkit.js';

const held = (world: Spot, asset: string, user = 'alice') => world.funds(ownerOf(user), asset);

/** A market in its call before the open. Bob has ten units to sell. */
function call() {
  const agents = new QuotedMarket();
  agents.phase = 'call';
  const world = spot(agents).and(funds(ownerOf('bob'), 'BTC', '10'));
  const opens = (bid: number, ask: number) => {
    agents.phase = 'continuous';
    const beat = agents.moves({ bids: [[bid, 10_000]], asks: [[ask, 10_000]] });
    agents.tape = { ...agents.tape, opening: true };
    return beat;
  };
  return { world, opens, agents };
}

const bobSells = place({ ...limit('sell', '2', '99'), orderId: 'o-2' }, 'bob');

describe('spot orders before the open', () => {
  it('rest on hold, also across each other', () => {
    const { world } = call();
    world
      .and(place(limit('buy', '2', '101')))
      .when(bobSells)
      .answers({ orders: [{ status: 'unfilled' }] });
    expect([held(world, 'USDT'), held(world, 'BTC', 'bob')]).toEqual(['99797.798 202.202', '8 2']);
  });

  it('trade at the open at one price, and what was held beyond it is free', () => {
    const { world, opens } = call();
    world.and(place(limit('buy', '2', '101')), bobSells).and(opens(9_900, 10_100));
    expect([held(world, 'BTC'), held(world, 'USDT')]).toEqual(['2 0', '99799.9 0']);
    // The younger order takes.
    expect([held(world, 'BTC', 'bob'), held(world, 'USDT', 'bob')]).toEqual(['8 0', '100199.8 0']);
  });

  it('open where the agents are, however far the night has carried them', () => {
    const { world, opens } = call();
    world.and(place(limit('buy', '2', '101')), bobSells).and(opens(12_000, 12_100));
    expect([held(world, 'BTC'), held(world, 'USDT', 'bob')]).toEqual(['0 0', '100239.88 0']);
  });

  it('are amended and cancelled', () => {
    const { world } = call();
    world.and(place(limit('buy', '2', '101')), bobSells, amend({ price: '102' }));
    expect(held(world, 'USDT')).toBe('99795.796 204.204');
    world.and(cancel());
    expect(held(world, 'USDT')).toBe('100000 0');
  });

  it('for the open alone hold for their worst price, trade there, and free what finds nobody', () => {
    const { world, opens } = call();
    world.and(place({ ...market('buy', '12'), timeInForce: 'OPG' }));
    // 12 x 105 and the dearer fee.
    expect(held(world, 'USDT')).toBe('98738.74 1261.26');
    const { events } = world.when(opens(9_900, 10_100));
    expect(events.map(({ type, data }) => [type, (data as { reason?: string }).reason])).toContainEqual([
      ...['SpotOrderCancelled', 'auction'],
    ]);
    // Ten units of the agents at 101, and the maker's fee.
    expect([held(world, 'BTC'), held(world, 'USDT')]).toEqual(['10 0', '98989.495 0']);
    world.when(place({ ...limit('buy', '1', '99'), timeInForce: 'OPG' })).then('order.only-in-call');
  });

  it('for the open alone outlive beats that are missed before it, and end when it is missed', () => {
    const { world, agents } = call();
    const opensAt = 2_000_000;
    const before = { open: false, phase: 'call', nextChangeAt: opensAt } as const;
    agents.hours = (_, at) => (at < opensAt ? before : { open: true, phase: 'open' });
    world.and(place({ ...limit('buy', '2', '101'), timeInForce: 'OPG' }));
    const skip = (fromBeat: number, beat: number) => {
      const missed = { fromBeat, outcome: 'skipped', reason: 'restart' } as const;
      return { type: 'AdvanceSpotMarket', data: { symbol: SYMBOL, beat, missed }, actor: 'market' };
    };
    const opens = opensAt / BEAT_MS;
    world.when(skip(opens - 100, opens - 1)).then('SpotBeatsMissed');
    expect(held(world, 'USDT')).toBe('99797.798 202.202');
    world.when(skip(opens, opens + 9)).then('SpotBeatsMissed', 'SpotOrderCancelled');
    expect(held(world, 'USDT')).toBe('100000 0');
  });

  it('for the open alone end when trading is halted at the open', () => {
    const { world, agents } = call();
    const opensAt = 2_000_000;
    const before = { open: false, phase: 'call', nextChangeAt: opensAt } as const;
    agents.hours = (_, at) => (at < opensAt ? before : { open: true, phase: 'open' });
    world.and(place({ ...limit('buy', '2', '101'), timeInForce: 'OPG' }), bobSells);
    agents.closed = true;
    const beat = (n: number) => ({
      ...{ type: 'AdvanceSpotMarket', data: { symbol: SYMBOL, beat: n, missed: null }, actor: 'market' },
    });
    world.when(beat(opensAt / BEAT_MS - 1)).then();
    world.when(beat(opensAt / BEAT_MS)).then('SpotBeatDecided', 'SpotOrderCancelled');
    expect([held(world, 'USDT'), held(world, 'BTC', 'bob')]).toEqual(['100000 0', '8 2']);
  });

  it('that could not wait are refused by name', () => {
    const { world } = call();
    world.when(place(market('buy', '1'))).then('order.not-in-call');
    world.when(place({ ...limit('buy', '1', '99'), timeInForce: 'FOK' })).then('order.not-in-call');
    world.when(place({ ...limit('buy', '1', '99'), postOnly: true })).then('order.not-in-call');
  });

  it('that would meet their owner’s own are refused', () => {
    const { world } = call();
    const bobBuys = place({ ...limit('buy', '1', '99.5'), orderId: 'o-3' }, 'bob');
    world
      .and(bobSells)
      .when(bobBuys)
      .then({ refusal: 'order.crosses-own-order', params: { field: 'price', price: '99.5', ownPrice: '99' } });
  });
});
