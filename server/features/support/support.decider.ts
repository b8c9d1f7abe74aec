import { isFirstUnread, unreadBy } from '../../core/chat.js';
import type { Instant } from '../../core/clock.js';
import { eventsOf, type NewEvent } from '../../core/event.js';
import { decidedBy } from '../../core/policy.js';
import { isRefusal, refuse, type Refusal } from '../../core/refusal.js';
import type {
  CloseSupport,
  OpenSupport,
  RateSupport,
  ReadSupportMessages,
  ReleaseSupport,
  SendSupportMessage,
  TakeSupport,
} from './support.commands.js';
import type { SupportFacts } from './support.events.js';
import { openIn, type Conversation, type Support } from './support.state.js';

const newEvent = eventsOf<SupportFacts>(({ userId }) => `support-${userId}`);
const [MINUTE_MS, DAY_MS] = [60_000, 86_400_000];

type Found = Conversation | Refusal;

function find({ conversations }: Support, conversationId: string): Found {
  return Object.hasOwn(conversations, conversationId)
    ? (conversations[conversationId] as Conversation)
    : refuse('support.not-found');
}

function findOpen(state: Support, conversationId: string): Found {
  const found = find(state, conversationId);
  return isRefusal(found) || found.open ? found : refuse('support.closed');
}

const later = (instants: readonly Instant[], from: Instant): number => instants.filter((each) => each > from).length;

const EMPTY = refuse('support.message-empty', { field: 'text' });
const isEmpty = ({ sealedText, imageId }: Pick<SendSupportMessage['data'], 'sealedText' | 'imageId'>): boolean =>
  sealedText === null && imageId === null;

/** A person opens one conversation at a time, and a few in 24 hours. */
export function decideOpen(state: Support, data: OpenSupport['data'], at: Instant): NewEvent[] | Refusal {
  const { userId, conversationId, topic, policy, messageId, sealedText, imageId } = data;
  const { conversationsPerDay, imagesMax } = policy.values;
  if (openIn(state) !== undefined) return refuse('support.open-already');
  if (isEmpty(data)) return EMPTY;
  if (later(state.openedAt, at - DAY_MS) >= conversationsPerDay)
    return refuse('support.day-full', { max: conversationsPerDay, ...decidedBy(policy) });
  if (imageId !== null && imagesMax === 0) return refuse('support.images-full', { max: 0, ...decidedBy(policy) });
  const tooFast = rateRefusal(state, policy, at);
  if (tooFast !== undefined) return tooFast;
  const applied = { name: policy.name, version: policy.version, inputs: { conversationsPerDay } };
  const of = { userId, conversationId };
  const message = { messageId, from: 'person', staffId: null, sealedText, imageId, first: true } as const;
  return [
    newEvent('SupportOpened', { ...of, topic, policy: applied }),
    newEvent('SupportMessageSent', { ...of, ...message, waitingSince: at }),
  ];
}

function rateRefusal(state: Support, policy: OpenSupport['data']['policy'], at: Instant): Refusal | undefined {
  const { messagesPerMinute: max } = policy.values;
  if (later(state.sentAt, at - MINUTE_MS) < max) return undefined;
  return refuse('support.too-fast', { max, ...decidedBy(policy) });
}

/** Staff take an open conversation by answering it; one that another has taken they may not answer. */
export function decideSend(state: Support, data: SendSupportMessage['data'], at: Instant): NewEvent[] | Refusal {
  const { userId, conversationId, messageId, from, staffId, sealedText, imageId, policy } = data;
  const found = findOpen(state, conversationId);
  if (isRefusal(found)) return found;
  if (staffId !== null && found.staffId !== null && found.staffId !== staffId) return refuse('support.taken');
  if (isEmpty(data)) return EMPTY;
  const { messagesMax, imagesMax } = policy.values;
  // Staff can always answer what a person could write.
  if (from === 'person') {
    if (found.count >= messagesMax) return refuse('support.messages-full', { max: messagesMax, ...decidedBy(policy) });
    if (imageId !== null && found.images >= imagesMax)
      return refuse('support.images-full', { max: imagesMax, ...decidedBy(policy) });
    const tooFast = rateRefusal(state, policy, at);
    if (tooFast !== undefined) return tooFast;
  }
  const of = { userId, conversationId };
  const message = { messageId, from, staffId, sealedText, imageId, first: isFirstUnread(found.unread, from) };
  const waitingSince = from === 'person' ? (found.waitingSince ?? at) : null;
  const taken = staffId !== null && found.staffId === null ? [newEvent('SupportTaken', { ...of, staffId })] : [];
  return [...taken, newEvent('SupportMessageSent', { ...of, ...message, waitingSince })];
}

/** Nothing where nothing is unread. Closed conversations are read as well. */
export function decideRead(state: Support, data: ReadSupportMessages['data']): NewEvent[] | Refusal {
  const found = find(state, data.conversationId);
  if (isRefusal(found)) return found;
  const messageIds = unreadBy(found.unread, data.by);
  return messageIds.length === 0 ? [] : [newEvent('SupportMessagesRead', { ...data, messageIds })];
}

export function decideTake(state: Support, data: TakeSupport['data']): NewEvent[] | Refusal {
  const found = findOpen(state, data.conversationId);
  if (isRefusal(found)) return found;
  if (found.staffId === data.staffId) return [];
  return found.staffId === null ? [newEvent('SupportTaken', data)] : refuse('support.taken');
}

/** Whoever is at the desk may give back what a colleague left. */
export function decideRelease(state: Support, data: ReleaseSupport['data']): NewEvent[] | Refusal {
  const found = findOpen(state, data.conversationId);
  if (isRefusal(found)) return found;
  return found.staffId === null ? refuse('support.not-taken') : [newEvent('SupportReleased', data)];
}

export function decideClose(state: Support, data: CloseSupport['data']): NewEvent[] | Refusal {
  const { staffId } = data;
  const found = findOpen(state, data.conversationId);
  if (isRefusal(found)) return found;
  if (staffId !== null && found.staffId !== null && found.staffId !== staffId) return refuse('support.taken');
  return [newEvent('SupportClosed', { ...data, by: staffId === null ? 'person' : 'support' })];
}

export function decideRate(state: Support, data: RateSupport['data']): NewEvent[] | Refusal {
  const { userId, conversationId, rating, sealedComment } = data;
  const found = find(state, conversationId);
  if (isRefusal(found)) return found;
  if (found.open) return refuse('support.not-closed');
  if (found.rated) return refuse('support.rated-before');
  return [newEvent('SupportRated', { userId, conversationId, rating, sealedComment })];
}

/** An erased person can no longer be answered. */
export function decideEnd(state: Support, userId: string): NewEvent[] {
  const conversationId = openIn(state);
  if (conversationId === undefined) return [];
  return [newEvent('SupportClosed', { userId, conversationId, by: 'system', staffId: null })];
}
