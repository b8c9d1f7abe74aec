import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { checkCommitment, checkSeedChain } from './commitment.js';

const seed = Buffer.alloc(32, 7);
const sha256 = (label: string) => createHash('sha256').update(label).update(seed).digest('hex');

describe('a market commitment checked in the browser', () => {
  it('is equal when the seed is the promised one', async () => {
    const commitment = sha256('glassbook/commit');
    expect(await checkCommitment(seed.toString('hex'), commitment)).toEqual({
      computed: commitment,
      expected: commitment,
      equal: true,
    });
    expect((await checkCommitment(seed.toString('hex'), commitment.toUpperCase())).equal).toBe(true);
  });
  it('is unequal when a single bit of the seed differs', async () => {
    const other = `06${seed.toString('hex').slice(2)}`;
    expect((await checkCommitment(other, sha256('glassbook/commit'))).equal).toBe(false);
  });
  it('is unequal, and no error, when the seed is no hexadecimal text', async () => {
    expect((await checkCommitment('', '')).equal).toBe(false);
    expect((await checkCommitment('zz', sha256('glassbook/commit'))).computed).toBe('');
  });
  it('follows the chain of seeds backwards', async () => {
    expect((await checkSeedChain(seed.toString('hex'), sha256('glassbook/chain'))).equal).toBe(true);
    expect((await checkSeedChain(seed.toString('hex'), sha256('glassbook/commit'))).equal).toBe(false);
  });
});
