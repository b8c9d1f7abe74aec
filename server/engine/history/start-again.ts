import { setTimeout as sleep } from 'node:timers/promises';
import { isAway } from './away.js';

const RETRY_MS = 500;

/** Starts something, and again while the database is away: a lease that a busy machine is late for ends no start. */
export async function startAgain<Started>(
  start: () => Promise<Started>,
  log: { warn(message: string): void },
): Promise<Started> {
  for (let lastWarning = ''; ;) {
    try {
      return await start();
    } catch (error) {
      if (!isAway(error)) throw error;
      if (lastWarning !== String(error)) log.warn(`the start is tried again: ${String(error)}`);
      lastWarning = String(error);
      await sleep(RETRY_MS);
    }
  }
}
