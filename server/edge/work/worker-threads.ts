import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';

/**
 * How far below the rest of the server these threads stand (19 is lowest): a document waits, an order does not. Only Linux has a
 * priority for each thread; elsewhere it would be the whole server's.
 */
const NICE = process.platform === 'linux' ? 10 : 0;
/** Each takes a core for a while; one core is left to the thread that trades. */
export const SPARE_CORES = Math.max(1, availableParallelism() - 1);

interface ThreadsOptions {
  /** `import.meta.url` of the caller; the worker lies beside it. */
  readonly from: string;
  /** File of the worker without its ending: `./hashing.worker`. */
  readonly worker: string;
  /** Threads that stay, and at most. */
  readonly least: number;
  readonly most: number;
  /** Tasks that one thread does at a time, where they wait for something most of it; one otherwise. */
  readonly concurrentTasks?: number;
  /** A thread above the least ends when it had nothing to do for so long. */
  readonly idleMs?: number;
  readonly data?: unknown;
}

/** Threads for work that would hold up trading: documents, candles, trees, hashes. */
export function openThreads(options: ThreadsOptions): Piscina {
  const { from, worker, least, most, concurrentTasks = 1, idleMs = 60_000, data } = options;
  const ending = from.endsWith('.ts') ? '.ts' : '.js';
  return new Piscina({
    filename: fileURLToPath(new URL(`${worker}${ending}`, from)),
    minThreads: least,
    maxThreads: most,
    concurrentTasksPerWorker: concurrentTasks,
    idleTimeout: idleMs,
    niceIncrement: NICE,
    workerData: data,
  });
}

/** Sources run by a test have no threads: only what was built can be loaded by one. */
export const isBuilt = (from: string): boolean => !from.endsWith('.ts');
