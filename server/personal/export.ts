import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { Clock } from '../core/clock.js';
import type { PersonalFile, PersonalHoldings } from '../core/person.js';
import { Download } from '../edge/http/reply.js';

/**
 * Everything that is held of a person as one ZIP: `data.json` with a section a holding, and the files. It is written while it
 * is sent: one section or one file is in memory at a time.
 */
export function exportOf(userId: string, holdings: PersonalHoldings, clock: Clock): Download {
  const day = new Date(clock.now()).toISOString().slice(0, 10);
  return new Download(`glassbook-my-data-${day}.zip`, 'application/zip', pieces(userId, holdings, clock));
}

async function* pieces(userId: string, holdings: PersonalHoldings, clock: Clock): AsyncGenerator<Buffer> {
  const archive = new ZipFile();
  archive.addReadStreamLazy('data.json', (give) => give(null, Readable.from(sections(userId, holdings, clock))));
  for (const { files } of holdings.all()) for (const file of (await files?.(userId)) ?? []) add(archive, file);
  archive.end();
  const out = archive.outputStream as unknown as Readable;
  // Half an archive that ends well would be taken for a whole one: the connection breaks instead.
  archive.on('error', (error: Error) => out.destroy(error));
  yield* out as AsyncIterable<Buffer>;
}

/** Images are packed as well as they can be: they are stored as they are. */
function add(archive: ZipFile, { path, read }: PersonalFile): void {
  archive.addReadStreamLazy(path, { compress: false }, (give) => {
    read().then(
      (bytes) => give(null, Readable.from([bytes ?? Buffer.alloc(0)])),
      (error: unknown) => give(error, Readable.from([])),
    );
  });
}

/** `data.json`, a section at a time. */
async function* sections(userId: string, holdings: PersonalHoldings, clock: Clock): AsyncGenerator<string> {
  yield `{\n  "userId": ${JSON.stringify(userId)},\n  "exportedAt": ${clock.now()}`;
  for (const { name, export: section } of holdings.all()) {
    if (section === undefined) continue;
    const text = JSON.stringify(await section(userId), null, 2) ?? 'null';
    yield `,\n  ${JSON.stringify(name)}: ${text.replaceAll('\n', '\n  ')}`;
  }
  yield '\n}\n';
}
