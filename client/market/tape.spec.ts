import { describe, expect, it } from '@jest/globals';
import type { PublicTradeView } from '../../contracts/market.contract';
import { largePrint, withNews } from './tape';

const prints = (...quantities: string[]): PublicTradeView[] =>
  quantities.map((quantity, at) => ({ id: `${at}`, at, price: '1', quantity, side: 'buy' }));

describe('a large print', () => {
  it('is six times the middle size of those on the screen, however large one of them is', () => {
    expect(largePrint(prints(...Array.from({ length: 20 }, () => '0.5'), '1000'))).toBe(3);
  });

  it('is unknown while there are few to compare', () => {
    expect(largePrint(prints('1', '2'))).toBe(Infinity);
  });
});

describe('the trades on the screen', () => {
  const trade = (id: string, at: number): PublicTradeView => ({ id, at, price: '1', quantity: '1', side: 'buy' });
  const idsOf = (trades: readonly PublicTradeView[]) => trades.map(({ id }) => id);

  it('begin with the newest, also of a sweep whose fills share a millisecond, and show each once', () => {
    const snapshot = withNews([], [trade('a', 1), trade('b', 2), trade('c', 2)]);
    expect(idsOf(snapshot)).toEqual(['c', 'b', 'a']);
    expect(idsOf(withNews(snapshot, [trade('c', 2), trade('d', 3), trade('e', 3)]))).toEqual(['e', 'd', 'c', 'b', 'a']);
  });
});
