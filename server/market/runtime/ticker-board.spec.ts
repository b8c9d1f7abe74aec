import { describe, expect, it } from '@jest/globals';
import type { TickerView } from '../../../contracts/market.contract.js';
import { FakeClock } from '../../core/clock.js';
import type { Market } from './market.js';
import { inSlices, TickerBoard } from './ticker-board.js';
import type { Tickers } from './tickers.js';

const START = 1_795_176_000_000;

/** A board over instruments that are open or shut, and what was made for it. */
function boardOf({ open }: { open: boolean }) {
  const clock = new FakeClock(START);
  const made: string[] = [];
  const market = { isOpen: () => open, has: () => true, symbols: () => ['A', 'B', 'C'] } as unknown as Market;
  const ticker = (realm: string, symbol: string, at: number) => {
    made.push(`${realm} ${symbol}`);
    return { symbol, at } as TickerView;
  };
  return { clock, made, board: new TickerBoard(market, { ticker } as unknown as Tickers, clock) };
}

describe('the board of tickers', () => {
  it('makes each ticker once for everybody who reads within some seconds, and for each realm', async () => {
    const { board, made, clock } = boardOf({ open: true });
    await Promise.all([board.of('demo', ['A', 'B']), board.of('demo', ['B', 'C'])]);
    await board.of('real', ['A']);
    clock.advance(4_999);
    await board.of('demo', ['C', 'B', 'A']);
    expect(made).toEqual(['demo A', 'demo B', 'demo C', 'real A']);
    clock.advance(1);
    expect(await board.of('demo', ['B'])).toEqual([{ symbol: 'B', at: START + 5_000 }]);
  });

  it('keeps those of a closed market for a minute', async () => {
    const { board, made, clock } = boardOf({ open: false });
    await board.of('demo', ['A']);
    clock.advance(59_999);
    await board.of('demo', ['A']);
    expect(made).toHaveLength(1);
    clock.advance(1);
    await board.of('demo', ['A']);
    expect(made).toHaveLength(2);
  });

  it('is warm for the first reader after a start, and stops warming when the server ends', async () => {
    const { board, made } = boardOf({ open: true });
    await board.warm(() => true);
    expect(made).toEqual([]);
    await board.warm(() => false);
    await board.of('demo', ['A', 'B', 'C']);
    expect(made).toEqual(['demo A', 'demo B', 'demo C']);
  });

  it('lets what waits go first while it makes thousands', async () => {
    const order: string[] = [];
    const sweep = inSlices([...Array(3_000).keys()], (each) => each * 2).then((list) => {
      order.push('sweep');
      return list;
    });
    await new Promise((resolve) => setImmediate(resolve));
    order.push('order');
    expect((await sweep).length).toBe(3_000);
    expect(order).toEqual(['order', 'sweep']);
  });
});
