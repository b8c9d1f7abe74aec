import { describe, expect, it } from '@jest/globals';
import {
  keyIdOf,
  noteOf,
  parseNote,
  readVerifierKey,
  signatureLine,
  verifierKey,
  verifyNote,
  type Note,
} from './signed-note.js';
import { NoteSigner, verifyEd25519 } from './signed-note.testkit.js';

/** Key, text and signature that Go's package for notes prints. */
const SEED = Buffer.from('AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz', 'base64').subarray(1);
const VERIFIER = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
const TEXT = "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n";
const LINE =
  '\u2014 PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n';
/** The first example of the specification. */
const POEM = `Ognuno sta solo sul cuor della terra
trafitto da un raggio di sole:

ed \u00e8 subito sera.

\u2014 quasimodo.example/salvatore NnugSzTjtVAewIS+Z/iJhUPeFDkO/5QQ2i5ddnGITLlC+EhfLW9oJKONrMouFSQU0xMcXxj99ihAQwaqP3ZekRwNtIc=
`;

const signer = new NoteSigner('PeterNeumann', 'ed25519', SEED);
const other = new NoteSigner('PeterNeumann', 'ed25519', Buffer.alloc(32, 7));
const parsed = (note: string): Note => {
  const read = parseNote(note);
  if ('problem' in read) throw new Error(read.problem);
  return read;
};

describe('a signed note', () => {
  it('is the one that Go writes with the same key', () => {
    expect(verifierKey(signer.key)).toBe(VERIFIER);
    expect(noteOf(TEXT, [signatureLine(signer.key, signer.sign(TEXT))])).toBe(`${TEXT}\n${LINE}`);
    expect(verifyNote(parsed(`${TEXT}\n${LINE}`), readVerifierKey(VERIFIER)!, verifyEd25519)).toBe('right');
  });

  it('keeps empty lines of its text and ends at the last one', () => {
    const { text, signatures } = parsed(POEM);
    expect(text).toMatch(/^Ognuno[^]*sole:\n\ned \u00e8 subito sera\.\n$/);
    expect(signatures.map(({ name, keyId, signature }) => [name, keyId.toString(16), signature.length])).toEqual([
      ['quasimodo.example/salvatore', '367ba04b', 64],
    ]);
  });

  it('is wrong for any bit of text or signature that is another', () => {
    const bytes = Buffer.from(TEXT);
    const right = signer.sign(TEXT);
    for (let bit = 0; bit < 8 * right.length; bit++) {
      const bent = Buffer.from(right);
      bent[bit >> 3]! ^= 1 << (bit & 7);
      const note = parsed(noteOf(TEXT, [signatureLine(signer.key, bent)]));
      expect(verifyNote(note, signer.key, verifyEd25519)).toBe('wrong');
    }
    const short = parsed(`${TEXT}\n${LINE.slice(0, -9)}\n`);
    expect(verifyNote(short, signer.key, verifyEd25519)).toBe('wrong');
    const { signatures } = parsed(`${TEXT}\n${LINE}`);
    for (let bit = 0; bit < 8 * bytes.length; bit++) {
      const bent = Buffer.from(bytes);
      bent[bit >> 3]! ^= 1 << (bit & 7);
      expect(verifyNote({ text: bent.toString('latin1'), signatures }, signer.key, verifyEd25519)).toBe('wrong');
    }
  });

  it('is not signed by a foreign key, though its name or its ID be the same', () => {
    const foreign = parsed(noteOf(TEXT, [signatureLine(other.key, other.sign(TEXT))]));
    expect(verifyNote(foreign, signer.key, verifyEd25519)).toBe('absent');
    const namesake = { ...signer.key, name: 'Peter' };
    expect(verifyNote(parsed(`${TEXT}\n${LINE}`), namesake, verifyEd25519)).toBe('absent');
    const cosigner = { ...signer.key, type: 'cosignature' } as const;
    expect(keyIdOf(cosigner)).not.toBe(keyIdOf(signer.key));
    expect(verifyNote(parsed(`${TEXT}\n${LINE}`), cosigner, verifyEd25519)).toBe('absent');
  });

  it('is spoiled by one wrong signature beside a right one', () => {
    const lines = [LINE, signatureLine(signer.key, other.sign(TEXT))];
    expect(verifyNote(parsed(noteOf(TEXT, lines)), signer.key, verifyEd25519)).toBe('wrong');
    const unknown = [signatureLine(other.key, other.sign(TEXT)), LINE];
    expect(verifyNote(parsed(noteOf(TEXT, unknown)), signer.key, verifyEd25519)).toBe('right');
  });

  it.each([
    ['no-signatures', TEXT],
    ['no-signatures', ''],
    ['no-signatures', `${TEXT}\n`],
    ['cut-off', `${TEXT}\n${LINE.slice(0, -1)}`],
    ['bad-signature-line', `${TEXT}\n${LINE.slice(0, -3)}\n`],
    ['bad-signature-line', `${TEXT}\n${LINE.replace('\u2014', '-')}`],
    ['bad-signature-line', `${TEXT}\n${LINE.replace('PeterNeumann', 'Peter+Neumann')}`],
    ['bad-signature-line', `${TEXT}\n${LINE.replace('PeterNeumann', 'Peter\u2003Neumann')}`],
    ['bad-signature-line', `${TEXT}\n\u2014 PeterNeumann AAAAAA==\n`],
    ['control-character', `${TEXT}\r\n${LINE}`],
    ['control-character', `${TEXT}\u0000\n${LINE}`],
    ['too-many-signatures', noteOf(TEXT, Array(65).fill(LINE))],
    ['too-long', noteOf('a'.repeat(100_001), [LINE])],
  ])('names what is no note: %s', (problem, note) => {
    expect(parseNote(note)).toEqual({ problem });
  });

  it.each([
    VERIFIER.replace('c74f20a3', 'c74f20a4'),
    VERIFIER.replace('PeterNeumann', 'Peter'),
    VERIFIER.slice(0, -4),
    VERIFIER.replace('+AR', '+AQ'),
    VERIFIER.replace('+AR', '+/R'),
    'PeterNeumann',
    '',
  ])('is verified by no key like %s', (text) => {
    expect(readVerifierKey(text)).toBeUndefined();
  });
});
