import { describe, expect, it } from '@jest/globals';
import { bandPieces } from './band-fill';

describe('the fill between two lines', () => {
  it('is one piece while one line stays above the other', () => {
    const [piece, ...others] = bandPieces([
      { x: 0, a: 10, b: 20 },
      { x: 10, a: 12, b: 22 },
    ]);
    expect(others).toEqual([]);
    expect(piece).toEqual({
      over: true,
      corners: [
        { x: 0, y: 10 },
        { x: 10, y: 12 },
        { x: 10, y: 22 },
        { x: 0, y: 20 },
      ],
    });
  });

  it('changes sides exactly where the lines cross', () => {
    const [before, after] = bandPieces([
      { x: 0, a: 10, b: 20 },
      { x: 10, a: 20, b: 10 },
    ]);
    expect([before?.over, after?.over]).toEqual([true, false]);
    expect(before?.corners).toContainEqual({ x: 5, y: 15 });
    expect(after?.corners).toContainEqual({ x: 5, y: 15 });
  });

  it('is open where a line is silent, and nothing for a single place', () => {
    const pieces = bandPieces([
      { x: 0, a: 1, b: 2 },
      { x: 1, a: 1, b: 2 },
      null,
      { x: 3, a: 1, b: 2 },
      { x: 4, a: 1, b: 2 },
      null,
      { x: 6, a: 1, b: 2 },
    ]);
    expect(pieces).toHaveLength(2);
  });
});
