import { describe, expect, it } from '@jest/globals';
import type { PublicTradeView } from '../../contracts/market.contract';
import { largePrint } from './tape';

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
