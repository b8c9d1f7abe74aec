import { describe, expect, it } from '@jest/globals';
import { chainVerdict, positionInProblem } from './chain-verdict.js';

const chain = { ok: true, problem: null, checkedAt: 5, checkedTo: 10, position: 10 };

describe('the verdict on a chain', () => {
  it('is sound when all of it was checked', () => {
    expect(chainVerdict(chain)).toBe('sound');
  });
  it('is partly checked when events came after the check', () => {
    expect(chainVerdict({ ...chain, position: 11 })).toBe('partly');
  });
  it('is unchecked before the first check, however well it looks', () => {
    expect(chainVerdict({ ...chain, checkedAt: null, checkedTo: 0 })).toBe('unchecked');
  });
  it('is broken as soon as anything is wrong', () => {
    expect(chainVerdict({ ...chain, ok: false })).toBe('broken');
    expect(chainVerdict({ ...chain, problem: 'position 3: hash' })).toBe('broken');
  });
  it('leads to the position of the problem', () => {
    expect(positionInProblem('position 13: the hash does not follow')).toBe(13);
    expect(positionInProblem('an event is missing')).toBeUndefined();
  });
});
