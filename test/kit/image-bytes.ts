import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

/** Pieces that images are made of, to put them together wrongly. */
export const PNG_START = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

export interface PngShape {
  width: number;
  height: number;
  /** Bits a sample. */
  depth?: number;
  colour?: number;
  interlaced?: boolean;
}

export function pngHeader({ width, height, depth = 8, colour = 2, interlaced = false }: PngShape): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width >>> 0, 0);
  data.writeUInt32BE(height >>> 0, 4);
  data.set([depth, colour, 0, 0, interlaced ? 1 : 0], 8);
  return pngChunk('IHDR', data);
}

/** With a checksum that is right, or one of the test's own. */
export function pngChunk(type: string, data: Uint8Array, checksum?: number): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(checksum ?? crc32(named));
  return Buffer.concat([length, named, sum]);
}

export const PNG_END = pngChunk('IEND', Buffer.alloc(0));

/** A whole PNG of one grey, a bit a pixel: a few kilobytes however large it is. */
export function flatPng(shape: PngShape): Buffer {
  const header = pngHeader({ ...shape, depth: 1, colour: 0 });
  const row = Math.ceil(shape.width / 8) + 1;
  const data = deflateSync(Buffer.alloc(row * shape.height), { level: 9 });
  return Buffer.concat([PNG_START, header, pngChunk('IDAT', data), PNG_END]);
}

/** Puts chunks behind the header of a PNG. */
export function withChunks(png: Buffer, ...chunks: Buffer[]): Buffer {
  const header = PNG_START.length + 25;
  return Buffer.concat([png.subarray(0, header), ...chunks, png.subarray(header)]);
}

/** A segment of a JPEG: marker, length, data. */
export function jpegSegment(marker: number, data: Uint8Array): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
}

/** Puts segments behind the start of a JPEG. */
export function withSegments(jpeg: Buffer, ...segments: Buffer[]): Buffer {
  return Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)]);
}

/** The offset of the size in a JPEG's frame. */
export function jpegSizeAt(jpeg: Buffer): number {
  for (let at = 2; at < jpeg.length; at += 2 + jpeg.readUInt16BE(at + 2)) {
    const marker = jpeg[at + 1] ?? 0;
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) return at + 5;
  }
  throw new Error('this JPEG has no frame');
}

/** The same JPEG with another declared size. */
export function lyingJpeg(jpeg: Buffer, width: number, height: number): Buffer {
  const copy = Buffer.from(jpeg);
  const at = jpegSizeAt(jpeg);
  copy.writeUInt16BE(height, at);
  copy.writeUInt16BE(width, at + 2);
  return copy;
}

/** A picture with edges and shades, as photographs of documents have them. */
export function drawing(width = 1000, height = 700): Sharp {
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 3;
      const ink = (Math.floor(x / 9) * 7 + Math.floor(y / 17) * 5) % 11 < 4 ? 30 : 210;
      pixels.fill(ink, at, at + 3);
      pixels[at + 1] = (x * 255) / width;
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}
