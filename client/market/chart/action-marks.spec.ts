import { describe, expect, it } from '@jest/globals';
import { actionMarks, type ActionLetter } from './action-marks';

const OPENINGS = [100, 200, 300, 600];
const STEP = 100;
const TERMS = { kind: 'split', session: null, perShare: null, newShares: 2, oldShares: 1 } as const;
const action = (letter: ActionLetter, dueAt: number) => ({ ...TERMS, letter, dueAt, date: `day ${dueAt}` });

describe('corporate actions on a chart', () => {
  it('stand at the candle in which they fall, oldest first', () => {
    const marks = actionMarks([action('S', 650), action('E', 299), action('D', 100)], OPENINGS, STEP);
    expect(marks.map(({ at, letter }) => `${letter} ${at}`)).toEqual(['D 100', 'E 200', 'S 600']);
  });

  it('stand at the last candle before a night in which they fall', () => {
    expect(actionMarks([action('E', 450)], OPENINGS, STEP)).toMatchObject([{ at: 300 }]);
  });

  it('are left out before the first candle and in the future', () => {
    expect(actionMarks([action('S', 99), action('S', 700)], OPENINGS, STEP)).toEqual([]);
    expect(actionMarks([action('S', 100)], [], STEP)).toEqual([]);
  });
});
