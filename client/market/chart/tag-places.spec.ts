import { describe, expect, it } from '@jest/globals';
import { nearestWithin, tagPlaces } from './tag-places';

const ROOM = { height: 300, tagHeight: 20, columns: 2 };

describe('tags of lines', () => {
  it('stand at their lines, and side by side where they would overlap', () => {
    expect(tagPlaces([100, 110, 130], ROOM)).toEqual([
      { top: 100, column: 0, inSight: true },
      { top: 110, column: 1, inSight: true },
      { top: 130, column: 0, inSight: true },
    ]);
  });

  it('share the last column where there is no other', () => {
    expect(tagPlaces([100, 101, 102], ROOM).map((place) => place?.column)).toEqual([0, 1, 1]);
  });

  it('stay whole inside the pane, and wait at its edge for a price that is out of sight', () => {
    expect(tagPlaces([2, 299, -50, 900, null], ROOM)).toEqual([
      { top: 10, column: 0, inSight: true },
      { top: 290, column: 0, inSight: true },
      { top: 10, column: 0, inSight: false },
      { top: 290, column: 0, inSight: false },
      null,
    ]);
  });
});

describe('a pointer on the chart', () => {
  it.each([
    ['the nearest of two lines', [100, 104], 103, 1],
    ['the first of two at the same height', [100, 100], 102, 0],
    ['no line out of reach', [100, 120], 110, undefined],
    ['no line without a height', [null], 0, undefined],
  ] as const)('takes %s', (_, heights, at, expected) => {
    expect(nearestWithin(heights, at, 5)).toBe(expected);
  });
});
