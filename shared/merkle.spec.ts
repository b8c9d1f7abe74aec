import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  CompactRange,
  consistencyProof,
  EMPTY_ROOT,
  inclusionProof,
  leafHash,
  nodeHash,
  nodesFor,
  rootOf,
  type Hash,
  type NodeAt,
} from './merkle.js';
import { isConsistent, isIncluded } from './merkle-proof.js';

/** The tree with which implementations of Certificate Transparency are compared, and its root at each size. */
const CT_ENTRIES = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'];
const CT_ROOTS = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];

const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const leaves = (count: number): Hash[] =>
  Array.from({ length: count }, (_, at) => leafHash(Buffer.from(`entry ${at}`)));

/** The definition of RFC 6962, 2.1, word for word. */
function naiveRoot(of: readonly Hash[]): Hash {
  if (of.length <= 1) return of[0] ?? EMPTY_ROOT;
  const k = 2 ** Math.ceil(Math.log2(of.length) - 1);
  return nodeHash(naiveRoot(of.slice(0, k)), naiveRoot(of.slice(k)));
}

const nodesOf =
  (of: readonly Hash[]): NodeAt =>
  (level, index) => {
    const width = 2 ** level;
    const below = of.slice(index * width, (index + 1) * width);
    if (below.length !== width) throw new Error(`the subtree ${level}/${index} is not complete`);
    return naiveRoot(below);
  };

/** The hash with one bit turned, for each of its 256 bits. */
function* flipped(hash: Hash): Generator<Hash> {
  for (let bit = 0; bit < 8 * hash.length; bit++) {
    const other = Uint8Array.from(hash);
    other[bit >> 3]! ^= 1 << (bit & 7);
    yield other;
  }
}

const places = fc
  .integer({ min: 1, max: 70 })
  .chain((size) => fc.record({ size: fc.constant(size), at: fc.integer({ min: 0, max: size - 1 }) }));

describe('a tree', () => {
  it('has the roots of the reference tree of Certificate Transparency', () => {
    const range = CompactRange.empty();
    const roots = [hexOf(range.root())];
    for (const entry of CT_ENTRIES) {
      range.append(leafHash(Buffer.from(entry, 'hex')));
      roots.push(hexOf(range.root()));
    }
    expect(roots).toEqual(CT_ROOTS);
  });

  it('grows by appending to the root of the recursive definition, and tells each complete subtree', () => {
    const all = leaves(70);
    const nodeAt = nodesOf(all);
    const range = CompactRange.empty();
    let made = 0;
    for (const [at, leaf] of all.entries()) {
      range.append(leaf, ({ level, index }, hash) => {
        made++;
        expect(hash).toEqual(nodeAt(level, index));
      });
      const known = all.slice(0, at + 1);
      expect(range.size).toBe(known.length);
      expect(range.root()).toEqual(naiveRoot(known));
      expect(rootOf(known.length, nodesOf(known))).toEqual(range.root());
    }
    expect(made).toBe(70 + 35 + 17 + 8 + 4 + 2 + 1);
  });

  it('goes on from its edge alone', () => {
    fc.assert(
      fc.property(places, ({ size, at }) => {
        const all = leaves(size);
        const range = CompactRange.of(at, nodesOf(all));
        for (const leaf of all.slice(at)) range.append(leaf);
        expect(range.root()).toEqual(naiveRoot(all));
      }),
    );
  });

  it.each([-1, 0.5, Number.NaN, 2 ** 53])('has no size of %p', (size) => {
    expect(() => rootOf(size, nodesOf([]))).toThrow('no size');
    expect(isConsistent({ oldSize: size, oldRoot: EMPTY_ROOT, newSize: size, newRoot: EMPTY_ROOT, proof: [] })).toBe(
      false,
    );
  });
});

describe('an inclusion proof', () => {
  it('leads from each entry to the root, and from no other place or size', () => {
    fc.assert(
      fc.property(places, ({ size, at }) => {
        const all = leaves(size);
        const proof = inclusionProof(at, size, nodesOf(all));
        const claim = { leaf: all[at]!, index: at, size, proof, root: naiveRoot(all) };
        expect(isIncluded(claim)).toBe(true);
        for (let index = 0; index <= size; index++) expect(isIncluded({ ...claim, index })).toBe(index === at);
        expect(isIncluded({ ...claim, proof: [...proof, EMPTY_ROOT] })).toBe(false);
        if (proof.length > 0) expect(isIncluded({ ...claim, proof: proof.slice(1) })).toBe(false);
      }),
    );
  });

  it('is the path that RFC 6962, 2.1.3, draws for seven entries', () => {
    const all = leaves(7);
    const nodeAt = nodesOf(all);
    expect(inclusionProof(0, 7, nodeAt)).toEqual([nodeAt(0, 1), nodeAt(1, 1), nodeHash(nodeAt(1, 2), nodeAt(0, 6))]);
    expect(inclusionProof(3, 7, nodeAt)).toEqual([nodeAt(0, 2), nodeAt(1, 0), nodeHash(nodeAt(1, 2), nodeAt(0, 6))]);
    expect(inclusionProof(6, 7, nodeAt)).toEqual([nodeAt(1, 2), nodeAt(2, 0)]);
    expect(() => inclusionProof(7, 7, nodeAt)).toThrow('no entry 7 of 7');
  });

  it('is refused when any bit of leaf, root or proof is another', () => {
    const all = leaves(7);
    const claim = { leaf: all[4]!, index: 4, size: 7, proof: inclusionProof(4, 7, nodesOf(all)), root: naiveRoot(all) };
    for (const leaf of flipped(claim.leaf)) expect(isIncluded({ ...claim, leaf })).toBe(false);
    for (const root of flipped(claim.root)) expect(isIncluded({ ...claim, root })).toBe(false);
    for (const [at, hash] of claim.proof.entries())
      for (const other of flipped(hash))
        expect(isIncluded({ ...claim, proof: claim.proof.with(at, other) })).toBe(false);
  });

  it('is refused when a hash was cut off', () => {
    const [leaf, other] = leaves(2) as [Hash, Hash];
    const claim = { leaf, index: 0, size: 2, proof: [other], root: nodeHash(leaf, other) };
    expect(isIncluded(claim)).toBe(true);
    // An entry may not pass for the node above it: all lengths but 32 are refused.
    const node = { ...claim, leaf: leaf.slice(0, 31), proof: [Buffer.concat([leaf.slice(31), other])] };
    expect(isIncluded({ ...node, root: nodeHash(node.leaf, node.proof[0]!) })).toBe(false);
  });
});

describe('a consistency proof', () => {
  it('shows for any two sizes that the larger tree begins with the smaller, and nothing else', () => {
    fc.assert(
      fc.property(places, ({ size: newSize, at: oldSize }) => {
        const all = leaves(newSize);
        const [oldRoot, newRoot] = [naiveRoot(all.slice(0, oldSize)), naiveRoot(all)];
        const proof = consistencyProof(oldSize, newSize, nodesOf(all));
        const claim = { oldSize, oldRoot, newSize, newRoot, proof };
        expect(isConsistent(claim)).toBe(true);
        expect(isConsistent({ ...claim, oldRoot: leafHash(oldRoot) })).toBe(false);
        expect(isConsistent({ ...claim, newRoot: leafHash(newRoot) })).toBe(oldSize === 0);
        expect(isConsistent({ ...claim, proof: [...proof, EMPTY_ROOT] })).toBe(false);
        if (proof.length > 0) expect(isConsistent({ ...claim, proof: proof.slice(1) })).toBe(false);
      }),
    );
  });

  it('is the one that RFC 6962, 2.1.3, draws for seven entries', () => {
    const nodeAt = nodesOf(leaves(7));
    expect(consistencyProof(3, 7, nodeAt)).toEqual([
      nodeAt(0, 2),
      nodeAt(0, 3),
      nodeAt(1, 0),
      nodeHash(nodeAt(1, 2), nodeAt(0, 6)),
    ]);
    expect(consistencyProof(4, 7, nodeAt)).toEqual([nodeHash(nodeAt(1, 2), nodeAt(0, 6))]);
    expect(consistencyProof(6, 7, nodeAt)).toEqual([nodeAt(1, 2), nodeAt(0, 6), nodeAt(2, 0)]);
  });

  it('is refused when any bit of a root or the proof is another', () => {
    const all = leaves(7);
    const claim = {
      oldSize: 3,
      oldRoot: naiveRoot(all.slice(0, 3)),
      newSize: 7,
      newRoot: naiveRoot(all),
      proof: consistencyProof(3, 7, nodesOf(all)),
    };
    for (const oldRoot of flipped(claim.oldRoot)) expect(isConsistent({ ...claim, oldRoot })).toBe(false);
    for (const newRoot of flipped(claim.newRoot)) expect(isConsistent({ ...claim, newRoot })).toBe(false);
    for (const [at, hash] of claim.proof.entries())
      for (const other of flipped(hash))
        expect(isConsistent({ ...claim, proof: claim.proof.with(at, other) })).toBe(false);
  });

  it('is refused for a tree that shrinks or that was rewritten', () => {
    const [all, rewritten] = [leaves(7), leaves(7).with(1, EMPTY_ROOT)];
    const [old, now] = [naiveRoot(all.slice(0, 3)), naiveRoot(rewritten)];
    const proof = consistencyProof(3, 7, nodesOf(rewritten));
    expect(isConsistent({ oldSize: 3, oldRoot: old, newSize: 7, newRoot: now, proof })).toBe(false);
    expect(isConsistent({ oldSize: 7, oldRoot: now, newSize: 3, newRoot: old, proof })).toBe(false);
    expect(isConsistent({ oldSize: 7, oldRoot: now, newSize: 7, newRoot: naiveRoot(all), proof: [] })).toBe(false);
    expect(() => consistencyProof(7, 3, nodesOf(all))).toThrow('does not begin with 7');
  });

  it('is made of a few nodes that can be read before, also of a tree of 2 ** 40 entries', () => {
    const size = 2 ** 40 + 1;
    expect(nodesFor((nodeAt) => consistencyProof(2 ** 33, size, nodeAt))).toHaveLength(8);
    expect(nodesFor((nodeAt) => inclusionProof(2 ** 39, size, nodeAt))).toHaveLength(41);
    expect(nodesFor((nodeAt) => rootOf(size, nodeAt))).toEqual([
      { level: 40, index: 0 },
      { level: 0, index: 2 ** 40 },
    ]);
  });
});
