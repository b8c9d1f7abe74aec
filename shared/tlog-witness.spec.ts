import { describe, expect, it } from '@jest/globals';
import { addCheckpointBody, parseAddCheckpoint, readKnownSize } from './tlog-witness.js';

const NOTE = `example.com/behind-the-sofa
20852163
CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=

\u2014 example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=
`;
/** The example of tlog-witness. */
const BODY = `old 20852014
PlRNCrwHpqhGrupue0L7gxbjbMiKA9temvuZZDDpkaw=
jrJZDmY8Y7SyJE0MWLpLozkIVMSMZcD5kvuKxPC3swk=
5+pKlUdi2LeF/BcMHBn+Ku6yhPGNCswZZD1X/6QgPd8=
/6WVhPs2CwSsb5rYBH5cjHV/wSmA79abXAwhXw3Kj/0=

${NOTE}`;

describe('a checkpoint for a witness', () => {
  it('is read from the example of the specification and written back', () => {
    const read = parseAddCheckpoint(BODY);
    if ('problem' in read) throw new Error(read.problem);
    expect(read).toMatchObject({ oldSize: 20_852_014, note: NOTE });
    expect(read.proof).toHaveLength(4);
    expect(addCheckpointBody(read)).toBe(BODY);
    expect(parseAddCheckpoint(addCheckpointBody({ oldSize: 0, proof: [], note: NOTE }))).toEqual({
      oldSize: 0,
      proof: [],
      note: NOTE,
    });
  });

  it.each([
    ['no-old-size', BODY.replace('old ', 'new ')],
    ['no-old-size', BODY.replace('old ', 'old  ')],
    ['no-old-size', BODY.replace('20852014', '020852014')],
    ['no-old-size', BODY.replace('20852014', '-1')],
    ['bad-proof-line', BODY.replace('PlRN', 'PlR')],
    ['bad-proof-line', BODY.replace('PlRNCrwH', '')],
    ['too-many-proof-lines', BODY.replace(/jrJZ.*\n/, (line) => line.repeat(61))],
    ['cut-off', BODY.slice(0, 60)],
    ['cut-off', BODY.slice(0, -1)],
    ['cut-off', ''],
  ])('is refused by name: %s', (problem, body) => {
    expect(parseAddCheckpoint(body)).toEqual({ problem });
  });

  it('may come before the one that the witness knows, which then says its size', () => {
    expect(readKnownSize('20852014\n')).toBe(20_852_014);
    for (const body of ['20852014', 'x\n', '-1\n', '\n']) expect(readKnownSize(body)).toBeUndefined();
  });
});
