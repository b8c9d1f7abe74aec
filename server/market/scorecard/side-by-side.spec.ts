import { describe, expect, it } from '@jest/globals';
import { sideBySide } from './side-by-side.js';

const pointsIn = (svg: string): string[] => [...svg.matchAll(/points="([^"]*)"/g)].map(([, points]) => points ?? '');

describe('a simulated series beside a real one', () => {
  it('has one scale for both, in which equal rises are as high whatever the price', () => {
    const svg = sideBySide([{ title: 'SPX', left: [100, 200, 400], right: [10, 20, 40] }]);
    const [left, right] = pointsIn(svg);
    expect(left).toBe('0.0,208.0 230.0,118.0 460.0,28.0');
    expect(right?.split(' ').map((point) => point.split(',')[1])).toEqual(['208.0', '118.0', '28.0']);
  });

  it('draws a series that stands still, and a row for each pair', () => {
    const svg = sideBySide([
      { title: 'still', left: [5, 5], right: [5, 5] },
      { title: 'next', left: [1, 2], right: [2, 1] },
    ]);
    expect(pointsIn(svg)).toHaveLength(4);
    expect(svg).not.toContain('NaN');
    expect(svg).not.toMatch(/real|model/i);
  });
});
