import type { PlannedCommand } from '../../core/command.js';
import type { RecordedEvent } from '../../core/event.js';
import type { PersonNotification } from '../../core/ports/notifier.js';

/** Everything that is not state stands in its data. */
export interface ReactionCommand extends PlannedCommand {
  /** Distinguishes several commands of one reaction, also when it runs again after a crash. */
  readonly part?: string;
  /** Where it is sent; without it to the realm of the event. */
  readonly realm?: string;
}

export interface Effects {
  /** Sent in this order, each after the one before is answered. */
  readonly commands?: readonly ReactionCommand[];
  /** Goes out after the commands, once. */
  readonly letter?: PersonNotification;
}

/**
 * What follows from events, where it need not be in their append. It sees each event once and in order; its effects happen once,
 * even after a crash. It may look things up or do them itself, as long as doing them twice is harmless.
 */
export interface Reaction {
  /** A sentence. Checkpoints, keys and actors are stored under it, so it never changes. */
  readonly name: string;
  readonly realms: readonly string[];
  /** By type of event. A method is bivariant, so each may name the data of its event. */
  readonly on: Readonly<Record<string, { react(event: RecordedEvent): Effects | Promise<Effects> }['react']>>;
}
