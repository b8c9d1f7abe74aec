import { bls12_381 } from '@noble/curves/bls12-381.js';
import { describe, expect, it } from '@jest/globals';
import { DRAND_QUICKNET } from '../../../contracts/market.contract.js';
import { DrandSigner } from './drand.testkit.js';
import { chainHashOf, randomnessOf, roundDueAt, wrongInRound, type DrandRound } from './drand.rules.js';

/** As its servers describe it, and its round 657,413 as it was published on 2023-09-15. */
const quicknet = {
  hash: DRAND_QUICKNET,
  publicKey:
    '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a',
  periodSeconds: 3,
  genesisSeconds: 1_692_803_367,
  groupHash: 'f477d5c89f21a17c863a7f937c6a6d15859414d2be09cd448d4279af331c5d3e',
  beaconName: 'quicknet',
};
const published: DrandRound = {
  chain: quicknet,
  round: 657_413,
  signature: 'b713718a38ae728dfd477991af2822e08d2f305e47718cef9f7848ce4050e7be41076862b98fad56e91a6b85b89cd97b',
};
const DUE_AT = (1_692_803_367 + 3 * 657_412) * 1000;

const signer = new DrandSigner();
const round = roundDueAt(signer.chain, DUE_AT);
const signed: DrandRound = { chain: signer.chain, round, signature: signer.signatureOf(round) };
const wrong = (change: Partial<DrandRound>) => wrongInRound({ ...signed, ...change }, DUE_AT).map(([what]) => what);

describe('a round of drand', () => {
  it('is accepted as the League of Entropy published it, with its randomness', () => {
    expect(wrongInRound(published, DUE_AT)).toEqual([]);
    expect(randomnessOf(published)).toBe('fc1873a13f3545aeade8401532ef5519920652eee6b0d2b19ca12643b87b3587');
  });

  it('is fixed by the instant: the first that is due then or later', () => {
    expect([DUE_AT - 1, DUE_AT, DUE_AT + 1, DUE_AT + 3_000].map((at) => roundDueAt(quicknet, at))).toEqual([
      657_413, 657_413, 657_414, 657_414,
    ]);
    expect(wrong({ round: round + 1, signature: signer.signatureOf(round + 1) })).toEqual([`drand round ${round}`]);
    const early = { ...signer.chain, genesisSeconds: DUE_AT / 1000 + 60 };
    expect(roundDueAt(early, DUE_AT)).toBeLessThan(1);
  });

  it('belongs to the chain that its hash names: key, period, beginning and name are all part of it', () => {
    expect(wrong({})).toEqual([]);
    for (const change of [{ groupHash: '00'.repeat(32) }, { beaconName: 'other' }, { hash: '00'.repeat(32) }]) {
      const chain = { ...signer.chain, ...change };
      expect(wrong({ chain })).toEqual([`drand chain ${chainHashOf(chain)}`]);
    }
    const key = new DrandSigner({ seed: 8 }).chain.publicKey;
    expect(wrong({ chain: { ...signer.chain, publicKey: key } })).toContain(`a signature of drand round ${round}`);
  });

  it.each([
    ['of another key', new DrandSigner({ seed: 8 }).signatureOf(round)],
    ['of another round', signer.signatureOf(round - 1)],
    ['with one bit changed', signed.signature.replace(/.$/, (last) => (last === '0' ? '1' : '0'))],
    ['that is no point', `${'ff'.repeat(48)}`],
    ['at infinity', `c0${'00'.repeat(47)}`],
    ['in capitals', signed.signature.toUpperCase()],
    ['of no length', ''],
    ['with a point outside the group added to it', withTorsion(signed.signature)],
  ])('is refused with a signature %s', (_, signature) => {
    expect(wrong({ signature })).toEqual([`a signature of drand round ${round}`]);
  });
});

/** The same signature to a check that forgets the group: the added point has an order that the pairing cannot see. */
function withTorsion(signature: string): string {
  const { Point } = bls12_381.G1;
  const { Fp, Fr } = bls12_381.fields;
  for (let x = 1n; ; x += 1n) {
    let y: bigint;
    try {
      y = Fp.sqrt(Fp.add(Fp.pow(x, 3n), 4n));
    } catch {
      continue;
    }
    // Times the order of the group only the part outside the group is left.
    const base = Point.fromAffine({ x, y });
    let outside = Point.ZERO;
    for (const bit of Fr.ORDER.toString(2)) outside = bit === '1' ? outside.double().add(base) : outside.double();
    if (outside.equals(Point.ZERO)) continue;
    const sum = Point.fromHex(signature).add(outside).toAffine();
    // Compressed by hand, because the library writes no point outside the group: two flags, then x.
    const isUpper = sum.y > (Fp.ORDER - 1n) / 2n;
    return ((1n << 383n) | (isUpper ? 1n << 381n : 0n) | sum.x).toString(16);
  }
}
