import { afterAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CheckpointKey, checkpointText, isSigned, keyIdOf } from './checkpoint-key.js';

describe('the key of checkpoints', () => {
  const folder = mkdtempSync(join(tmpdir(), 'glassbook-key-'));
  const key = CheckpointKey.open(folder);
  const claim = {
    ...{
      realm: 'demo',
      number: 3,
      position: 42,
      hash: 'ab'.repeat(32),
      answers: 'ef'.repeat(32),
      at: 1_700_000_000_000,
    },
    ...{ keyId: key.keyId, previous: 'cd'.repeat(32) },
  };

  afterAll(() => rmSync(folder, { recursive: true }));

  it('is made once, in a file that nobody else can read', () => {
    const path = join(folder, 'secrets', 'checkpoint-key.pem');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readFileSync(path, 'utf8')).toContain('PRIVATE KEY');
    expect(CheckpointKey.open(folder).keyId).toBe(key.keyId);
  });

  it('signs a text that anybody can put together', () => {
    expect(checkpointText(claim)).toBe(
      `glassbook/checkpoint/3\ndemo\n3\n42\n${'ab'.repeat(32)}\n${'ef'.repeat(32)}\n1700000000000\n${key.keyId}\n${'cd'.repeat(32)}`,
    );
    expect(isSigned(claim, key.sign(claim), key.publicKey)).toBe(true);
  });

  it('refuses a signature for anything else, and a key under another name', () => {
    const signature = key.sign(claim);
    for (const other of [
      { realm: 'real' },
      { position: 43 },
      { hash: 'ac'.repeat(32) },
      { answers: 'ee'.repeat(32) },
      { at: 1 },
      { number: 4 },
      { previous: 'ce'.repeat(32) },
    ])
      expect(isSigned({ ...claim, ...other }, signature, key.publicKey)).toBe(false);
    const stranger = Buffer.alloc(32, 7);
    expect(isSigned({ ...claim, keyId: keyIdOf(stranger) }, signature, stranger)).toBe(false);
    expect(isSigned({ ...claim, keyId: 'f'.repeat(16) }, signature, key.publicKey)).toBe(false);
  });
});
