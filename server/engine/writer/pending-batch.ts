import type { CommandResult } from '../../core/decider.js';
import type { RecordedEvent } from '../../core/event.js';
import type { EventRow } from '../history/codec.js';
import type { StoredAnswer, StoredDue } from '../history/event-store.js';

/** A command that is decided and waits for the disk. */
export interface Waiting {
  readonly result: CommandResult;
  readonly resolve: (result: CommandResult) => void;
  readonly reject: (error: Error) => void;
}

/** What is decided and waits for the next append. */
export interface PendingBatch {
  events: RecordedEvent[];
  /** The events as they will be stored: encoded and chained while the append before is at the disk. */
  rows: EventRow[];
  /** The commands that they follow from, as lines. */
  commands: string[];
  answers: StoredAnswer[];
  due: StoredDue[];
  waiting: Waiting[];
}

export function emptyBatch(): PendingBatch {
  return { events: [], rows: [], commands: [], answers: [], due: [], waiting: [] };
}
