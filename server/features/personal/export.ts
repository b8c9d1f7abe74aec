import { Readable } from 'node:stream';
import type { Pool } from 'pg';
import { ZipFile } from 'yazl';
import type { Instant } from '../../core/clock.js';
import type { PersonalDataHandlers } from '../../core/ports/personal-holdings.js';
import type { Vault } from '../../core/ports/vault.js';
import type { FilePieces, FileTools, FileWriter } from '../../edge/work/file-writing.js';
import { fileOf, ImageTable, openImage } from './image-table.js';
import { ledgerSection } from './ledger-section.js';
import { openVault } from '../../engine/vault/vault.js';

interface ExportJob {
  readonly userId: string;
  readonly at: Instant;
  /** Of `data.json`: name and content. */
  readonly sections: readonly (readonly [name: string, content: unknown])[];
}

/**
 * Everything that is held of a person as one ZIP: `data.json` with a section a holding and the ledger, and the images. It is written
 * while it is sent: a page of the ledger or one image is in memory at a time.
 */
export const EXPORT_FILE: FileWriter<ExportJob> = { from: import.meta.url, name: 'EXPORT_FILE', write };

/** The nouns' personal data: little, so it is read here, where their handlers are available. */
export async function exportJob(userId: string, holdings: PersonalDataHandlers, at: Instant): Promise<ExportJob> {
  const sections: [string, unknown][] = [];
  for (const { name, export: section } of holdings.all())
    if (section !== undefined) sections.push([name, (await section(userId)) ?? null]);
  return { userId, at, sections };
}

async function* write(job: ExportJob, { pool, config }: FileTools): FilePieces {
  const table = new ImageTable(pool);
  const vault = await openVault(pool, config);
  const images = await table.ofPerson(job.userId);
  const archive = new ZipFile();
  const out = archive.outputStream as Readable;
  // Half an archive that ends well would be taken for a whole one: the connection breaks instead.
  archive.on('error', (error: Error) => out.destroy(error));
  archive.addReadStreamLazy('data.json', (give) => give(null, Readable.from(dataPieces(job, pool))));
  for (const { id } of images) add(archive, table, vault, job.userId, id);
  archive.end();
  yield* out as AsyncIterable<Buffer>;
}

/** Images are packed as well as they can be: they are stored as they are. */
function add(archive: ZipFile, table: ImageTable, vault: Vault, userId: string, id: string): void {
  archive.addReadStreamLazy(fileOf(id), { compress: false }, (give) => {
    openImage(table, vault, userId, id).then(
      (bytes) => give(null, Readable.from([bytes ?? Buffer.alloc(0)])),
      (error: unknown) => give(error, Readable.from([])),
    );
  });
}

/** `data.json`, a section or a page of one at a time. */
async function* dataPieces({ userId, at, sections }: ExportJob, pool: Pool): AsyncGenerator<string> {
  yield `{\n  "userId": ${JSON.stringify(userId)},\n  "exportedAt": ${at}`;
  for (const [name, content] of sections) {
    const text = JSON.stringify(content, null, 2);
    yield `,\n  ${JSON.stringify(name)}: ${text.replaceAll('\n', '\n  ')}`;
  }
  yield ',\n  "ledger": ';
  yield* ledgerSection(pool, userId);
  yield '\n}\n';
}
