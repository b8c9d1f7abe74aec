import type { ImageHint } from '../../../contracts/personal.contract.js';

/** Of 255: below, print on a document is lost in shadow; above, in glare. */
const DARK_BELOW = 55;
const BRIGHT_ABOVE = 225;
/** Variance of the Laplacian at 512 pixels; sharp photographs of print lie in the hundreds. */
const BLURRED_BELOW = 30;
/** Of the shorter side: below, the small print of a document cannot be read. */
const SMALL_BELOW = 700;

/** Grey values, row by row, a byte each. */
export interface GreyImage {
  readonly pixels: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** What a reviewer may have trouble with. */
export function hintsOf(grey: GreyImage, shorterSidePixels: number): ImageHint[] {
  const mean = grey.pixels.reduce((sum, value) => sum + value, 0) / Math.max(1, grey.pixels.length);
  const found: [ImageHint, boolean][] = [
    ['dark', mean < DARK_BELOW],
    ['bright', mean > BRIGHT_ABOVE],
    ['blurred', sharpness(grey) < BLURRED_BELOW],
    ['small', shorterSidePixels < SMALL_BELOW],
  ];
  return found.filter(([, is]) => is).map(([hint]) => hint);
}

/** Variance of the Laplacian: how much the grey values turn from pixel to pixel (Pech-Pacheco et al., 2000). */
export function sharpness({ pixels, width, height }: GreyImage): number {
  let sum = 0;
  let squares = 0;
  let count = 0;
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      const at = y * width + x;
      const around =
        value(pixels, at - 1) + value(pixels, at + 1) + value(pixels, at - width) + value(pixels, at + width);
      const turn = around - 4 * value(pixels, at);
      sum += turn;
      squares += turn * turn;
      count += 1;
    }
  }
  return count === 0 ? 0 : squares / count - (sum / count) ** 2;
}

const value = (pixels: Uint8Array, at: number): number => pixels[at] ?? 0;
