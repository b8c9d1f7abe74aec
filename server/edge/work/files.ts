import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { writtenPieces, type FileConfig, type FilePieces, type FileTask, type FileWriter } from './file-writing.js';
import { ServerConfig } from '../../config/config.js';
import { csvFileName, CSV_TYPE } from '../http/csv.js';
import { Download } from '../http/reply.js';
import { piecesFrom } from './piece-stream.js';
import { isBuilt, openThreads } from './worker-threads.js';

/** A slow reader keeps a task of the thread and no turn (`FileTurns`), so no one ever waits for a task. */
const TASKS_MAX = 10_000;
/** Prepared fonts stay in the thread's memory while documents are being made. */
const IDLE_MS = 10 * 60_000;

/** Writes file exports in a thread of their own, so that trading goes on. */
@Injectable()
export class Files {
  private readonly threads;

  constructor(
    private readonly pool: Pool,
    private readonly config: ServerConfig,
  ) {
    const thread = { least: 0, most: 1, concurrentTasks: TASKS_MAX, idleMs: IDLE_MS };
    const { databaseUrl, personalKey, dataDir } = config;
    const data: FileConfig = { databaseUrl, personalKey, dataDir };
    this.threads = isBuilt(import.meta.url)
      ? openThreads({ from: import.meta.url, worker: './file.worker', ...thread, data })
      : undefined;
  }

  pieces<Job>({ from, name }: FileWriter<Job>, job: Job): FilePieces {
    const task: FileTask = { from, name, job };
    // Sources run by a test write here, from a copy as the thread would get it.
    if (this.threads === undefined)
      return writtenPieces(structuredClone(task), { pool: this.pool, config: this.config });
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
