import type { ChatSide } from '../../../contracts/chat.contract.js';
import type { SupportCloser, SupportTopic } from '../../../contracts/support.contract.js';
import type { Instant } from '../../core/clock.js';
import type { RecordedEvent } from '../../core/event.js';
import type { Sealed } from '../../core/person.js';
import type { AppliedPolicy } from '../../core/policy.js';
import { declareEventTypesWith } from '../../engine/history/event-types.js';

interface OfConversation {
  readonly userId: string;
  readonly conversationId: string;
}

/** In one append with its first message. */
export interface SupportOpened extends OfConversation {
  readonly topic: SupportTopic;
  readonly policy: AppliedPolicy;
}

/** Text, image or both. */
export interface SupportMessageSent extends OfConversation {
  readonly messageId: string;
  readonly from: ChatSide;
  /** The member of staff who wrote it; `null` for the person. */
  readonly staffId: string | null;
  /** Under the person's key as `support.message`; of a demo account, which has none, under the server's. */
  readonly sealedText: Sealed | null;
  readonly imageId: string | null;
  /** Nothing of this side was unread before: the other side is notified once and not for every message. */
  readonly first: boolean;
  /** Since when the person waits for an answer; `null` once staff have answered. */
  readonly waitingSince: Instant | null;
}

/** What the other side has written was read. */
export interface SupportMessagesRead extends OfConversation {
  readonly by: ChatSide;
  readonly messageIds: readonly string[];
}

export interface SupportTaken extends OfConversation {
  readonly staffId: string;
}

/** `staffId`: who gave it back; another may have had it. */
export type SupportReleased = SupportTaken;

export interface SupportClosed extends OfConversation {
  readonly by: SupportCloser;
  readonly staffId: string | null;
}

export interface SupportRated extends OfConversation {
  /** 1 to 5. */
  readonly rating: number;
  readonly sealedComment: Sealed | null;
}

export interface SupportFacts {
  SupportOpened: SupportOpened;
  SupportMessageSent: SupportMessageSent;
  SupportMessagesRead: SupportMessagesRead;
  SupportTaken: SupportTaken;
  SupportReleased: SupportReleased;
  SupportClosed: SupportClosed;
  SupportRated: SupportRated;
}

/** Stream `support-<userId>`, realms demo and real. */
export type SupportEvent = {
  [Type in keyof SupportFacts]: RecordedEvent<Type, SupportFacts[Type]>;
}[keyof SupportFacts];

export const supportEvents = declareEventTypesWith(
  { conversationId: 'none', messageId: 'none', messageIds: 'none', imageId: 'none' },
  { type: 'SupportOpened', schema: 1 },
  { type: 'SupportMessageSent', schema: 1 },
  { type: 'SupportMessagesRead', schema: 1 },
  { type: 'SupportTaken', schema: 1 },
  { type: 'SupportReleased', schema: 1 },
  { type: 'SupportClosed', schema: 1 },
  { type: 'SupportRated', schema: 1 },
);
