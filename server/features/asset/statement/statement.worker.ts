import { workerData, type MessagePort } from 'node:worker_threads';
import type { Pool } from 'pg';
import { sendPieces } from '../../../edge/work/piece-stream.js';
import { openPool } from '../../../event-store/database.js';
import { writtenPieces, type StatementJob } from './statement-files.js';

const CONNECTIONS = 2;
let pool: Pool | undefined;

/** The thread's entry; see `StatementFiles`. */
export async function write({ job, port }: { job: StatementJob; port: MessagePort }): Promise<void> {
  pool ??= openPool((workerData as { databaseUrl: string }).databaseUrl, CONNECTIONS);
  await sendPieces(port, writtenPieces(job, pool));
}
