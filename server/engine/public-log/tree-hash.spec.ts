import { describe, expect, it } from '@jest/globals';
import { CompactRange, leafHash } from '../../../shared/merkle.js';
import { leafHashOf, rootOver, sha256 } from './tree-hash.js';

describe('the server’s own hashes of a tree', () => {
  it('are those of the code that browsers verify with, at every size of a tile and beyond', () => {
    const tree = CompactRange.empty();
    const leaves: Uint8Array[] = [];
    for (let size = 1; size <= 300; size++) {
      const entry = sha256(Buffer.from(`entry ${size}`));
      leaves.push(leafHashOf(entry));
      tree.append(leafHash(entry));
      expect(Buffer.from(rootOver(leaves))).toEqual(Buffer.from(tree.root()));
    }
  });

  it('have no root over nothing', () => {
    expect(() => rootOver([])).toThrow('no root over no hashes');
  });
});
