import { describe, expect, it } from '@jest/globals';
import { FITTED, moved, turned, zoomed } from './frame.js';

describe('an image in its frame', () => {
  it('keeps the point under the pointer where it is while it grows', () => {
    const at = { x: 100, y: -40 };
    const grown = zoomed(zoomed(FITTED, 2, at), 1.5, at);
    // The picture's point under the pointer, before and after.
    const under = (frame: typeof FITTED) => [(at.x - frame.x) / frame.zoom, (at.y - frame.y) / frame.zoom];
    expect(under(grown)).toEqual(under(FITTED));
    expect(grown.zoom).toBe(3);
  });

  it('is never smaller than its frame nor larger than eight times, and stands in the middle once fitted', () => {
    expect(zoomed(FITTED, 0.1).zoom).toBe(1);
    expect(zoomed(FITTED, 100).zoom).toBe(8);
    expect(zoomed({ ...FITTED, x: 50, zoom: 2 }, 0.5)).toEqual(FITTED);
  });

  it('cannot be pushed out of sight', () => {
    const size = { width: 400, height: 300 };
    expect(moved({ ...FITTED, zoom: 2 }, { x: 9_000, y: -9_000 }, size)).toMatchObject({ x: 400, y: -300 });
  });

  it('comes back to where it was after four turns', () => {
    const once = turned({ ...FITTED, x: 10, y: 10, zoom: 2 });
    expect(once).toEqual({ x: 0, y: 0, zoom: 2, quarters: 1 });
    expect(turned(turned(turned(once))).quarters).toBe(0);
  });
});
