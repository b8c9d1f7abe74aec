import { C2C_IMAGES_MAX } from '../../../contracts/c2c.contract.js';
import { afterReading, afterSending, isFirstUnread, NOTHING_UNREAD, unreadBy, type Unread } from '../../core/chat.js';
import type { StreamKind } from '../../core/decider.js';
import { eventsOf, type NewEvent } from '../../core/event.js';
import { decidedBy, type AppliedPolicy } from '../../core/policy.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import type { C2cChatEvent, C2cChatFacts } from './c2c-chat.events.js';
import type { ReadC2cMessages, SendC2cMessage } from './c2c.commands.js';
import type { C2cRules } from './c2c.rules.js';

const newEvent = eventsOf<C2cChatFacts>(({ orderId }) => `c2cchat-${orderId}`);

export interface C2cChat {
  readonly count: number;
  /** That the person sent. */
  readonly images: number;
  readonly unread: Unread;
}

export const c2cChatKind: StreamKind<C2cChat> = {
  name: 'c2cchat',
  initial: () => ({ count: 0, images: 0, unread: NOTHING_UNREAD }),
  evolve: (state, event) => evolve(state, event as C2cChatEvent),
};

export function decideSend(
  state: C2cChat,
  command: SendC2cMessage['data'],
  policy: AppliedPolicy,
): NewEvent[] | Refusal {
  const { messagesMax } = policy.inputs as C2cRules;
  const { sealedText, imageId, from } = command;
  if (sealedText === null && imageId === null) return refuse('c2c.message-empty', { field: 'text' });
  if (state.count >= messagesMax) return refuse('c2c.messages-full', { max: messagesMax, ...decidedBy(policy) });
  // Staff can always answer what a person could write.
  if (imageId !== null && from === 'person' && state.images >= C2C_IMAGES_MAX)
    return refuse('c2c.images-full', { max: C2C_IMAGES_MAX, field: 'imageId' });
  return [newEvent('C2cMessageSent', { ...command, first: isFirstUnread(state.unread, from) })];
}

/** Nothing where nothing is unread. */
export function decideRead(state: C2cChat, command: ReadC2cMessages['data']): NewEvent[] {
  const messageIds = unreadBy(state.unread, command.by);
  return messageIds.length === 0 ? [] : [newEvent('C2cMessagesRead', { ...command, messageIds })];
}

function evolve(state: C2cChat, { type, data }: C2cChatEvent): C2cChat {
  if (type === 'C2cMessageSent') {
    const { from, messageId, imageId } = data;
    const images = state.images + (imageId !== null && from === 'person' ? 1 : 0);
    return { count: state.count + 1, images, unread: afterSending(state.unread, from, messageId) };
  }
  return { ...state, unread: afterReading(state.unread, data.by) };
}
