import type { EventStore } from '../../engine/history/event-store.js';
import { personAsOf, type AsOfQuery } from './person-as-of.js';
import { StreamStates, type VersionQuery } from './stream-state.js';

export type ReplayJob =
  | { readonly kind: 'stream'; readonly id: string; readonly query: VersionQuery }
  | { readonly kind: 'person'; readonly query: AsOfQuery };

/** What the thread does. */
export function replayed(store: EventStore, job: ReplayJob): Promise<unknown> {
  return job.kind === 'stream' ? new StreamStates(store).view(job.id, job.query) : personAsOf(store, job.query);
}
