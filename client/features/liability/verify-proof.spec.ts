import { describe, expect, it } from '@jest/globals';
import type { LiabilityProofView, LiabilitySum } from '../../../contracts/liability.contract';
import { format } from '../../../shared/money';
import { pathIn } from '../../../server/features/liability/liability.proof';
import { leafHash, nonceOf, rootHash, type Sum } from '../../../server/features/liability/liability.tree';
import { TreeBuilder, type Bundle } from '../../../server/features/liability/tree-builder';
import { verifyProof } from './verify-proof';

const key = Buffer.alloc(32, 3);
const OWNER = 'demo-ann.1';
const place = { realm: 'demo', epoch: 1_800_000_000_000, position: 71, head: 'ab'.repeat(32) };

const view = (sums: readonly Sum[]): LiabilitySum[] =>
  sums.map(({ asset, amount }) => ({ asset, amount: format(amount) }));

/** A proof of one of three hundred owners, as the server answers it. */
function proofOf(owner: string): LiabilityProofView {
  const builder = new TreeBuilder(key);
  const amountOf = (n: number): bigint => BigInt(n + 1) * 10n ** 15n;
  builder.add(Buffer.from(OWNER), 'BTC', 5n);
  builder.add(Buffer.from(OWNER), 'USDT', 7n * 10n ** 18n);
  for (let n = 0; n < 300; n += 1) builder.add(Buffer.from(`demo-${n}.1`), n % 2 === 0 ? 'ETH' : 'USDT', amountOf(n));
  const bundles: Bundle[] = [];
  const run = builder.build();
  let next = run.next();
  for (; next.done !== true; next = run.next()) bundles.push(next.value);
  const { leaves, top } = next.value;
  const nonce = nonceOf(key, owner);
  const sums = [
    { asset: 'BTC', amount: 5n },
    { asset: 'USDT', amount: 7n * 10n ** 18n },
  ];
  const keys = Buffer.concat(bundles.map((bundle) => bundle.keys));
  const index = Array.from({ length: leaves }, (_, at) => at).find(
    (at) => keys.compare(nonce, 0, 8, at * 8, at * 8 + 8) === 0,
  );
  const path = pathIn(
    leaves,
    index ?? -1,
    (level, ordinal) => bundles.find((each) => each.level === level && each.ordinal === ordinal) as Bundle,
  );
  expect(leafHash(nonce, owner, sums)).toHaveLength(32);
  return {
    ...{ format: 'glassbook/liability-proof/1', ...place, leaves, sums: view(top.sums) },
    root: rootHash(place, leaves, top).toString('hex'),
    ...{ committedPosition: 72, committedHash: 'cd'.repeat(32) },
    leaf: { index: index ?? -1, ownerId: owner, nonce: nonce.toString('hex'), sums: view(sums) },
    path: path.map((node) => ({ sums: view(node.sums), hash: node.hash.toString('hex') })),
  };
}

const proof = proofOf(OWNER);
const bent = (bend: (proof: LiabilityProofView) => void): LiabilityProofView => {
  const copy = structuredClone(proof);
  bend(copy);
  return copy;
};
const problem = (checked: LiabilityProofView, published = proof) => verifyProof(checked, OWNER, published).problem;

describe('a proof in the browser', () => {
  it('leads from the leaf to the root in as many hashes as the tree is high', () => {
    const { problem: none, steps } = verifyProof(proof, OWNER, proof);
    expect([none, steps.length, steps.at(-1)?.hash]).toEqual([null, 11, proof.root]);
  });

  it('is one’s own, and its root the one that everybody is shown', () => {
    expect(verifyProof(proof, 'demo-bob.1', proof).problem).toBe('owner');
    expect(verifyProof(proof, OWNER, undefined).problem).toBe('published');
    expect(problem(proof, { ...proof, committedHash: 'ef'.repeat(32) })).toBe('published');
  });

  it('is none when an amount, a hash, the order or the place is another', () => {
    expect(problem(bent(({ leaf }) => ((leaf.sums[1] as LiabilitySum).amount = '8')))).toBe('sums');
    expect(
      problem(bent(({ leaf, sums }) => [leaf.sums, sums].forEach((list) => list.push({ asset: 'ZZZ', amount: '1' })))),
    ).toBe('root');
    expect(problem(bent(({ path }) => ((path[3] as { hash: string }).hash = '00'.repeat(32))))).toBe('root');
    expect(problem(bent((copy) => (copy.leaf.index ^= 1)))).toBe('root');
    expect(problem(bent((copy) => (copy.position += 1)))).toBe('root');
    expect(problem(bent(({ path }) => path.pop()))).toBe('form');
    expect(problem(bent(({ leaf }) => leaf.sums.reverse()))).toBe('form');
    expect(problem(bent(({ leaf }) => ((leaf.sums[1] as LiabilitySum).amount = '-7')))).toBe('form');
    expect(problem(bent(({ leaf }) => ((leaf.sums[1] as LiabilitySum).amount = '7.0')))).toBe('form');
  });
});
