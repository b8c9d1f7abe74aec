import { describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { checkSeed } from './commitment';

const seed = '5eed'.repeat(16);
const hash = (label: string) => createHash('sha256').update(label).update(Buffer.from(seed, 'hex')).digest('hex');

describe('a revealed seed, checked in the browser', () => {
  it('is the promised one when its hash is what was published, and links to the seed before', async () => {
    const check = await checkSeed(seed, hash('glassbook/commit'), hash('glassbook/chain'));
    expect(check).toEqual({ computed: hash('glassbook/commit'), kept: true, linked: true });
  });

  it('is found out when another one was promised', async () => {
    expect((await checkSeed(seed, 'ab'.repeat(32), null)).kept).toBe(false);
    expect((await checkSeed(seed, hash('glassbook/commit'), 'ab'.repeat(32))).linked).toBe(false);
  });

  it('says nothing about a chain whose link before is not at hand', async () => {
    expect((await checkSeed(seed, hash('glassbook/commit'), null)).linked).toBeNull();
  });

  it('is refused when it is no seed', async () => {
    await expect(checkSeed('zz', '', null)).rejects.toThrow('32 bytes');
  });
});
