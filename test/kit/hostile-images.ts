import { gzipSync, deflateSync } from 'node:zlib';
import { randomBytes } from 'node:crypto';
import {
  PNG_END,
  PNG_START,
  drawing,
  flatPng,
  jpegSegment,
  lyingJpeg,
  pngChunk,
  pngHeader,
  withChunks,
  withSegments,
} from './image-bytes.js';

/** The marker that no stored image may hold. */
export const PAYLOAD = 'HOSTILE-PAYLOAD<script>alert(1)</script><?php system($_GET[0]); ?>';

/** A hostile or broken file, sent as an image. */
export interface HostileFile {
  name: string;
  bytes: Buffer;
  /** `made`: accepted, and harmless after re-encoding. */
  expected: string;
}

/** Every file; the same ones each time, but for the noise in two of them. */
export async function hostileFiles(): Promise<HostileFile[]> {
  const jpeg = await drawing().jpeg({ quality: 90 }).toBuffer();
  const png = await drawing().png().toBuffer();
  return [
    ...otherFormats(jpeg),
    ...truncated('JPEG', jpeg),
    ...truncated('PNG', png),
    ...broken(jpeg, png),
    ...(await sizes(jpeg)),
    ...smuggledInJpeg(jpeg),
    ...smuggledInPng(png),
  ];
}

const text = (content: string): Buffer => Buffer.from(content, 'utf8');
const hex = (content: string): Buffer => Buffer.from(content.replaceAll(' ', ''), 'hex');

/** None of them is a JPEG or a PNG, whatever it is called. */
function otherFormats(jpeg: Buffer): HostileFile[] {
  const files: Record<string, Buffer> = {
    'an SVG': text(
      '<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="1000"><rect width="9" height="9"/></svg>',
    ),
    'an SVG with a script': text(`<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg">${PAYLOAD}</svg>`),
    'an SVG that reads a file': text('<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg>&x;</svg>'),
    'a GIF': hex('47494638 3961 0100 0100 8000 00 000000 ffffff 2c 00000000 0100 0100 00 02 02 4401 00 3b'),
    'a GIF with a JPEG behind it': Buffer.concat([hex('47494638 3961 0100 0100 0000 00 3b'), jpeg]),
    'a WebP': Buffer.concat([
      text('RIFF'),
      hex('1a000000'),
      text('WEBPVP8L'),
      hex('0d000000 2f00000010072c0000000000'),
    ]),
    'a BMP': Buffer.concat([
      text('BM'),
      hex('3a000000 00000000 36000000 28000000 0100 0000 01000000'),
      randomBytes(64),
    ]),
    'a TIFF, little end first': Buffer.concat([hex('49492a00 08000000'), Buffer.alloc(64)]),
    'a TIFF, big end first': Buffer.concat([hex('4d4d002a 00000008'), Buffer.alloc(64)]),
    'a HEIC': Buffer.concat([hex('00000018'), text('ftypheic'), hex('00000000'), text('mif1heic'), Buffer.alloc(64)]),
    'an AVIF': Buffer.concat([hex('0000001c'), text('ftypavif'), hex('00000000'), text('avifmif1'), Buffer.alloc(64)]),
    'an MP4': Buffer.concat([hex('00000018'), text('ftypmp42'), Buffer.alloc(64)]),
    'a JPEG 2000': Buffer.concat([hex('0000000c 6a502020 0d0a870a'), Buffer.alloc(64)]),
    'a JPEG XL': Buffer.concat([hex('ff0a'), Buffer.alloc(64)]),
    'an icon': Buffer.concat([hex('00000100 0100'), Buffer.alloc(64)]),
    'a Photoshop file': Buffer.concat([text('8BPS'), hex('0001'), Buffer.alloc(64)]),
    'a PDF': text('%PDF-1.7\n1 0 obj<</Type/Catalog/OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj'),
    'a PDF with a JPEG in it': Buffer.concat([text('%PDF-1.4\n'), jpeg]),
    'a page': text(`<!doctype html><html><body>${PAYLOAD}</body></html>`),
    'a script': text('fetch("/web/info").then(console.log)'),
    'a PHP file': text(PAYLOAD),
    'a Windows program': Buffer.concat([text('MZ'), Buffer.alloc(200)]),
    'a Linux program': Buffer.concat([hex('7f454c46 02010100'), Buffer.alloc(200)]),
    'a ZIP': Buffer.concat([hex('504b0304 1400'), Buffer.alloc(100)]),
    'a gzip bomb': gzipSync(Buffer.alloc(20_000_000), { level: 9 }),
    JSON: text('{"format":"jpeg"}'),
    'a JPEG in base64': text(jpeg.toString('base64')),
    'a JPEG behind a blank': Buffer.concat([text(' '), jpeg]),
    'a JPEG upside down': Buffer.from(jpeg).reverse(),
    'nothing at all': Buffer.alloc(0),
    'one byte': hex('ff'),
    'the start of a JPEG, two bytes': hex('ffd8'),
    zeros: Buffer.alloc(100_000),
    noise: Buffer.concat([hex('00'), randomBytes(100_000)]),
  };
  return Object.entries(files).map(([name, bytes]) => ({ name, bytes, expected: 'image.type-wrong' }));
}

function truncated(format: string, image: Buffer): HostileFile[] {
  return [9, 40, 0.1, 0.25, 0.5, 0.75, 0.9, 0.99].map((part) => {
    const length = part < 1 ? Math.floor(image.length * part) : part;
    return {
      name: `a ${format} cut off after ${length} bytes`,
      bytes: image.subarray(0, length),
      expected: 'image.broken',
    };
  });
}

function broken(jpeg: Buffer, png: Buffer): HostileFile[] {
  const rows = deflateSync(Buffer.alloc(700 * 3001));
  const header = pngHeader({ width: 1000, height: 700 });
  const whole = (...chunks: Buffer[]): Buffer => Buffer.concat([PNG_START, ...chunks, PNG_END]);
  const wrongSum = Buffer.from(png);
  wrongSum[PNG_START.length + 24] = (wrongSum[PNG_START.length + 24] ?? 0) ^ 1;
  const files: Record<string, Buffer> = {
    'a JPEG of nothing but its start and end': hex('ffd8ffd9'),
    'a JPEG of noise': Buffer.concat([hex('ffd8ff'), randomBytes(50_000)]),
    'a JPEG without size': lyingJpeg(jpeg, 0, 0),
    'a JPEG whose segment ends behind the file': Buffer.concat([hex('ffd8ffe1ffff'), Buffer.alloc(100)]),
    'a PNG whose header has a wrong checksum': wrongSum,
    'a PNG whose pixels have a wrong checksum': whole(header, pngChunk('IDAT', rows, 1)),
    'a PNG without pixels': whole(header),
    'a PNG without a header': whole(pngChunk('IDAT', rows)),
    'a PNG with pixels that do not unpack': whole(header, pngChunk('IDAT', randomBytes(1000))),
    'a PNG with too few pixels': whole(header, pngChunk('IDAT', deflateSync(Buffer.alloc(1000)))),
    'a PNG with no width': whole(pngHeader({ width: 0, height: 700 }), pngChunk('IDAT', rows)),
    'a PNG with negative width': whole(pngHeader({ width: -1, height: 700 }), pngChunk('IDAT', rows)),
    'a PNG of a depth that does not exist': whole(
      pngHeader({ width: 1000, height: 700, depth: 3 }),
      pngChunk('IDAT', rows),
    ),
    'a PNG of colours that do not exist': whole(
      pngHeader({ width: 1000, height: 700, colour: 5 }),
      pngChunk('IDAT', rows),
    ),
    'a PNG whose chunk is longer than the file': Buffer.concat([PNG_START, header, hex('7fffffff'), text('IDAT')]),
  };
  return Object.entries(files).map(([name, bytes]) => ({ name, bytes, expected: 'image.broken' }));
}

async function sizes(jpeg: Buffer): Promise<HostileFile[]> {
  const tooMany = 'image.too-many-pixels';
  const flood = pngHeader({ width: 100_000, height: 100_000 });
  return [
    { name: 'a JPEG that claims 65,500 x 65,500', bytes: lyingJpeg(jpeg, 65_500, 65_500), expected: tooMany },
    { name: 'a JPEG that claims 8,000 x 8,000', bytes: lyingJpeg(jpeg, 8000, 8000), expected: tooMany },
    { name: 'a JPEG that claims more rows than it has', bytes: lyingJpeg(jpeg, 1000, 7000), expected: 'made' },
    {
      name: 'a PNG that claims 100,000 x 100,000',
      bytes: Buffer.concat([PNG_START, flood, PNG_END]),
      expected: 'image.broken',
    },
    { name: 'a PNG bomb of 400 megapixels', bytes: flatPng({ width: 20_000, height: 20_000 }), expected: tooMany },
    { name: 'a PNG bomb of 64 megapixels', bytes: flatPng({ width: 8000, height: 8000 }), expected: tooMany },
    { name: 'a PNG just within the limit', bytes: flatPng({ width: 4000, height: 3900 }), expected: 'made' },
    { name: 'a PNG that is one long line', bytes: flatPng({ width: 400_000, height: 1 }), expected: 'made' },
    {
      name: 'an interlaced PNG of 25 megapixels',
      bytes: await drawing(100, 100).resize(5000, 5000).png({ progressive: true }).toBuffer(),
      expected: tooMany,
    },
    {
      name: 'a progressive JPEG of 25 megapixels',
      bytes: await drawing(100, 100).resize(5000, 5000).jpeg({ progressive: true, quality: 10 }).toBuffer(),
      expected: tooMany,
    },
    { name: 'a single pixel', bytes: flatPng({ width: 1, height: 1 }), expected: 'image.too-small' },
    { name: 'a thumbnail', bytes: await drawing(160, 120).jpeg().toBuffer(), expected: 'image.too-small' },
  ];
}

const COMMENT = 0xfe;
const APP1 = 0xe1;
const APP2 = 0xe2;
const APP13 = 0xed;

/** A picture and something else in one. */
function smuggledInJpeg(jpeg: Buffer): HostileFile[] {
  const note = text(PAYLOAD);
  const exif = Buffer.concat([
    text('Exif\0\0'),
    hex('49492a00 08000000 0100 0e01 0200'),
    sized(note),
    hex('1a000000 00000000'),
    note,
  ]);
  const profile = Buffer.concat([text('ICC_PROFILE\0'), hex('0101'), note, randomBytes(40_000)]);
  const files: Record<string, Buffer> = {
    'a JPEG that is a page as well': Buffer.concat([jpeg, text(`<html>${PAYLOAD}</html>`)]),
    'a JPEG that is a ZIP as well': Buffer.concat([jpeg, hex('504b0304'), note, hex('504b0506'), Buffer.alloc(18)]),
    'a JPEG that is a PDF as well': Buffer.concat([jpeg, text(`%PDF-1.4 ${PAYLOAD}`)]),
    'a JPEG with a second image behind it': Buffer.concat([jpeg, jpeg, note]),
    'a JPEG with a megabyte behind it': Buffer.concat([jpeg, note, Buffer.alloc(1_000_000, 0x41)]),
    'a JPEG with a script in its comment': withSegments(jpeg, jpegSegment(COMMENT, note)),
    'a JPEG that is a script as well': withSegments(jpeg, jpegSegment(COMMENT, text(`*/=1;${PAYLOAD}/*`))),
    'a JPEG with fifty full comments': withSegments(
      jpeg,
      ...many(50, jpegSegment(COMMENT, Buffer.alloc(65_000, note))),
    ),
    'a JPEG with a description in EXIF': withSegments(jpeg, jpegSegment(APP1, exif)),
    'a JPEG with EXIF that is none': withSegments(jpeg, jpegSegment(APP1, Buffer.concat([text('Exif\0\0'), note]))),
    'a JPEG with EXIF that points into nowhere': withSegments(
      jpeg,
      jpegSegment(APP1, text(`Exif\0\0II*\0\xff\xff\xff\x7f${PAYLOAD}`)),
    ),
    'a JPEG with XMP': withSegments(jpeg, jpegSegment(APP1, text(`http://ns.adobe.com/xap/1.0/\0<x>${PAYLOAD}</x>`))),
    'a JPEG with a colour profile of noise': withSegments(jpeg, jpegSegment(APP2, profile)),
    'a JPEG with a profile in a thousand parts': withSegments(
      jpeg,
      ...many(255, jpegSegment(APP2, profile.subarray(0, 5000))),
    ),
    'a JPEG with captions': withSegments(jpeg, jpegSegment(APP13, text(`Photoshop 3.0\0${PAYLOAD}`))),
    'a JPEG with a segment that nobody knows': withSegments(jpeg, jpegSegment(0xeb, note)),
  };
  return Object.entries(files).map(([name, bytes]) => ({ name, bytes, expected: 'made' }));
}

const many = (count: number, piece: Buffer): Buffer[] => Array.from({ length: count }, () => piece);

function sized(data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(data.length);
  return length;
}

function smuggledInPng(png: Buffer): HostileFile[] {
  const note = text(PAYLOAD);
  const packed = deflateSync(note);
  const bomb = deflateSync(Buffer.alloc(30_000_000), { level: 9 });
  const frame = Buffer.concat([hex('00000000 000003e8 000002bc 00000000 00000000 0001 000a 00 00')]);
  const files: Record<string, Buffer> = {
    'a PNG with a page behind it': Buffer.concat([png, text(`<html>${PAYLOAD}</html>`)]),
    'a PNG with text': withChunks(png, pngChunk('tEXt', Buffer.concat([text('Comment\0'), note]))),
    'a PNG with packed text': withChunks(png, pngChunk('zTXt', Buffer.concat([text('Comment\0\0'), packed]))),
    'a PNG with a text bomb': withChunks(png, pngChunk('zTXt', Buffer.concat([text('Comment\0\0'), bomb]))),
    'a PNG with text of any language': withChunks(
      png,
      pngChunk('iTXt', Buffer.concat([text('XML:x\0\0\0\0\0'), note])),
    ),
    'a PNG with a profile bomb': withChunks(png, pngChunk('iCCP', Buffer.concat([text('p\0\0'), bomb]))),
    'a PNG with EXIF': withChunks(png, pngChunk('eXIf', Buffer.concat([hex('49492a00 08000000'), note]))),
    'a PNG with a chunk that nobody knows': withChunks(png, pngChunk('prVt', note)),
    'a PNG that moves': withChunks(png, pngChunk('acTL', hex('00000002 00000000')), pngChunk('fcTL', frame)),
    'a PNG with a thousand texts': withChunks(png, ...many(1000, pngChunk('tEXt', Buffer.concat([text('C\0'), note])))),
  };
  return Object.entries(files).map(([name, bytes]) => ({ name, bytes, expected: 'made' }));
}
