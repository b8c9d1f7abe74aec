import { describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { isRefusal } from '../../core/refusal.js';
import { inspectImage, makeImage } from './image-maker.js';

const RULES = { pixelsMin: 1, pixelsMax: 50_000_000 };
const [WIDTH, HEIGHT] = [48, 32];

/** Red at the top left, green at the top right, blue at the bottom left, white at the bottom right. */
async function corners(orientation: number): Promise<Buffer> {
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 3);
  for (let at = 0; at < WIDTH * HEIGHT; at += 1) {
    const [right, below] = [at % WIDTH >= WIDTH / 2, Math.floor(at / WIDTH) >= HEIGHT / 2];
    pixels.set(right ? (below ? [255, 255, 255] : [0, 255, 0]) : below ? [0, 0, 255] : [255, 0, 0], at * 3);
  }
  const image = sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } });
  return image.withMetadata({ orientation }).jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).toBuffer();
}

async function cornersOf(jpeg: Buffer): Promise<string> {
  const { data, info } = await sharp(jpeg).raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number): string => {
    const [red = 0, green = 0, blue = 0] = data.subarray((y * info.width + x) * 3);
    if (red > 150 && green > 150 && blue > 150) return 'white';
    return red > 150 ? 'red' : green > 150 ? 'green' : 'blue';
  };
  const [right, below] = [info.width - 5, info.height - 5];
  return [at(4, 4), at(right, 4), at(4, below), at(right, below)].join(' ');
}

describe('an image', () => {
  // What each number means is fixed by EXIF 2.3, "Orientation".
  it.each([
    [1, 'red green blue white'],
    [2, 'green red white blue'],
    [3, 'white blue green red'],
    [4, 'blue white red green'],
    [5, 'red blue green white'],
    [6, 'blue red white green'],
    [7, 'white green blue red'],
    [8, 'green white red blue'],
  ])('that the camera held in way %i is made upright', async (orientation, expected) => {
    const inspected = await inspectImage(await corners(orientation), RULES);
    if (isRefusal(inspected)) throw new Error(inspected.refusal);
    const made = await makeImage(inspected);
    if (isRefusal(made)) throw new Error(made.refusal);
    expect(await cornersOf(made.jpeg)).toBe(expected);
    expect([made.width, made.height]).toEqual(orientation > 4 ? [HEIGHT, WIDTH] : [WIDTH, HEIGHT]);
  });

  it('is no larger than small print needs, and never made larger', async () => {
    const large = await sharp({ create: { width: 6000, height: 100, channels: 3, background: '#888' } })
      .jpeg()
      .toBuffer();
    const inspected = await inspectImage(large, RULES);
    if (isRefusal(inspected)) throw new Error(inspected.refusal);
    const made = await makeImage(inspected);
    expect(made).toMatchObject({ width: 3000, height: 50 });
  });
});
