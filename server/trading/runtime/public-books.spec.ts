import { describe, expect, it } from '@jest/globals';
import { funds } from '../../engine/writer/decider.testkit.js';
import type { Writers } from '../../engine/writer/writers.js';
import { spotKind } from '../../features/spot/spot.state.js';
import {
  BTC_TERMS,
  limit,
  market,
  ownerOf,
  place,
  QuotedMarket,
  spot,
  SYMBOL,
  type Spot,
} from '../../features/spot/spot.testkit.js';
import type { Market } from '../../market/runtime/market.js';
import type { AgentLadder } from '../../market/simulator/ladder.js';
import { Products } from './products.js';
import { PublicBooks } from './public-books.js';

/** Alice's bid of 98.00 rests while agents come to ask 97.00; the tape has not traded with it yet. */
function crossed() {
  const agents = new QuotedMarket();
  const rested = spot(agents).and(place(limit('buy', '2', '98')));
  const asks = [
    [9700, 5],
    [9900, 10],
    [10_100, 20],
  ] as const;
  agents.quotes = { bids: [[9600, 30]], asks };
  return booksOf(rested, { ladder: () => agents.quotes as AgentLadder });
}

function booksOf({ state }: Spot, market: Partial<Market>) {
  const parts = {
    in: () => parts,
    terms: () => BTC_TERMS,
    ladder: () => undefined,
    callAt: () => undefined,
    hours: () => ({ open: true, phase: 'open' }),
    price: (_: string, ticks: number) => `${ticks}`,
    quantity: (_: string, lots: number) => `${lots}`,
    priceTicks: () => 10_000,
    ...market,
  } as unknown as Market;
  const writers = { peek: () => state, read: () => Promise.resolve(state) } as unknown as Writers;
  return new PublicBooks(writers, new Products([{ kind: spotKind, market: parts }]));
}

/** In the call Alice bids for 5 at 101 and Bob for 1 at 97; Carol, who has 2 units, offers them at 99. */
function gathered() {
  const agents = new QuotedMarket();
  agents.phase = 'call';
  const orders = spot(agents)
    .and(funds(ownerOf('carol'), 'BTC', '2'))
    .and(place(limit('buy', '5', '101')))
    .and(place({ ...limit('buy', '1', '97'), orderId: 'o-2' }, 'bob'))
    .and(place({ ...limit('sell', '2', '99'), orderId: 'o-3' }, 'carol'));
  return booksOf(orders, { callAt: () => 9_000 });
}

/** Alice buys 16 at the market's close, and Carol, who has 5 units, sells 5 from 99. */
function closing() {
  const agents = new QuotedMarket();
  const session = { open: true, phase: 'open', nextChangeAt: 9_000_000 } as const;
  agents.session = { ...session, cutOffAt: 8_000_000 };
  const atClose = { timeInForce: 'ATC' } as const;
  const orders = spot(agents)
    .and(funds(ownerOf('carol'), 'BTC', '5'))
    .and(place({ ...market('buy', '16'), ...atClose }))
    .and(place({ ...limit('sell', '5', '99'), ...atClose, orderId: 'o-2' }, 'carol'));
  const now = { hours: () => ({ ...session, cutOffAt: 0 }), ladder: () => agents.quotes as AgentLadder };
  return booksOf(orders, now);
}

describe('a public book', () => {
  it('shows agents only up to users’ orders on the other side, so it is never crossed', async () => {
    const books = crossed();
    expect(await books.view('demo', SYMBOL, 1)).toMatchObject({
      bids: [
        ['9800', '2000'],
        ['9600', '30'],
      ],
      asks: [
        ['9900', '10'],
        ['10100', '20'],
      ],
    });
  });

  it('has the best prices that the ticker shows', () => {
    const books = crossed();
    expect(books.isTouched('demo', SYMBOL)).toBe(true);
    expect(books.best('demo', SYMBOL, 1)).toEqual({ bidTicks: 9800, askTicks: 9900 });
  });

  it('shows in a call what its auction would trade, and the levels that it would leave', async () => {
    const books = gathered();
    expect(await books.view('demo', SYMBOL, 1)).toMatchObject({
      bids: [
        ['10100', '3000'],
        ['9700', '1000'],
      ],
      asks: [],
      auction: {
        kind: 'opening',
        at: 9_000,
        price: '10000',
        quantity: '2000',
        imbalance: '3000',
        imbalanceSide: 'buy',
      },
    });
    expect(books.best('demo', SYMBOL, 1)).toEqual({ bidTicks: 10_100, askTicks: undefined });
  });

  it('shows before the close what its auction would trade now, and none of its orders as offers', async () => {
    const books = closing();
    // Of the sixteen, five come from Carol and ten from agents at 101; one finds nobody.
    expect(await books.view('demo', SYMBOL, 1)).toMatchObject({
      bids: [['9900', '10000']],
      asks: [['10100', '10000']],
      auction: {
        kind: 'closing',
        at: 9_000_000,
        price: '10100',
        quantity: '15000',
        imbalance: '11000',
        imbalanceSide: 'buy',
      },
    });
  });

  it('has no auction while nobody gathers one', async () => {
    expect(await crossed().view('demo', SYMBOL, 1)).toMatchObject({ auction: null });
  });
});
