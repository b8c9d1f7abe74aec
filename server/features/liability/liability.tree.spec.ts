import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { pathIn, type BundleOf } from './liability.proof.js';
import {
  addSums,
  byAsset,
  decodeSums,
  encodeSums,
  fillerName,
  leafHash,
  leavesFor,
  nonceOf,
  parentOf,
  type Sum,
  type TreeNode,
} from './liability.tree.js';
import { KEY_BYTES, TreeBuilder, type Bundle } from './tree-builder.js';
import { BUNDLE } from './tree-levels.js';

const key = Buffer.alloc(32, 7);

type Balance = readonly [owner: string, asset: string, units: bigint];

/** The tree as it is written down: leaves in the order of their nonces, halves joined from the top downwards. */
function reference(balances: readonly Balance[]): TreeNode[][] {
  const owners = new Map<string, Map<string, bigint>>();
  for (const [owner, asset, units] of balances) {
    const sums = owners.get(owner) ?? new Map<string, bigint>();
    owners.set(owner, sums.set(asset, (sums.get(asset) ?? 0n) + units));
  }
  const leaves = [...owners].flatMap(([owner, sums]) => {
    const list = [...sums].flatMap(([asset, amount]): Sum[] => (amount === 0n ? [] : [{ asset, amount }]));
    return list.length === 0 ? [] : [leaf(owner, owner, list.sort(byAsset))];
  });
  const wanted = leavesFor(leaves.length);
  for (let count = 0; leaves.length < wanted; count += 1) leaves.push(leaf(fillerName(count), '', []));
  leaves.sort((one, other) => Buffer.compare(one.nonce, other.nonce));
  const levels: TreeNode[][] = [leaves];
  for (let level = leaves as TreeNode[]; level.length > 1;) {
    level = Array.from({ length: level.length / 2 }, (_, at) =>
      parentOf(level[2 * at] as TreeNode, level[2 * at + 1] as TreeNode),
    );
    levels.push(level);
  }
  return levels;
}

function leaf(name: string, owner: string, sums: readonly Sum[]): TreeNode & { nonce: Buffer } {
  const nonce = createHmac('sha256', key).update(name).digest();
  return { nonce, sums, hash: leafHash(nonce, owner, sums) };
}

function built(balances: readonly Balance[]) {
  const builder = new TreeBuilder(key);
  for (const [owner, asset, units] of balances) builder.add(Buffer.from(owner), asset, units);
  const bundles: Bundle[] = [];
  const run = builder.build();
  for (;;) {
    const next = run.next();
    if (next.done === true) return { ...next.value, bundles };
    bundles.push(next.value);
  }
}

const anyBalance = fc.tuple(
  fc.integer({ min: 0, max: 700 }).map((n) => `demo-${n}.1`),
  fc.constantFrom('USDT', 'BTC', 'ETH', 'A', 'LONGNAMECOIN'),
  fc.bigInt({ min: 0n, max: 10n ** 30n }),
);

const plain = ({ sums, hash }: TreeNode) => ({
  sums: sums.map(({ asset, amount }) => [asset, amount]),
  hash: hash.toString('hex'),
});

describe('the tree of what is owed', () => {
  it('is the same, built fast in bundles, as the one that is written down', () => {
    fc.assert(
      fc.property(fc.array(anyBalance, { maxLength: 900 }), (balances) => {
        const { leaves, top, bundles } = built(balances);
        const levels = reference(balances);
        expect(leaves).toBe(levels[0]?.length);
        expect(plain(top)).toEqual(plain(levels.at(-1)?.[0] as TreeNode));
        for (const { level, ordinal, nodes } of bundles) {
          const wanted = levels[level * 8]?.slice(ordinal * BUNDLE, (ordinal + 1) * BUNDLE) ?? [];
          const bytes = wanted.flatMap(({ sums, hash }) => [encodeSums(sums), hash]);
          expect(nodes.equals(Buffer.concat(bytes))).toBe(true);
        }
      }),
      { numRuns: 25 },
    );
  });

  it('sums up in its root what stands in its leaves, and loses nobody', () => {
    fc.assert(
      fc.property(fc.array(anyBalance, { maxLength: 60 }), (balances) => {
        const total = balances.reduce<Sum[]>((sums, [, asset, amount]) => addSums(sums, [{ asset, amount }]), []);
        expect(built(balances).top.sums).toEqual(total.filter(({ amount }) => amount > 0n));
      }),
      { numRuns: 60 },
    );
  });

  it('takes back what was posted later, whichever is told first, and never goes below zero', () => {
    const there = built([['demo-a.1', 'USDT', 5n]]);
    expect(
      built([
        ['demo-a.1', 'USDT', -2n],
        ['demo-a.1', 'USDT', 7n],
      ]).top,
    ).toEqual(there.top);
    // Later owners leave no trace: the tree is that of its position, whenever it is made.
    const later: Balance[] = Array.from({ length: 9 }, (_, n) => [`demo-${n}.1`, 'BTC', 3n]);
    const back = later.map(([owner, asset, units]): Balance => [owner, asset, -units]);
    expect(built([...later, ['demo-a.1', 'USDT', 5n], ...back]).top).toEqual(there.top);
    expect(() => built([['demo-a.1', 'USDT', -1n]])).toThrow('negative');
    expect(() => built([['demo-a.1', 'USDT', 2n ** 127n]])).toThrow();
    expect(() => encodeSums([{ asset: 'USDT', amount: 0n }])).toThrow();
  });

  it('counts sums beyond 64 bits, and refuses to lose what is beyond 127', () => {
    const much = 2n ** 122n - 1n;
    const rich = (count: number) => Array.from({ length: count }, (_, n): Balance => [`demo-${n}.1`, 'USDT', much]);
    expect(built(rich(32)).top.sums).toEqual([{ asset: 'USDT', amount: 32n * much }]);
    expect(() => built(rich(33))).toThrow('beyond');
    expect(() => built([['demo-a.1', 'USDT', much + 1n]])).toThrow('beyond');
  });

  it('holds a sum of exactly 2^127 less one unit, and not one unit more', () => {
    const much = 2n ** 122n - 1n;
    const of = (rest: bigint): Balance[] => [
      ...Array.from({ length: 32 }, (_, n): Balance => [`demo-${n}.1`, 'USDT', much]),
      ['demo-rest.1', 'USDT', rest],
    ];
    expect(built(of(31n)).top.sums).toEqual([{ asset: 'USDT', amount: 2n ** 127n - 1n }]);
    expect(() => built(of(32n))).toThrow('beyond');
  });

  it.each([2, 4, 256])('has as many leaves as owners where these are %i, a power of two', (owners) => {
    const balances = Array.from({ length: owners }, (_, n): Balance => [`demo-${n}.1`, 'USDT', 1n]);
    expect(built(balances).leaves).toBe(owners);
    expect(leavesFor(owners + 1)).toBe(2 * owners);
  });

  it('writes sums so that they are read back', () => {
    const sums = [
      { asset: 'BTC', amount: 1n },
      { asset: 'USDT', amount: 2n ** 127n - 1n },
    ];
    const bytes = encodeSums(sums);
    expect(decodeSums(Buffer.concat([Buffer.from([9]), bytes]), 1)).toEqual({ sums, end: bytes.length + 1 });
  });

  it('finds every leaf by its nonce, and its path leads to the top', () => {
    const balances = Array.from({ length: 600 }, (_, n): Balance => [
      `demo-${n}.1`,
      n % 3 === 0 ? 'BTC' : 'USDT',
      BigInt(n + 1),
    ]);
    const { leaves, top, bundles } = built(balances);
    const bundleOf: BundleOf = (level, ordinal) =>
      bundles.find((each) => each.level === level && each.ordinal === ordinal) as Bundle;
    for (const [owner, asset, amount] of balances.filter((_, n) => n % 20 === 0)) {
      const nonce = nonceOf(key, owner);
      const holder = bundles.findLast(
        ({ level, keys }) => level === 0 && keys.compare(nonce, 0, KEY_BYTES, 0, KEY_BYTES) <= 0,
      ) as Bundle;
      let inside = 0;
      while (holder.keys.compare(nonce, 0, KEY_BYTES, inside * KEY_BYTES, (inside + 1) * KEY_BYTES) !== 0) inside += 1;
      const index = holder.ordinal * BUNDLE + inside;
      let node: TreeNode = { sums: [{ asset, amount }], hash: leafHash(nonce, owner, [{ asset, amount }]) };
      for (const [height, sibling] of pathIn(leaves, index, bundleOf).entries())
        node = (index >> height) % 2 === 0 ? parentOf(node, sibling) : parentOf(sibling, node);
      expect(plain(node)).toEqual(plain(top));
    }
  });
});
