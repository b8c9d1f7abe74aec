import type { Pool } from 'pg';
import type { Language } from '../../../../contracts/envelope.contract.js';
import { piecesFrom } from '../../../edge/work/piece-stream.js';
import { isBuilt, openThreads } from '../../../edge/work/worker-threads.js';
import { pdfPieces, type PrintedStatement } from './pdf/statement-pdf.js';
import { csvPieces } from './statement-csv.js';
import { movementsOf, type Statement } from './statement.query.js';

/** Files that one thread writes in turns; each waits for the database most of its time. */
const FILES_AT_ONCE = 4;
/** Fonts that were made stay in the thread's memory for as long as somebody wants documents. */
const IDLE_MS = 10 * 60_000;

export type StatementJob =
  | { readonly kind: 'csv'; readonly statement: Statement }
  | { readonly kind: 'pdf'; readonly statement: PrintedStatement; readonly language: Language };

/** Writes statements in a thread of their own with a database connection of its own, so that trading goes on. */
export class StatementFiles {
  private readonly threads;

  constructor(
    private readonly pool: Pool,
    databaseUrl: string,
  ) {
    const thread = { least: 0, most: 1, concurrentTasks: FILES_AT_ONCE, idleMs: IDLE_MS };
    this.threads = isBuilt(import.meta.url)
      ? openThreads({ from: import.meta.url, worker: './statement.worker', ...thread, data: { databaseUrl } })
      : undefined;
  }

  pieces(job: StatementJob): AsyncIterable<string | Uint8Array> {
    return this.threads === undefined ? writtenPieces(job, this.pool) : piecesFrom(this.threads, 'write', job);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.threads?.destroy();
  }
}

/** What the thread does. */
export async function* writtenPieces(job: StatementJob, pool: Pool): AsyncGenerator<string | Uint8Array> {
  const movements = movementsOf(pool, job.statement.span);
  if (job.kind === 'csv') yield* csvPieces(job.statement, movements);
  else yield* await pdfPieces(job.statement, movements, job.language);
}
