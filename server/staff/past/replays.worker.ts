import { workerData } from 'node:worker_threads';
import '../../features.js';
import { openPool } from '../../engine/history/database.js';
import { EventStore } from '../../engine/history/event-store.js';
import { replayed, type ReplayJob } from './replayed.js';

const CONNECTIONS = 2;
let store: EventStore | undefined;

/** The thread's entry; see `Replays`. */
export default function replay(job: ReplayJob): Promise<unknown> {
  store ??= new EventStore(openPool((workerData as { databaseUrl: string }).databaseUrl, CONNECTIONS));
  return replayed(store, job);
}
