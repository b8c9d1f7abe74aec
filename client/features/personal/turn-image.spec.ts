import { describe, expect, it } from '@jest/globals';
import { turnedSize } from './turn-image';

describe('a turned picture', () => {
  it.each([
    [1200, 800, 0, 1200, 800],
    [1200, 800, 1, 800, 1200],
    [1200, 800, 2, 1200, 800],
    [1200, 800, 3, 800, 1200],
    [8192, 6144, 1, 3072, 4096],
  ])('of %i x %i, %i quarters, is %i x %i', (width, height, quarters, across, down) => {
    expect(turnedSize(width, height, quarters)).toMatchObject({ width: across, height: down });
  });
});
