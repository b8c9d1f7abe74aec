import type { ChatSide } from '../../../contracts/chat.contract.js';
import type { RecordedEvent } from '../../core/event.js';
import type { Sealed } from '../../core/person.js';
import { declareEventTypesWith } from '../../engine/history/event-types.js';

/** Text, image or both on an order, stream `c2cchat-<orderId>`, sealed under `c2c.message`. */
export interface C2cMessageSent {
  readonly orderId: string;
  readonly userId: string;
  readonly messageId: string;
  readonly from: ChatSide;
  /** The member of staff who wrote it; `null` for the person. */
  readonly staffId: string | null;
  /** `null` where only an image was sent. */
  readonly sealedText: Sealed | null;
  readonly imageId: string | null;
  /** Nothing of this side was unread before: the other side is notified once and not for every line. */
  readonly first: boolean;
}

/** What the other side has written was read. */
interface C2cMessagesRead {
  readonly orderId: string;
  readonly userId: string;
  readonly by: ChatSide;
  readonly messageIds: readonly string[];
}

export interface C2cChatFacts {
  C2cMessageSent: C2cMessageSent;
  C2cMessagesRead: C2cMessagesRead;
}
export type C2cChatEvent = {
  [Type in keyof C2cChatFacts]: RecordedEvent<Type, C2cChatFacts[Type]>;
}[keyof C2cChatFacts];

export const c2cChatEvents = declareEventTypesWith(
  { orderId: 'stream c2c', messageId: 'none', messageIds: 'none', imageId: 'none' },
  {
    type: 'C2cMessageSent',
    schema: 2,
    // Images can be sent since schema 2.
    upcasts: { 1: (data) => ({ imageId: null, ...(data as object) }) },
  },
  { type: 'C2cMessagesRead', schema: 1 },
);
