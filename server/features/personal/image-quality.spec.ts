import { describe, expect, it } from '@jest/globals';
import { hintsOf, sharpness, type GreyImage } from './image-quality.js';

const SIDE = 64;

function grey(shade: (x: number, y: number) => number): GreyImage {
  const pixels = Uint8Array.from({ length: SIDE * SIDE }, (_, at) => shade(at % SIDE, Math.floor(at / SIDE)));
  return { pixels, width: SIDE, height: SIDE };
}

describe('the quality of an image', () => {
  it.each([
    ['all black', () => 0, 1000, ['dark', 'blurred']],
    ['all white', () => 255, 1000, ['bright', 'blurred']],
    ['a slow shade', (x: number) => x * 3, 1000, ['blurred']],
    ['print', (x: number, y: number) => (((x >> 1) + (y >> 1)) % 3 === 0 ? 30 : 200), 1000, []],
    ['print on a thumbnail', (x: number, y: number) => (((x >> 1) + (y >> 1)) % 3 === 0 ? 30 : 200), 300, ['small']],
  ] as const)('of %s is told in hints', (_name, shade, side, hints) => {
    expect(hintsOf(grey(shade), side)).toEqual(hints);
  });

  it('is sharper the harder the edges are, whatever the light', () => {
    const edges = (soft: number) => grey((x) => 100 + 60 * Math.max(-1, Math.min(1, ((x % 16) - 8) / soft)));
    expect(sharpness(edges(1))).toBeGreaterThan(sharpness(edges(4)));
    const darker = grey((x) => 70 + 60 * Math.max(-1, Math.min(1, ((x % 16) - 8) / 1)));
    expect(Math.abs(sharpness(darker) - sharpness(edges(1))) / sharpness(darker)).toBeLessThan(0.05);
  });

  it('of a picture without an inside is no sharpness at all', () => {
    expect(sharpness({ pixels: new Uint8Array(2), width: 2, height: 1 })).toBe(0);
  });
});
