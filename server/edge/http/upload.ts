import type { IncomingMessage } from 'node:http';
import { Busboy } from '@fastify/busboy';
import type { UploadedFile, UploadProblem } from '../../core/ports/private-images.js';

/** Headers, boundaries and line ends around the file. */
const FRAME_BYTES_MAX = 64 * 1024;
/** So much of a refused body is thrown away for the answer to be heard; then the connection goes. */
const DISCARDED_BYTES_MAX = 32 * 1024 * 1024;
/** A bad phone sends that much in two seconds. A slower upload holds a place that others wait for. */
const PACE_BYTES = 128 * 1024;

/**
 * A body that is multipart with one file and nothing else. Nothing of it is read before `read`, so that session, rights and
 * quotas are checked first; what was sent as the file's name and type is never looked at.
 */
export class Upload implements UploadedFile {
  private taken = false;

  constructor(
    private readonly stream: IncomingMessage,
    /** Within so long the next bytes must have come. */
    private readonly paceMs: number,
  ) {}

  /** The declared length of the body, frame included; `undefined` without one. */
  get declaredBytes(): number | undefined {
    const header = this.stream.headers['content-length'];
    return header === undefined ? undefined : Number.parseInt(header, 10);
  }

  /** The file's bytes. What is declared too large is refused unread, what turns out to be is cut there. */
  async read(bytesMax: number): Promise<Buffer | UploadProblem> {
    this.taken = true;
    const declared = this.declaredBytes ?? bytesMax;
    if (declared > bytesMax + FRAME_BYTES_MAX) return this.refused('too-large');
    // Of its full size from the beginning, so that it never stands in memory twice; pages unwritten take none.
    const file = Buffer.allocUnsafeSlow(Math.min(declared, bytesMax));
    const read = await this.parse(file, bytesMax);
    return typeof read === 'number' ? file.subarray(0, read) : this.refused(read);
  }

  /** Lets the rest of the body go by unread, as far as that is reasonable. */
  discard(): void {
    if (!this.taken) this.refused('malformed');
  }

  private refused(problem: UploadProblem): UploadProblem {
    this.taken = true;
    let left = DISCARDED_BYTES_MAX;
    this.stream.on('data', (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) this.stream.destroy();
    });
    this.stream.on('error', () => undefined);
    // Unread, it would hold the connection, and the sender's leaving would go unnoticed.
    this.stream.resume();
    return problem;
  }

  /** Fills the buffer and answers how far, or why not. */
  private parse(file: Buffer, bytesMax: number): Promise<number | UploadProblem> {
    const parser = parserFor(this.stream, bytesMax);
    if (parser === undefined) return Promise.resolve('malformed');
    return new Promise((resolve) => {
      let length = 0;
      let files = 0;
      let bytes = 0;
      let inTime = PACE_BYTES;
      const late = setTimeout(() => end('malformed'), this.paceMs);
      const end = (outcome: number | UploadProblem): void => {
        clearTimeout(late);
        this.stream.unpipe(parser).off('data', count);
        resolve(outcome);
      };
      const count = (chunk: Buffer): void => {
        bytes += chunk.length;
        if (bytes >= inTime) {
          inTime = bytes + PACE_BYTES;
          late.refresh();
        }
        if (bytes > bytesMax + FRAME_BYTES_MAX) end('too-large');
      };
      parser.on('file', (_field, part) => {
        files += 1;
        part.on('limit', () => end('too-large'));
        part.on('error', () => end('malformed'));
        part.on('data', (chunk: Buffer) => {
          if (length + chunk.length > file.length) return end('too-large');
          length += chunk.copy(file, length);
        });
      });
      for (const event of ['filesLimit', 'fieldsLimit', 'partsLimit'] as const)
        parser.on(event, () => end('not-one-file'));
      parser.on('error', () => end('malformed'));
      parser.on('finish', () => end(files === 1 ? length : 'not-one-file'));
      this.stream.on('data', count);
      this.stream.once('error', () => end('malformed'));
      // A body that came whole closes too, while the parser still hands it on.
      this.stream.once('close', () => this.stream.complete || end('malformed'));
      this.stream.pipe(parser);
    });
  }
}

/** Nothing for a body that is no multipart, or one whose header names no boundary. */
function parserFor(stream: IncomingMessage, bytesMax: number): InstanceType<typeof Busboy> | undefined {
  const type = stream.headers['content-type'];
  if (type === undefined) return undefined;
  try {
    const limits = { files: 1, fields: 0, parts: 2, fileSize: bytesMax, headerPairs: 20, headerSize: 8 * 1024 };
    return new Busboy({ headers: { ...stream.headers, 'content-type': type }, limits });
  } catch {
    return undefined;
  }
}
