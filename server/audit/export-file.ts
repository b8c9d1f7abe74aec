import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

/** A file of an export. Packed with gzip or not, it holds the same bytes. */
export class ExportFile {
  /** Within the folder: with `.gz` behind it when packed. */
  readonly name: string;
  private readonly lines: PassThrough | ReturnType<typeof createGzip>;
  private readonly digest = createHash('sha256');
  private readonly written: Promise<void>;

  constructor(folder: string, name: string, gzip = false) {
    this.name = gzip ? `${name}.gz` : name;
    // An older export of the other kind would lie beside it, and nobody could tell which is meant.
    rmSync(join(folder, gzip ? name : `${name}.gz`), { force: true });
    this.lines = gzip ? createGzip() : new PassThrough();
    this.written = pipeline(this.lines, (chunks) => this.counted(chunks), createWriteStream(join(folder, this.name)));
    // A disk that is full is heard at the end, or by the write that waits for room.
    this.written.catch(() => undefined);
  }

  async write(text: string): Promise<void> {
    if (!this.lines.write(text)) await once(this.lines, 'drain');
  }

  /** SHA-256 over the bytes of the file in lower-case hexadecimal, once they are written. */
  async end(): Promise<string> {
    this.lines.end();
    await this.written;
    return this.digest.digest('hex');
  }

  private async *counted(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      this.digest.update(chunk);
      yield chunk;
    }
  }
}
