import type { Pool } from 'pg';
import type { ServerConfig } from '../../config/config.js';
import { csvFileName, CSV_TYPE } from '../http/csv.js';
import { Download } from '../http/reply.js';
import { piecesFrom } from './piece-stream.js';
import { isBuilt, openThreads } from './worker-threads.js';

/** Whoever reads slowly keeps a task of the thread and no turn (`FileTurns`), so nobody ever waits for a task. */
const TASKS_MAX = 10_000;
/** Fonts that were made stay in the thread's memory for as long as somebody wants documents. */
const IDLE_MS = 10 * 60_000;

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

export interface FileTask {
  readonly from: string;
  readonly name: string;
  readonly job: unknown;
}

/** Writes the files that people ask for in a thread of their own, so that trading goes on. */
export class Files {
  private readonly threads;

  constructor(private readonly tools: FileTools) {
    const thread = { least: 0, most: 1, concurrentTasks: TASKS_MAX, idleMs: IDLE_MS };
    const { databaseUrl, personalKey, dataDir } = tools.config;
    const data: FileConfig = { databaseUrl, personalKey, dataDir };
    this.threads = isBuilt(import.meta.url)
      ? openThreads({ from: import.meta.url, worker: './file.worker', ...thread, data })
      : undefined;
  }

  pieces<Job>({ from, name }: FileWriter<Job>, job: Job): FilePieces {
    const task: FileTask = { from, name, job };
    // Sources run by a test write here, from a copy as the thread would get it.
    if (this.threads === undefined) return writtenPieces(structuredClone(task), this.tools);
    return piecesFrom(this.threads, 'write', task);
  }

  /** A list as a CSV file, named by its period. */
  csv<Job extends { readonly filters: { from?: number | undefined; to?: number | undefined } }>(
    name: string,
    writer: FileWriter<Job>,
    job: Job,
  ): Download {
    return new Download(csvFileName(name, job.filters), CSV_TYPE, this.pieces(writer, job));
  }

  async onApplicationShutdown(): Promise<void> {
    await this.threads?.destroy();
  }
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
