import { setTimeout as sleep } from 'node:timers/promises';
import { openCluster, type Cluster, type ClusterOptions } from './cluster.js';
import { isRunning } from './processes.js';

/** Keeps a PostgreSQL up for as long as the server runs. */
export interface Guard {
  /** Ends the guard and then PostgreSQL, in order. */
  stop(): Promise<void>;
}

const LOOK_MS = 250;
const RETRY_MS_MAX = 5_000;

/** Starts PostgreSQL again on the same port whenever it has died by itself, and goes on trying until it is up. */
export function guardCluster(first: Cluster, options: ClusterOptions): Guard {
  const report = options.onProgress ?? (() => undefined);
  const stopping = new AbortController();
  const pause = (ms: number): Promise<void> =>
    sleep(ms, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
  let cluster = first;
  const watch = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      if (isRunning(cluster.pid)) await pause(LOOK_MS);
      else cluster = await reopen(cluster);
    }
  };
  const reopen = async (dead: Cluster): Promise<Cluster> => {
    const diedAt = performance.now();
    report(`PostgreSQL (process ${dead.pid}) has died, starting it again`);
    for (let retryMs = LOOK_MS; !stopping.signal.aborted; retryMs = Math.min(retryMs * 2, RETRY_MS_MAX)) {
      try {
        const again = await openCluster({ ...options, onProgress: report, keepsPort: true });
        report(`PostgreSQL serves again after ${((performance.now() - diedAt) / 1000).toFixed(1)} s`);
        return again;
      } catch (error) {
        report(`PostgreSQL does not come back yet: ${(error as Error).message}`);
        await pause(retryMs);
      }
    }
    return dead;
  };
  const watching = watch();
  return {
    stop: async () => {
      stopping.abort();
      await watching;
      await cluster.stop();
    },
  };
}
