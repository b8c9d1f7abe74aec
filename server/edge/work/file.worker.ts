import { workerData, type MessagePort } from 'node:worker_threads';
import { openPool } from '../../engine/history/database.js';
import { writtenPieces, type FileConfig, type FileTask, type FileTools } from './file-writing.js';
import { sendPieces } from './piece-stream.js';

/** One for each file that is written at once. */
const CONNECTIONS = 4;
let tools: FileTools | undefined;

/** The thread's entry; see `Files`. */
export async function write({ job, port }: { job: FileTask; port: MessagePort }): Promise<void> {
  const config = workerData as FileConfig;
  tools ??= { pool: openPool(config.databaseUrl, CONNECTIONS), config };
  await sendPieces(port, writtenPieces(job, tools));
}
