import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { squarify } from './treemap';

const box = { x: 10, y: 20, width: 600, height: 400 };
const weights = fc.array(fc.double({ min: 1, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 60 });

describe('the tiles of the heat map', () => {
  it('are as in the example of those who invented them', () => {
    const tiles = squarify([6, 6, 4, 3, 2, 2, 1], (each) => each, { x: 0, y: 0, width: 6, height: 4 });
    const shapes = tiles.map(({ item, width, height }) => [item, Number(width.toFixed(2)), Number(height.toFixed(2))]);
    expect(shapes.slice(0, 4)).toEqual([
      [6, 3, 2],
      [6, 3, 2],
      [4, 1.71, 2.33],
      [3, 1.29, 2.33],
    ]);
  });

  it('have the area of their share, fill the box and stay in it', () => {
    fc.assert(
      fc.property(weights, (some) => {
        const total = some.reduce((sum, each) => sum + each, 0);
        const tiles = squarify(some, (each) => each, box);
        expect(tiles).toHaveLength(some.length);
        for (const { item, x, y, width, height } of tiles) {
          expect(width * height).toBeCloseTo((item / total) * 240_000, 3);
          expect(x).toBeGreaterThanOrEqual(box.x - 1e-4);
          expect(y).toBeGreaterThanOrEqual(box.y - 1e-4);
          expect(x + width).toBeLessThanOrEqual(box.x + box.width + 1e-4);
          expect(y + height).toBeLessThanOrEqual(box.y + box.height + 1e-4);
        }
      }),
    );
  });

  it('never lie on one another', () => {
    fc.assert(
      fc.property(weights, (some) => {
        const tiles = squarify(some, (each) => each, box);
        tiles.forEach((a, at) =>
          tiles.slice(at + 1).forEach((b) => {
            const wide = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
            const high = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
            expect(Math.min(wide, high)).toBeLessThan(1e-4);
          }),
        );
      }),
    );
  });

  it('leave out what weighs nothing, and are none for nothing', () => {
    expect(squarify([1, 0], (each) => each, box).map(({ item }) => item)).toEqual([1]);
    expect(squarify([], (each: number) => each, box)).toEqual([]);
  });
});
