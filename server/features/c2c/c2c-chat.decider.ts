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
  readonly unread: Unread;
}

export const c2cChatKind: StreamKind<C2cChat> = {
  name: 'c2cchat',
  initial: () => ({ count: 0, unread: NOTHING_UNREAD }),
  evolve: (state, event) => evolve(state, event as C2cChatEvent),
};

export function decideSend(
  state: C2cChat,
  command: SendC2cMessage['data'],
  policy: AppliedPolicy,
): NewEvent[] | Refusal {
  const { messagesMax } = policy.inputs as C2cRules;
  const { sealedText, from } = command;
  if (sealedText === null) return refuse('c2c.message-empty', { field: 'text' });
  if (state.count >= messagesMax) return refuse('c2c.messages-full', { max: messagesMax, ...decidedBy(policy) });
  return [newEvent('C2cMessageSent', { ...command, sealedText, first: isFirstUnread(state.unread, from) })];
}

/** Nothing where nothing is unread. */
export function decideRead(state: C2cChat, command: ReadC2cMessages['data']): NewEvent[] {
  const messageIds = unreadBy(state.unread, command.by);
  return messageIds.length === 0 ? [] : [newEvent('C2cMessagesRead', { ...command, messageIds })];
}

function evolve(state: C2cChat, { type, data }: C2cChatEvent): C2cChat {
  if (type === 'C2cMessageSent')
    return { count: state.count + 1, unread: afterSending(state.unread, data.from, data.messageId) };
  return { ...state, unread: afterReading(state.unread, data.by) };
}
