import { describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { canHash, checkCommitment, checkSeedChain, seedMessage } from './commitment.js';

const seed = '5eed'.repeat(16);
const hash = (label: string) => createHash('sha256').update(label).update(Buffer.from(seed, 'hex')).digest('hex');
const [commitment, seedBefore] = [hash('glassbook/commit'), hash('glassbook/chain')];

describe('a revealed seed', () => {
  it('is the promised one when its hash is what was published', async () => {
    expect(canHash()).toBe(true);
    expect(await checkCommitment(seed, commitment)).toEqual({
      computed: commitment,
      expected: commitment,
      equal: true,
    });
    expect((await checkCommitment(seed, commitment.toUpperCase())).equal).toBe(true);
  });

  it('is found out when another one was promised, though a single bit differs', async () => {
    expect((await checkCommitment(`4${seed.slice(1)}`, commitment)).equal).toBe(false);
    expect((await checkCommitment(seed, 'ab'.repeat(32))).equal).toBe(false);
  });

  it('leads to the seed of the epoch before, and to no other', async () => {
    expect((await checkSeedChain(seed, seedBefore)).equal).toBe(true);
    expect((await checkSeedChain(seed, commitment)).equal).toBe(false);
  });

  it.each(['', 'zz', seed.slice(2), seed.toUpperCase()])(
    'is not the promised one when it is no seed: %p',
    async (none) => {
      expect(await checkCommitment(none, '')).toEqual({ computed: '', expected: '', equal: false });
      expect((await checkSeedChain(none, seedBefore)).equal).toBe(false);
      expect(() => seedMessage('commit', none)).toThrow('32 bytes');
    },
  );
});
