import type { MessageTemplate } from '../../../contracts/message.contract.js';
import type { Sealed } from '../../core/person.js';

/**
 * Values of a message's text by name. Names that end in `At` are instants. A text that begins with `@` is itself the key of
 * a text (`@review:reason.credit-proof.blurred`), and several of them, parted by blanks, become a list. Nothing
 * personal stands in them: they are kept as they are.
 */
export type MessageValues = Readonly<Record<string, string | number>>;

/** Realms demo and real. The same message id sends once, however often it is asked: make it of what it is about. */
export interface SendMessage {
  readonly userId: string;
  /** At most 96 characters: `review:<requestId>`, `frozen:<position>`, … */
  readonly messageId: string;
  readonly template: MessageTemplate;
  readonly values: MessageValues;
  /** A path of ours where something can be done about it. */
  readonly link?: string;
  /** Personal words besides, with the context that they were sealed under. */
  readonly sealedNote?: { readonly context: string; readonly sealed: Sealed };
}

/** Absent `messageId`: all that have come so far. */
export interface MarkMessagesRead {
  readonly userId: string;
  readonly messageId?: string;
}
