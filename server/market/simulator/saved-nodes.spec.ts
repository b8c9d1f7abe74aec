import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { SavedNodes } from './saved-nodes.js';

describe('nodes that wait to be searched', () => {
  it('come in the order of what they promise, and none that promises too little', () => {
    const promises = fc.array(fc.integer({ min: -1000, max: 1000 }), { maxLength: 300 });
    fc.assert(
      fc.property(promises, fc.integer({ min: -1000, max: 1000 }), (all, least) => {
        const nodes = new SavedNodes(1);
        for (const [n, promise] of all.entries()) nodes.await(n, promise);
        const taken: number[] = [];
        for (let n = nodes.best(least); n !== undefined; n = nodes.best(least)) taken.push(all[n]!);
        expect(taken).toEqual(all.filter((each) => each > least).sort((a, b) => b - a));
      }),
    );
  });
});
