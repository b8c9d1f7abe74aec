import type { EventStore } from '../history/event-store.js';
import type { CommandHandlers } from './command-handlers.js';

/** `recovering`: the lease is lost and is being taken again. `standing-by`: another server holds it. */
export type WriterState = 'starting' | 'running' | 'recovering' | 'standing-by' | 'halted' | 'closed';

export interface WriterStatus {
  readonly realm: string;
  readonly state: WriterState;
  readonly position: number;
  readonly hash: string;
  readonly leaseEpoch: number;
  readonly queueDepth: number;
  readonly lastAppendMs: number;
  readonly streams: number;
  /** Why it does not write. */
  readonly problem: string | null;
}

export interface WriterOptions {
  readonly realm: string;
  readonly holder: string;
  readonly store: EventStore;
  readonly handlers: CommandHandlers;
  /** Receives errors and warnings; never personal data. */
  readonly log: { warn(message: string): void; error(message: string): void };
  /** Called when the lease was lost, so that it is taken again. */
  readonly onLost: () => void;
}
