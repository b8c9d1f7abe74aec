import { describe, expect, it } from '@jest/globals';
import { noteOf, parseNote, signatureLine, type Note } from './signed-note.js';
import { NoteSigner, verifyEd25519 } from './signed-note.testkit.js';
import {
  checkpointBody,
  cosignedMessage,
  parseCheckpointBody,
  readTimedSignature,
  timedSignature,
  verifyCosignature,
} from './tlog-checkpoint.js';

const BODY = `example.com/behind-the-sofa
20852163
CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=
`;
/** The example of tlog-cosignature. */
const COSIGNED = `${BODY}
\u2014 example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=
\u2014 witness.example.com/w1 jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJsX3b2oyin1nPZqhf5nNo0xUe+mbIUBkBIfZ+qnA==
`;

const witness = new NoteSigner('witness.example.com/w1', 'cosignature', Buffer.alloc(32, 1));
const parsed = (note: string): Note => {
  const read = parseNote(note);
  if ('problem' in read) throw new Error(read.problem);
  return read;
};
const cosigned = (seconds: number, signature: Uint8Array): Note =>
  parsed(noteOf(BODY, [signatureLine(witness.key, timedSignature(seconds, signature))]));

describe('a checkpoint of a log', () => {
  it('is read from the example of the specification and written back', () => {
    const head = parseCheckpointBody(BODY);
    expect(head).toMatchObject({ origin: 'example.com/behind-the-sofa', size: 20_852_163, extensions: [] });
    if ('problem' in head) throw new Error(head.problem);
    expect(checkpointBody(head)).toBe(BODY);
    const extended = { ...head, extensions: ['one', 'two'] };
    expect(parseCheckpointBody(checkpointBody(extended))).toEqual(extended);
  });

  it('has a size of 0 before the first entry', () => {
    expect(parseCheckpointBody(BODY.replace('20852163', '0'))).toMatchObject({ size: 0 });
  });

  it.each([
    ['too-few-lines', BODY.slice(0, -1)],
    ['too-few-lines', 'example.com/behind-the-sofa\n20852163\n'],
    ['too-few-lines', ''],
    ['empty-line', `\n${BODY}`],
    ['empty-line', `${BODY}\n`],
    ['bad-size', BODY.replace('20852163', '020852163')],
    ['bad-size', BODY.replace('20852163', '-1')],
    ['bad-size', BODY.replace('20852163', '1e3')],
    ['bad-size', BODY.replace('20852163', '9007199254740993')],
    ['bad-root', BODY.replace('CsUY', 'CsU')],
    ['bad-root', BODY.replace('CsUYapGG', '')],
    ['bad-root', BODY.replace('q2I=', 'q2J=')],
  ])('is refused by name: %s', (problem, body) => {
    expect(parseCheckpointBody(body)).toEqual({ problem });
  });
});

describe('a cosignature', () => {
  it('covers the message that the specification prints', () => {
    expect(Buffer.from(cosignedMessage(BODY, 1_679_315_147)).toString()).toBe(
      `cosignature/v1\ntime 1679315147\n${BODY}`,
    );
    const [, line] = parsed(COSIGNED).signatures;
    expect(readTimedSignature(line!.signature)).toMatchObject({ seconds: 1_679_315_147 });
    expect(readTimedSignature(line!.signature)?.signature).toHaveLength(64);
  });

  it('says when the witness signed', () => {
    const note = cosigned(1_700_000_000, witness.sign(cosignedMessage(BODY, 1_700_000_000)));
    expect(verifyCosignature(note, witness.key, verifyEd25519)).toBe(1_700_000_000);
    expect(verifyCosignature(parsed(COSIGNED), witness.key, verifyEd25519)).toBe('absent');
  });

  it('is wrong with another second, another checkpoint, a plain signature or one that was cut off', () => {
    const right = witness.sign(cosignedMessage(BODY, 1_700_000_000));
    expect(verifyCosignature(cosigned(1_700_000_001, right), witness.key, verifyEd25519)).toBe('wrong');
    const other = { ...cosigned(1_700_000_000, right), text: BODY.replace('20852163', '20852164') };
    expect(verifyCosignature(other, witness.key, verifyEd25519)).toBe('wrong');
    expect(verifyCosignature(cosigned(1, witness.sign(BODY)), witness.key, verifyEd25519)).toBe('wrong');
    const cut = parsed(noteOf(BODY, [signatureLine(witness.key, timedSignature(1, right).slice(0, 8))]));
    expect(verifyCosignature(cut, witness.key, verifyEd25519)).toBe('wrong');
  });
});
