import type { RecordedEvent } from './event.js';

/** What there is when the audit decides commands again: the history, and nothing that lives. */
export interface PastParts {
  /** Stands for a service. A decision that asks it anything cannot be made from the history alone. */
  outside<Service>(name: string): Service;
  /** What other nouns offer. */
  ports<Ports>(): Ports;
  readonly house: PastHouse;
}

/** The history of the house realm, as it stood when the command was signed. */
export interface PastHouse {
  position(): number;
  /** All of a type, also those behind that position, the oldest first. */
  read(type: string): Promise<readonly RecordedEvent[]>;
}

/** A noun's part in deciding again. */
export interface Redecision {
  /** What it offers to decisions, as far as it follows from events. */
  ports?(past: PastParts): object | Promise<object>;
  /** Types of events that a right proof leaves ahead of those of its command. Nobody can check again what was typed. */
  readonly proofs?: readonly string[];
  /** What staff review of it. What they see is not decided by, so it is outside. */
  reviews?(past: PastParts): readonly object[];
}
