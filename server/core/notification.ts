import type { MessageTemplate } from '../../contracts/message.contract.js';
import type { RecordedEvent } from './event.js';
import type { Sealed } from './person.js';
import type { PersonNotification } from './ports/notifier.js';

/** What a person reads on the platform, and the letter that goes out with it. */
export interface Notification {
  readonly userId: string;
  /** The same one is sent once: made of what it is about. */
  readonly messageId: string;
  readonly template: MessageTemplate;
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
  /** By type of event. A method is bivariant, so each may name the data of its event. */
  readonly on: Readonly<Record<string, { notify(event: RecordedEvent): Notification | undefined }['notify']>>;
}

/** By the kind of request: a path of ours; `null` where the noun tells of the decision itself. */
export type ReviewScreens = Readonly<Record<string, string | null>>;

export type EventOf<Data> = RecordedEvent<string, Data>;

/** Letters go out from where the change is made; this stays readable on the platform. */
export const CREDENTIALS_CHANGED = 'when-security-changed-tell-the-person';

export function credentialChanged(factor: string) {
  return ({ data: { userId }, at, position }: EventOf<{ readonly userId: string }>): Notification => ({
    userId,
    messageId: `factor:${position}`,
    template: 'factor-changed',
    values: { factor: `@message-box:factor.${factor}`, changedAt: at },
    link: '/setting',
  });
}

export const reasonsOf = (kind: string, reasons: readonly string[]): string =>
  reasons.map((reason) => `@review:reason.${kind}.${reason}`).join(' ');

export function noteOf({ sealedNote }: { readonly sealedNote: Sealed | null }): Pick<Notification, 'sealedNote'> {
  return sealedNote === null ? {} : { sealedNote: { context: 'review.note', sealed: sealedNote } };
}
