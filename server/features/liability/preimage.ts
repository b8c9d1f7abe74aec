import { hash } from 'node:crypto';

/** Bytes that are written and hashed again and again: what is hashed of them is cut out once for each length. */
export class Preimage {
  readonly bytes: Buffer;
  private readonly cuts: (Buffer | undefined)[];

  constructor(bytesMax: number) {
    this.bytes = Buffer.alloc(bytesMax);
    this.cuts = new Array<Buffer | undefined>(bytesMax + 1).fill(undefined);
  }

  /** SHA-256 of the first `length` bytes, a character a byte: Node.js makes a text in a tenth of the time of a buffer. */
  hash(length: number): string {
    return hash('sha256', (this.cuts[length] ??= this.bytes.subarray(0, length)), 'binary');
  }
}
