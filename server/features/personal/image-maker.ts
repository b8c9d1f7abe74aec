import type { Metadata, Sharp, SharpOptions } from 'sharp';
import type { ImageHint } from '../../../contracts/personal.contract.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import { hintsOf } from './image-quality.js';

/** The longest side of what is kept: small print stays readable, and a photograph of any camera becomes about a megabyte. */
const SIDE_PIXELS_MAX = 3000;
const JPEG_QUALITY = 84;
/** Of images that stand in memory whole. */
const WHOLE_PIXELS_MAX = 16_000_000;
const GREY_SIDE_PIXELS = 512;
const SECONDS_MAX = 10;
const MEGA = 1_000_000;

interface ImageRules {
  readonly pixelsMin: number;
  readonly pixelsMax: number;
}

/** Ours from the first byte to the last. */
export interface MadeImage {
  readonly jpeg: Buffer;
  readonly width: number;
  readonly height: number;
  readonly hints: readonly ImageHint[];
}

const OPTIONS: SharpOptions = { failOn: 'error', sequentialRead: true, pages: 1 };

type Open = (bytes: Buffer, options?: SharpOptions) => Sharp;
let opening: Promise<Open> | undefined;

/** An original that was found to be an image within the limits, by its header alone. */
interface Inspected {
  readonly original: Buffer;
  readonly rules: ImageRules;
  /** Such an image is only known after its last byte, so it stands in memory whole: no other is drawn beside it. */
  readonly whole: boolean;
  /** As the camera noted it, 1 to 8 (EXIF); 1 is upright. */
  readonly orientation: number;
}

/** Only JPEG and PNG are ever decoded, by content and not by name; not a pixel is decoded here. */
export async function inspectImage(original: Buffer, rules: ImageRules): Promise<Inspected | Refusal> {
  const format = formatOf(original);
  if (format === undefined) return refuse('image.type-wrong');
  const open = await (opening ??= load());
  const metadata = await open(original, { ...OPTIONS, limitInputPixels: false })
    .metadata()
    .catch(() => undefined);
  if (metadata === undefined) return refuse('image.broken');
  const whole = format === 'png' || metadata.isProgressive === true;
  const { orientation = 1 } = metadata;
  return sizeProblem(metadata, whole, rules) ?? { original, rules, whole, orientation };
}

/**
 * Re-encodes the image, turned upright, without metadata or colour profile: nothing but the picture survives, even if the bytes
 * were also a page, a program or an archive.
 */
export async function makeImage({ original, rules, orientation }: Inspected): Promise<MadeImage | Refusal> {
  const open = await (opening ??= load());
  try {
    const whole = open(original, { ...OPTIONS, limitInputPixels: rules.pixelsMax }).timeout({ seconds: SECONDS_MAX });
    const { data, info } = await upright(whole, orientation)
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .jpeg({ quality: JPEG_QUALITY })
      .toBuffer({ resolveWithObject: true });
    return { jpeg: data, width: info.width, height: info.height, hints: await hintsFor(open, data, info) };
  } catch {
    // Any error of the decoder: its own message would only help attackers.
    return refuse('image.broken');
  }
}

const SIDES = { width: SIDE_PIXELS_MAX, height: SIDE_PIXELS_MAX, fit: 'inside', withoutEnlargement: true } as const;
/** Degrees to the right for what cameras write; the mirrored ones come from editing programs. */
const TURNS: Readonly<Record<number, number>> = { 1: 0, 3: 180, 6: 90, 8: 270 };

/** Turned after it was made smaller where possible: to be turned a picture has to stand in memory whole. */
function upright(image: Sharp, orientation: number): Sharp {
  const degrees = TURNS[orientation];
  if (degrees === undefined) return image.autoOrient().resize(SIDES);
  return degrees === 0 ? image.resize(SIDES) : image.resize(SIDES).rotate(degrees);
}

/** Loaded by the first image: most starts of the server see none, and it takes a tenth of a second. */
async function load(): Promise<Open> {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  // One thread an image: how many images are made at once is decided by who calls.
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'] });
  return (bytes, options) => sharp(bytes, options);
}

const JPEG_START = Buffer.from([0xff, 0xd8, 0xff]);
const PNG_START = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function formatOf(bytes: Buffer): 'jpeg' | 'png' | undefined {
  if (bytes.subarray(0, JPEG_START.length).equals(JPEG_START)) return 'jpeg';
  return bytes.subarray(0, PNG_START.length).equals(PNG_START) ? 'png' : undefined;
}

/** Checked by the header alone, before a pixel is decoded. */
function sizeProblem({ width, height }: Metadata, whole: boolean, rules: ImageRules): Refusal | undefined {
  const pixels = width * height;
  const limit = whole ? Math.min(rules.pixelsMax, WHOLE_PIXELS_MAX) : rules.pixelsMax;
  if (pixels > limit) return refuse('image.too-many-pixels', { limitMegapixels: Math.floor(limit / MEGA) });
  if (pixels < rules.pixelsMin) return refuse('image.too-small', { width, height, pixelsMin: rules.pixelsMin });
  return undefined;
}

async function hintsFor(open: Open, jpeg: Buffer, size: { width: number; height: number }): Promise<ImageHint[]> {
  const { data, info } = await open(jpeg)
    .resize({ width: GREY_SIDE_PIXELS, height: GREY_SIDE_PIXELS, fit: 'inside', withoutEnlargement: true })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const grey = { pixels: data, width: info.width, height: info.height };
  return hintsOf(grey, Math.min(size.width, size.height));
}
