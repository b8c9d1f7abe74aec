import type { Pool } from 'pg';
import type { Page } from '../../../contracts/envelope.contract.js';
import type { ServerConfig } from '../../config/config.js';
import type { Refusal } from '../../core/refusal.js';
import { csvPieces, type CsvColumns } from '../http/csv.js';

export type FileConfig = Pick<ServerConfig, 'databaseUrl' | 'personalKey' | 'dataDir'>;

/** What the thread that writes a file works with: database connections of its own, and where the key of personal data is. */
export interface FileTools {
  readonly pool: Pool;
  readonly config: FileConfig;
}

export type FilePieces = AsyncIterable<string | Uint8Array>;

/** How a file is written, exported as `name` by the module at `from`, where the thread finds it. */
export interface FileWriter<Job> {
  /** `import.meta.url` of the module. */
  readonly from: string;
  readonly name: string;
  write(job: Job, tools: FileTools): FilePieces;
}

const PAGE = 1_000;

/** A list as CSV, a page after the other. */
export function listFile<Job extends { readonly filters: object }, Row>(
  from: string,
  name: string,
  columns: CsvColumns<Row>,
  page: (
    tools: FileTools,
    job: Job,
    query: Job['filters'] & { cursor: string | undefined; limit: number },
  ) => Promise<Page<Row> | Refusal>,
): FileWriter<Job> {
  const write: FileWriter<Job>['write'] = (job, tools) =>
    csvPieces(columns, (cursor) => page(tools, job, { ...job.filters, cursor, limit: PAGE }));
  return { from, name, write };
}

export interface FileTask {
  readonly from: string;
  readonly name: string;
  readonly job: unknown;
}

/** What the thread does. */
export async function* writtenPieces(
  { from, name, job }: FileTask,
  tools: FileTools,
): AsyncGenerator<string | Uint8Array> {
  const module = (await import(from)) as Record<string, FileWriter<unknown> | undefined>;
  const writer = module[name];
  if (writer === undefined) throw new Error(`${from} exports no ${name}`);
  yield* writer.write(job, tools);
}
