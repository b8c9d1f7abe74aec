import { describe, expect, it } from '@jest/globals';
import { FUNDINGS_LISTED, recomputed } from './position-check.js';

describe('what the owner of a position computes again', () => {
  it('is right for a payment that settles more fundings than it lists', () => {
    const fundings = Array.from({ length: FUNDINGS_LISTED }, (_, n) => ({
      rate: '0.0001',
      markPrice: '100',
      charge: '0.01',
      index: `${(31 + n) / 100}`,
    }));
    const before = { lots: 1_000, entryNotional: '100', margin: '60', fundingIndex: '0', unpaid: '0' };
    const paid = {
      kind: 'funded',
      before,
      quantity: '1',
      index: '1.3',
      fundings,
      paid: '1.3',
      shortfall: '0',
    } as const;
    const position = { side: 'long', lotSize: '0.001' } as const;
    expect(recomputed(paid, position).map(({ name, computed }) => [name, computed])).toEqual([
      ['index', '1.3'],
      ['paid', '1.3'],
      ['shortfall', '0'],
    ]);
    const wrong = recomputed({ ...paid, index: '1.31' }, position);
    expect(wrong.find(({ name }) => name === 'index')).toMatchObject({ stated: '1.31', computed: '1.3' });
  });
});
