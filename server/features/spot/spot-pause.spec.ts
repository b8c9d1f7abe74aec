import { describe, expect, it } from '@jest/globals';
import { funds } from '../../engine/writer/decider.testkit.js';
import { BEAT_MS } from '../../market/book-market.js';
import { cancel, limit, market, ownerOf, place, QuotedMarket, spot, type Spot } from './spot.testkit.js';

const CLOSE = 100 * 60_000;
const CUT_OFF = CLOSE - 10 * 60_000;
const RESUMES = 40 * 60_000;

const held = (world: Spot, asset: string, user = 'alice') => world.funds(ownerOf(user), asset);
const at = <Command>(instant: number, command: Command) => ({ ...command, at: instant });

const beatOf = <Command extends { data: object }>(command: Command, beat: number) => ({
  ...command,
  data: { ...command.data, beat },
});

/** A session that pauses, with a closing auction to come. Alice has an order at the close, bob ten units to sell. */
function paused() {
  const agents = new QuotedMarket();
  const open = { open: true, phase: 'open', nextChangeAt: CLOSE, closingAuctionAt: CLOSE, cutOffAt: CUT_OFF } as const;
  agents.session = open;
  const atClose = place({ ...limit('buy', '1', '101'), timeInForce: 'ATC', orderId: 'o-close' });
  const world = spot(agents).and(funds(ownerOf('bob'), 'BTC', '10'), at(1, atClose));
  agents.phase = 'call';
  agents.session = {
    open: false,
    phase: 'call',
    closedAt: RESUMES - 300_000,
    nextChangeAt: RESUMES,
    closingAuctionAt: CLOSE,
    cutOffAt: CUT_OFF,
  };
  agents.quotes = { bids: [], asks: [] };
  const resumes = (bid: number, ask: number) => {
    agents.phase = 'continuous';
    agents.session = open;
    const beat = agents.moves({ bids: [[bid, 10_000]], asks: [[ask, 10_000]] });
    agents.tape = { ...agents.tape, noiseTakers: [], opening: true };
    return at(RESUMES, { ...beat, actor: 'market' });
  };
  const closes = (bid: number, ask: number) => {
    const beat = agents.moves({ bids: [[bid, 10_000]], asks: [[ask, 10_000]] });
    agents.tape = { ...agents.tape, noiseTakers: [], closing: true };
    return at(CLOSE - BEAT_MS, { ...beat, actor: 'market' });
  };
  return { world, agents, resumes, closes };
}

const during = RESUMES - 60_000;

describe('spot orders while trading is paused', () => {
  it('are gathered, also across each other, and fill at one price when it resumes', () => {
    const { world, resumes } = paused();
    world.and(
      at(during, place({ ...limit('buy', '2', '95'), orderId: 'o-1' })),
      at(during, place({ ...limit('sell', '1', '88'), orderId: 'o-2' }, 'bob')),
    );
    expect(held(world, 'BTC', 'bob')).toBe('9 1');
    const { events } = world.when(resumes(8_900, 9_000));
    const fills = events.flatMap(({ type, data }) =>
      type === 'SpotOrderMatched' ? [(data as { priceTicks: number }).priceTicks] : [],
    );
    expect(fills.length).toBeGreaterThan(1);
    expect(new Set(fills).size).toBe(1);
    expect(held(world, 'BTC')).toBe('2 0');
    expect(held(world, 'BTC', 'bob')).toBe('9 0');
  });

  it('that trade in its auction alone end with it, and market orders wait for it too', () => {
    const { world, resumes } = paused();
    world.and(at(during, place({ ...market('buy', '12'), timeInForce: 'OPG', orderId: 'o-1' })));
    world.and(resumes(8_900, 9_000));
    expect(held(world, 'BTC')).toBe('10 0');
    world.when(place({ ...market('buy', '1'), timeInForce: 'OPG', orderId: 'o-9' })).then('order.only-in-call');
  });

  it('leave orders at the close waiting: they trade in the auction of the close', () => {
    const { world, agents, resumes, closes } = paused();
    const before = held(world, 'USDT');
    world.and(resumes(9_900, 10_100));
    expect(held(world, 'USDT')).toBe(before);
    agents.tape = { ...agents.tape, opening: false };
    world.and(closes(9_900, 10_100));
    expect(held(world, 'BTC')).toBe('1 0');
  });

  it('at the close may be cancelled, as the cut-off is still to come', () => {
    const { world } = paused();
    world.and(at(during, { ...cancel(), data: { ...cancel().data, orderId: 'o-close' } }));
    expect(held(world, 'USDT')).toBe('100000 0');
  });

  it('at the close end where the session ends paused, and never trade in that of another day', () => {
    const { world, agents } = paused();
    agents.session = { ...agents.session, nextChangeAt: CLOSE };
    agents.closed = true;
    const last = { ...agents.moves(agents.quotes), actor: 'market' };
    world.when(at(CLOSE - 2 * BEAT_MS, beatOf(last, CLOSE / BEAT_MS - 2))).then();
    world.when(at(CLOSE - BEAT_MS, beatOf(last, CLOSE / BEAT_MS - 1))).then('SpotBeatDecided', 'SpotOrderCancelled');
    expect(held(world, 'USDT')).toBe('100000 0');
  });

  it('at the close stand from the cut-off on, and none is taken any more', () => {
    const { world, agents } = paused();
    agents.session = { ...agents.session, nextChangeAt: CLOSE };
    const late = CUT_OFF + 60_000;
    world.when(at(late, { ...cancel(), data: { ...cancel().data, orderId: 'o-close' } })).then('order.closing-cut-off');
    const another = place({ ...limit('buy', '1', '101'), timeInForce: 'ATC', orderId: 'o-late' });
    world.when(at(late, another)).then('order.no-closing-auction');
  });
});
