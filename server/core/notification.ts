import type { RecordedEvent } from './event.js';
import type { Sealed } from './person.js';
import type { PersonNotification } from './ports/notifier.js';

/** What a person reads on the platform, and the letter that goes out with it. */
export interface Notification {
  readonly userId: string;
  /** The same one is sent once: made of what it is about. */
  readonly messageId: string;
  /** Its title and body stand under `message-box` in the noun's file of texts. */
  readonly template: string;
  readonly values: Readonly<Record<string, string | number>>;
  /** A path of ours where something can be done about it. */
  readonly link?: string;
  readonly sealedNote?: { readonly context: string; readonly sealed: Sealed };
  readonly letter?: Omit<PersonNotification, 'userId'>;
}

/** What a noun tells people of its events. */
export interface Notifications {
  /** The reaction that sends them. Checkpoints are stored under it, so it never changes; nouns may share one. */
  readonly sentence: string;
  /** Where people are told; of real accounts only, where it says nothing. A demo account has no address for letters. */
  readonly realms?: readonly string[];
  /** By type of event. A method is bivariant, so each may name the data of its event. */
  readonly on: Readonly<Record<string, { notify(event: RecordedEvent): Notification | undefined }['notify']>>;
}

export type EventOf<Data> = RecordedEvent<string, Data>;
