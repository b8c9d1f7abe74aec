import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { toBase64 } from '../../../shared/base64';
import { consistencyProof, leafHash, nodeHash, rootOf, type Hash, type NodeAt } from '../../../shared/merkle';
import { isContinued } from './seen-log';

function treeOver(entries: readonly string[]): NodeAt {
  const nodeAt = (level: number, index: number): Hash =>
    level === 0
      ? leafHash(Buffer.from(entries[index] ?? ''))
      : nodeHash(nodeAt(level - 1, 2 * index), nodeAt(level - 1, 2 * index + 1));
  return nodeAt;
}

const logOf = (entries: readonly string[], origin = 'glassbook.example/demo') => ({
  origin,
  size: entries.length,
  root: toBase64(rootOf(entries.length, treeOver(entries))),
  at: 1,
});
const proofOf = (from: number, entries: readonly string[]) =>
  consistencyProof(from, entries.length, treeOver(entries)).map(toBase64);

const grown = fc
  .array(fc.string(), { minLength: 1, maxLength: 24 })
  .chain((entries) => fc.record({ entries: fc.constant(entries), from: fc.integer({ min: 1, max: entries.length }) }));

describe('a log that this browser saw before', () => {
  it('is continued by what only added to it', () => {
    fc.assert(
      fc.property(grown, ({ entries, from }) => {
        expect(isContinued(logOf(entries.slice(0, from)), logOf(entries), proofOf(from, entries))).toBe(true);
      }),
    );
  });

  it('is not continued where an event that it had is another now, whatever the server proves', () => {
    fc.assert(
      fc.property(grown, fc.nat(), ({ entries, from }, at) => {
        const rewritten = entries.map((entry, index) => (index === at % from ? `${entry}!` : entry));
        expect(isContinued(logOf(entries.slice(0, from)), logOf(rewritten), proofOf(from, rewritten))).toBe(false);
      }),
    );
  });

  it('is not continued by a shorter one, one of another name, or with a proof that nobody can read', () => {
    const entries = ['a', 'b', 'c', 'd', 'e'];
    const seen = logOf(entries.slice(0, 3));
    const proof = proofOf(3, entries);
    expect(isContinued(seen, logOf(entries), proof)).toBe(true);
    expect(isContinued(seen, logOf(entries.slice(0, 2)), [])).toBe(false);
    expect(isContinued(seen, logOf(entries, 'other.example/demo'), proof)).toBe(false);
    expect(isContinued(seen, logOf(entries), [...proof.slice(1), '?'])).toBe(false);
    expect(isContinued({ ...seen, root: '?' }, logOf(entries), proof)).toBe(false);
  });
});
