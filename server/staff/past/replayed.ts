import type { EventStore } from '../../engine/history/event-store.js';
import { personAsOf, type AsOfAsked } from './person-as-of.js';
import { StreamStates, type VersionAsked } from './stream-state.js';

export type ReplayJob =
  | { readonly kind: 'stream'; readonly id: string; readonly asked: VersionAsked }
  | { readonly kind: 'person'; readonly asked: AsOfAsked };

/** What the thread does. */
export function replayed(store: EventStore, job: ReplayJob): Promise<unknown> {
  return job.kind === 'stream' ? new StreamStates(store).shown(job.id, job.asked) : personAsOf(store, job.asked);
}
