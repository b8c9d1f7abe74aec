import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/** Below, packing costs more than it saves. */
const PACKED_FROM = 1_024;
const FAST = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };
/** Far more than an append may hold: a few bytes that unpack to more are not what was signed. */
const MOST = { maxOutputLength: 1 << 26 };
/** `{`, with which every line begins; packed bytes begin with Zstandard's magic number. */
const BRACE = 0x7b;

/** The commands of a segment as they are stored. They are hashed as they were before. */
export function packed(lines: string): Buffer {
  const plain = Buffer.from(lines, 'utf8');
  return plain.length < PACKED_FROM ? plain : zstdCompressSync(plain, FAST);
}

/** @throws for bytes that are neither lines nor packed lines */
export function unpacked(stored: Buffer): string {
  return (stored[0] === BRACE ? stored : zstdDecompressSync(stored, MOST)).toString('utf8');
}
