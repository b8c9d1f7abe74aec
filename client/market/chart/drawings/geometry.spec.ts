import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  FIB_LEVELS,
  borderBeyond,
  distanceToSegment,
  isHit,
  isInside,
  magnetic,
  nearest,
  shapeOf,
  type Captions,
  type Point,
} from './geometry';
import { TOOLS, anchorsOf } from './tools';

const SIZE = { width: 800, height: 400 };
const CAPTIONS: Captions = { level: String, measured: '+10\n5 bars', text: 'note' };
const point = fc.record({ x: fc.integer({ min: 0, max: 800 }), y: fc.integer({ min: 0, max: 400 }) });

describe('the geometry of drawings', () => {
  it('shapes every tool from any places, with figures only', () => {
    fc.assert(
      fc.property(fc.constantFrom(...TOOLS), fc.array(point, { minLength: 0, maxLength: 3 }), ({ id }, points) => {
        const shape = shapeOf(id, points, SIZE, CAPTIONS);
        for (const { x, y } of [...shape.lines, ...shape.fine].flat()) {
          expect(Number.isFinite(x) && Number.isFinite(y)).toBe(true);
        }
      }),
    );
  });

  it('is hit on its own places, once they are all there', () => {
    fc.assert(
      fc.property(fc.constantFrom(...TOOLS), point, point, point, ({ id }, a, b, c) => {
        fc.pre(Math.abs(a.x - b.x) > 20 && Math.abs(a.y - b.y) > 20);
        const points = [a, b, c].slice(0, anchorsOf(id));
        // A measured area has no line at its corner; its middle is what one takes hold of.
        const held = id === 'measure' ? { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 } : a;
        expect(isHit(shapeOf(id, points, SIZE, CAPTIONS), held, 6, true)).toBe(true);
      }),
    );
  });

  it('draws retracements at the levels of the field, from the start of the move to its end', () => {
    const { lines } = shapeOf(
      'fib',
      [
        { x: 0, y: 300 },
        { x: 100, y: 100 },
      ],
      SIZE,
      CAPTIONS,
    );
    expect(lines.map(([left]) => Math.round(left.y * 10) / 10)).toEqual(
      FIB_LEVELS.map((level) => Math.round((100 + 200 * level) * 10) / 10),
    );
  });

  it('keeps both lines of a channel parallel and the second through its place', () => {
    const [a, b, c] = [
      { x: 0, y: 100 },
      { x: 100, y: 50 },
      { x: 50, y: 175 },
    ];
    const { lines } = shapeOf('channel', [a, b, c], SIZE, CAPTIONS);
    expect(lines[1]).toEqual([
      { x: 0, y: 200 },
      { x: 100, y: 150 },
    ]);
    expect(distanceToSegment(c, lines[1]!)).toBeCloseTo(0, 9);
  });

  it('ends a ray at the border, in the direction of its places', () => {
    expect(borderBeyond({ x: 0, y: 0 }, { x: 100, y: 50 }, SIZE)).toEqual({ x: 800, y: 400 });
    expect(borderBeyond({ x: 700, y: 200 }, { x: 600, y: 200 }, SIZE)).toEqual({ x: 0, y: 200 });
    fc.assert(
      fc.property(point, point, (a, b) => {
        fc.pre(a.x !== b.x || a.y !== b.y);
        const end = borderBeyond(a, b, SIZE);
        const cross = (b.x - a.x) * (end.y - a.y) - (b.y - a.y) * (end.x - a.x);
        expect(Math.abs(cross)).toBeLessThan(1e-3);
      }),
    );
  });

  it('measures the distance to the nearest point of a segment', () => {
    const flat: [Point, Point] = [
      { x: 0, y: 0 },
      { x: 10, y: 0 },
    ];
    expect(distanceToSegment({ x: 5, y: 3 }, flat)).toBe(3);
    expect(distanceToSegment({ x: 13, y: 4 }, flat)).toBe(5);
    expect(
      distanceToSegment({ x: 3, y: 4 }, [
        { x: 0, y: 0 },
        { x: 0, y: 0 },
      ]),
    ).toBe(5);
  });

  it('knows inside from outside', () => {
    const square = [
      { x: 0, y: 0 },
      { x: 10, y: 0 },
      { x: 10, y: 10 },
      { x: 0, y: 10 },
    ];
    expect(isInside({ x: 5, y: 5 }, square)).toBe(true);
    expect(isInside({ x: 15, y: 5 }, square)).toBe(false);
  });

  it('is not hit inside a rectangle, so that the chart behind it can be dragged', () => {
    const shape = shapeOf(
      'rectangle',
      [
        { x: 0, y: 0 },
        { x: 200, y: 200 },
      ],
      SIZE,
      CAPTIONS,
    );
    expect(isHit(shape, { x: 100, y: 100 }, 6, false)).toBe(false);
    expect(isHit(shape, { x: 100, y: 3 }, 6, false)).toBe(true);
  });

  it('takes hold of the nearest place within reach, else of none', () => {
    const places = [
      { x: 0, y: 0 },
      { x: 10, y: 0 },
    ];
    expect(nearest(places, { x: 8, y: 0 }, 10)).toBe(1);
    expect(nearest(places, { x: 50, y: 0 }, 10)).toBeNull();
  });

  it('snaps to the nearest of open, high, low and close within reach', () => {
    const bar = { open: 10, high: 14, low: 8, close: 12 };
    expect(magnetic(13.6, bar, 0.5)).toBe(14);
    expect(magnetic(13.2, bar, 0.5)).toBe(13.2);
    expect(magnetic(8.1, bar, 1)).toBe(8);
  });
});
