import { describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { eventLeaf } from './log-entry.js';

const [salt, eventHash] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const sha256 = (...parts: (string | Uint8Array)[]): Buffer =>
  parts.reduce<ReturnType<typeof createHash>>((hash, part) => hash.update(part), createHash('sha256')).digest();

describe('the leaf of an event', () => {
  it('is the hash of its entry, which is the hash of a tag, the salt and the event’s own', () => {
    const entry = sha256('glassbook/log-entry/1\n', salt, eventHash);
    expect(Buffer.from(eventLeaf(salt, eventHash))).toEqual(sha256(Uint8Array.of(0), entry));
  });

  it('is another with any other salt or event', () => {
    const leaf = Buffer.from(eventLeaf(salt, eventHash)).toString('hex');
    expect(Buffer.from(eventLeaf(eventHash, eventHash)).toString('hex')).not.toBe(leaf);
    expect(Buffer.from(eventLeaf(salt, salt)).toString('hex')).not.toBe(leaf);
  });
});
