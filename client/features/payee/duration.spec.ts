import { describe, expect, it } from '@jest/globals';
import { durationText } from './duration';

const HOUR = 3_600_000;

describe('what is left of a time', () => {
  it.each([
    [24 * HOUR, '1 day'],
    [23 * HOUR + 59 * 60_000, '23 hr 59 min'],
    [61_000, '1 min 1 sec'],
    [500, '1 sec'],
    [-5, '1 sec'],
  ])('%d ms reads as %s', (ms, text) => {
    expect(durationText(ms, 'en')).toBe(text);
  });

  it('reads in the words of its language', () => {
    expect(durationText(23 * HOUR, 'ja')).toBe('23 時間');
  });
});
