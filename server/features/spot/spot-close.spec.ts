import { describe, expect, it } from '@jest/globals';
import { funds } from '../../engine/writer/decider.testkit.js';
import { BEAT_MS } from '../../market/book-market.js';
import { amend, cancel, limit, market, ownerOf, place, QuotedMarket, spot, SYMBOL, type Spot } from './spot.testkit.js';

const CLOSE = 100 * 60_000;
const CUT_OFF = CLOSE - 10 * 60_000;

const held = (world: Spot, asset: string, user = 'alice') => world.funds(ownerOf(user), asset);
const at = <Command>(instant: number, command: Command) => ({ ...command, at: instant });
const atClose = <Order>(order: Order) => ({ ...order, timeInForce: 'ATC' }) as const;

/** A market whose session ends with an auction. Bob has ten units to sell. */
function session() {
  const agents = new QuotedMarket();
  agents.session = { open: true, phase: 'open', nextChangeAt: CLOSE, cutOffAt: CUT_OFF };
  const world = spot(agents).and(funds(ownerOf('bob'), 'BTC', '10'));
  const closes = (bid: number, ask: number) => {
    const beat = agents.moves({ bids: [[bid, 10_000]], asks: [[ask, 10_000]] });
    agents.tape = { ...agents.tape, noiseTakers: [], closing: true };
    return at(CLOSE - BEAT_MS, { ...beat, actor: 'market' });
  };
  return { world, closes, agents };
}

const bobSells = place({ ...atClose(limit('sell', '2', '99')), orderId: 'o-2' }, 'bob');

describe('spot orders at the close', () => {
  it('wait on hold while others trade, also across each other and the quotes', () => {
    const { world, agents } = session();
    world
      .and(place(atClose(limit('buy', '2', '102'))), bobSells)
      .when(agents.moves({ bids: [[9_900, 10_000]], asks: [[10_100, 10_000]] }))
      .then();
    expect([held(world, 'USDT'), held(world, 'BTC', 'bob')]).toEqual(['99795.796 204.204', '8 2']);
  });

  it('trade in the last beat at one price, and what was held beyond it is free', () => {
    const { world, closes } = session();
    world.and(place(atClose(limit('buy', '2', '101'))), bobSells).and(closes(9_900, 10_100));
    expect([held(world, 'BTC'), held(world, 'USDT')]).toEqual(['2 0', '99799.9 0']);
    expect([held(world, 'BTC', 'bob'), held(world, 'USDT', 'bob')]).toEqual(['8 0', '100199.8 0']);
  });

  it('take and give where the agents close, and are cancelled where nobody has more', () => {
    const { world, closes } = session();
    world.and(place(atClose(market('buy', '12'))), place({ ...atClose(limit('buy', '1', '95')), orderId: 'o-3' }));
    // Ten units at 101 and the maker's fee; the two that nobody had, and the limit below the quotes, are free again.
    const { events } = world.when(closes(9_900, 10_100));
    expect(events.map(({ type }) => type)).toEqual([
      ...['SpotBeatDecided', 'SpotClosingAuctionOpened', 'SpotOrderMatched'],
      ...['SpotOrderCancelled', 'SpotOrderCancelled', 'SpotImpactRecorded'],
    ]);
    const left = { orderId: 'o-1', reason: 'auction', remainingLots: 2_000 };
    expect(events.map(({ data }) => data)).toContainEqual(expect.objectContaining(left));
    expect([held(world, 'BTC'), held(world, 'USDT')]).toEqual(['10 0', '98989.495 0']);
  });

  it('hold for the worst price that a market order accepts, and change their quantity alone', () => {
    const { world } = session();
    world.and(place(atClose(market('buy', '2'))));
    // 2 x 105 and the dearer fee.
    expect(held(world, 'USDT')).toBe('99789.79 210.21');
    world.when(amend({ price: '101' })).then('order.field-not-for-type');
    world.and(amend({ quantity: '1' }));
    expect(held(world, 'USDT')).toBe('99894.895 105.105');
  });

  it('stand from the cut-off on: nobody places, amends or cancels one, and other orders go on', () => {
    const { world } = session();
    const own = place({ ...limit('buy', '1', '90'), orderId: 'o-9' });
    const early = world.and(at(1, place(atClose(limit('buy', '2', '101')))), at(2, own));
    early.when(at(CUT_OFF, cancel())).then({
      refusal: 'order.closing-cut-off',
      params: { field: 'timeInForce', timeInForce: 'ATC' },
    });
    early.when(at(CUT_OFF, amend({ quantity: '1' }))).then('order.closing-cut-off');
    early.when(at(CUT_OFF, bobSells)).then('order.closing-cut-off');
    const all = { type: 'CancelAllSpotOrders', data: { symbol: SYMBOL, userId: '', ownerId: ownerOf('alice') } };
    // Not even by having the account frozen; what ends the instrument ends it.
    early.and(...['user', 'closed'].map((reason) => at(CUT_OFF, { ...all, data: { ...all.data, reason } })));
    expect(held(world, 'USDT')).toBe('99797.798 202.202');
    early.and(at(CUT_OFF + 1, { ...all, data: { ...all.data, reason: 'delisted' } }));
    expect(held(world, 'USDT')).toBe('100000 0');
  });

  it('stand after the close too, until a late auction has been held', () => {
    const { world, agents, closes } = session();
    world.and(at(1, place(atClose(limit('buy', '2', '101')))), bobSells);
    agents.session = { open: false, phase: 'closed', closedAt: CLOSE };
    world.when(at(CLOSE + 1, cancel())).then('order.closing-cut-off');
    const all = { type: 'CancelAllSpotOrders', data: { symbol: SYMBOL, userId: '', ownerId: ownerOf('alice') } };
    world.and(at(CLOSE + 2, { ...all, data: { ...all.data, reason: 'user' } }));
    world.and({ ...closes(9_900, 10_100), at: CLOSE + 3 });
    expect([held(world, 'BTC'), held(world, 'BTC', 'bob')]).toEqual(['2 0', '8 0']);
  });

  it('are amended and cancelled until then', () => {
    const { world } = session();
    world.and(place(atClose(limit('buy', '2', '101'))), at(CUT_OFF - 1, amend({ price: '102' })));
    expect(held(world, 'USDT')).toBe('99795.796 204.204');
    world.and(at(CUT_OFF - 1, cancel()));
    expect(held(world, 'USDT')).toBe('100000 0');
  });

  it('that no auction could take are refused by name', () => {
    const { world, agents } = session();
    world.when(place(atClose({ side: 'buy', kind: 'market', quoteAmount: '50' }))).then('order.auction-needs-quantity');
    const stop = atClose({ side: 'sell', kind: 'stop', quantity: '1', stopPrice: '90' } as const);
    world.when(place({ ...stop, orderId: 'o-4' }, 'bob')).then('order.time-in-force-not-allowed');
    world.when(place({ ...atClose(limit('buy', '1', '99')), postOnly: true })).then('order.post-only-not-allowed');
    const bobBuys = place({ ...atClose(limit('buy', '1', '99.5')), orderId: 'o-3' }, 'bob');
    world.and(bobSells).when(bobBuys).then('order.crosses-own-order');
    agents.session = { open: true, phase: 'open' };
    world.when(place(atClose(limit('buy', '1', '99')))).then('order.no-closing-auction');
  });

  it('are taken, amended and cancelled in the call already, and wait for that day’s close', () => {
    const { world, agents, closes } = session();
    agents.phase = 'call';
    agents.session = { open: false, phase: 'call', nextChangeAt: 50_000, closingAuctionAt: CLOSE, cutOffAt: CUT_OFF };
    world.and(at(1, place(atClose(limit('buy', '2', '101')))), at(1, bobSells), at(2, amend({ price: '102' })));
    expect(held(world, 'USDT')).toBe('99795.796 204.204');
    world.when(at(3, cancel())).then('SpotOrderCancelled');
    agents.phase = 'continuous';
    agents.session = { open: true, phase: 'open', nextChangeAt: CLOSE, cutOffAt: CUT_OFF };
    const beat = agents.moves({ bids: [[9_900, 10_000]], asks: [[10_100, 10_000]] });
    agents.tape = { ...agents.tape, opening: true };
    world.when(at(50_000, { ...beat, actor: 'market' })).then();
    world.and(at(50_001, place({ ...atClose(limit('buy', '2', '101')), orderId: 'o-3' })));
    world.and(closes(9_900, 10_100));
    expect([held(world, 'BTC'), held(world, 'BTC', 'bob')]).toEqual(['2 0', '8 0']);
  });

  it('outlive beats that are missed around the open, and end with a close among them, wherever the gap began', () => {
    const opensAt = 1_000_000;
    const inCall = { open: false, phase: 'call', nextChangeAt: opensAt, cutOffAt: CUT_OFF } as const;
    const inSession = { open: true, phase: 'open', nextChangeAt: CLOSE, cutOffAt: CUT_OFF } as const;
    const day = () => {
      const { world, agents } = session();
      agents.phase = 'call';
      agents.hours = (_, now) =>
        now < opensAt ? inCall : now < CLOSE ? inSession : { open: false, phase: 'closed', closedAt: CLOSE };
      return world.and(at(1, bobSells), at(1, place({ ...limit('buy', '1', '90'), timeInForce: 'OPG' })));
    };
    const skip = (fromMs: number, toMs: number) => {
      const missed = { fromBeat: fromMs / BEAT_MS, outcome: 'skipped', reason: 'restart' } as const;
      const data = { symbol: SYMBOL, beat: toMs / BEAT_MS, missed };
      return { type: 'AdvanceSpotMarket', data, actor: 'market', at: toMs };
    };
    const open = day();
    open.when(skip(500_000, opensAt)).then('SpotBeatsMissed', 'SpotOrderCancelled');
    expect([held(open, 'USDT'), held(open, 'BTC', 'bob')]).toEqual(['100000 0', '8 2']);
    open.when(skip(opensAt + BEAT_MS, CLOSE - 2 * BEAT_MS)).then('SpotBeatsMissed');
    const both = day();
    both.when(skip(500_000, CLOSE)).then('SpotBeatsMissed', 'SpotOrderCancelled', 'SpotOrderCancelled');
    expect([held(both, 'USDT'), held(both, 'BTC', 'bob')]).toEqual(['100000 0', '10 0']);
  });

  it('end unfilled where the close was missed, and never trade in that of another day', () => {
    const { world } = session();
    const missed = { fromBeat: 1, outcome: 'skipped', reason: 'restart' } as const;
    const skip = { type: 'AdvanceSpotMarket', data: { symbol: SYMBOL, beat: CLOSE / BEAT_MS + 10, missed } };
    const skipped = world.and(bobSells).when({ ...skip, actor: 'market', at: CLOSE + 2_500 });
    skipped.then('SpotBeatsMissed', 'SpotOrderCancelled');
    expect(skipped.events.at(-1)?.data).toMatchObject({ orderId: 'o-2', reason: 'auction-missed' });
    expect(held(world, 'BTC', 'bob')).toBe('10 0');
  });
});
