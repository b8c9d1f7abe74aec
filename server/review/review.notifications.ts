import type { Notification } from '../core/notification.js';
import type { Sealed } from '../core/person.js';

/** Why staff said no, in the reader's language. */
export const reasonsOf = (kind: string, reasons: readonly string[]): string =>
  reasons.map((reason) => `@review:reason.${kind}.${reason}`).join(' ');

/** What the reviewer wrote to the person, opened when it is read. */
export function noteOf({ sealedNote }: { readonly sealedNote: Sealed | null }): Pick<Notification, 'sealedNote'> {
  return sealedNote === null ? {} : { sealedNote: { context: 'review.note', sealed: sealedNote } };
}
