import { describe, expect, it } from '@jest/globals';
import { caretIn, grouped, ungrouped } from './grouped';

describe('a number in groups of four', () => {
  it('is written with a blank between them and none at its end', () => {
    expect(['', 'DE89', 'DE893', 'DE893704'].map(grouped)).toEqual(['', 'DE89', 'DE89 3', 'DE89 3704']);
  });

  it('leaves the mark of an address in front of its groups', () => {
    expect(grouped('0x5aAeb6053F')).toBe('0x 5aAe b605 3F');
  });

  it('is the same number again without its blanks', () => {
    expect(ungrouped(' DE89 3704\t0044')).toBe('DE8937040044');
  });

  it('keeps the caret behind the sign that was typed', () => {
    // A 7 typed into the first group moves everything behind it by one.
    expect(caretIn('DE789 3704', 3)).toBe(3);
    expect(caretIn('DE893', 5)).toBe(6);
  });
});
