import type { RecordedEvent } from '../../core/event.js';
import type { Sealed } from '../../core/person.js';
import { declareEventTypesWith } from '../../engine/history/event-types.js';
import type { MessageValues } from './message.commands.js';

/** Stream `message-<userId>`. Stored without texts: the reader sees it in their current language. */
export interface MessageSent {
  readonly userId: string;
  readonly messageId: string;
  readonly template: string;
  readonly values: MessageValues;
  readonly link: string | null;
  readonly sealedNote: { readonly context: string; readonly sealed: Sealed } | null;
}

/** They had not been read before. */
export interface MessagesRead {
  readonly userId: string;
  readonly messageIds: readonly string[];
}

export type MessageEvent = RecordedEvent<'MessageSent', MessageSent> | RecordedEvent<'MessagesRead', MessagesRead>;

export const messageEvents = declareEventTypesWith(
  { messageId: 'none', messageIds: 'none' },
  { type: 'MessageSent', schema: 1 },
  { type: 'MessagesRead', schema: 1 },
);
