import type { StreamKind } from '../../core/decider.js';
import { eventsOf, type NewEvent } from '../../core/event.js';
import { decidedBy, type AppliedPolicy } from '../../core/policy.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import type { C2cChatEvent, C2cChatFacts, C2cSide } from './c2c-chat.events.js';
import type { ReadC2cMessages, SendC2cMessage } from './c2c.commands.js';
import type { C2cRules } from './c2c.rules.js';

const newEvent = eventsOf<C2cChatFacts>(({ orderId }) => `c2cchat-${orderId}`);

export interface C2cChat {
  readonly count: number;
  /** Ids of messages of each side that the other has not read, oldest first. */
  readonly unread: Readonly<Record<C2cSide, readonly string[]>>;
}

export const c2cChatKind: StreamKind<C2cChat> = {
  name: 'c2cchat',
  initial: () => ({ count: 0, unread: { person: [], support: [] } }),
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
  return [newEvent('C2cMessageSent', { ...command, sealedText, first: state.unread[from].length === 0 })];
}

/** Nothing where nothing is unread. */
export function decideRead(state: C2cChat, command: ReadC2cMessages['data']): NewEvent[] {
  const messageIds = state.unread[command.by === 'person' ? 'support' : 'person'];
  return messageIds.length === 0 ? [] : [newEvent('C2cMessagesRead', { ...command, messageIds })];
}

function evolve(state: C2cChat, { type, data }: C2cChatEvent): C2cChat {
  const { unread } = state;
  if (type === 'C2cMessageSent')
    return { count: state.count + 1, unread: { ...unread, [data.from]: [...unread[data.from], data.messageId] } };
  return { ...state, unread: { ...unread, [data.by === 'person' ? 'support' : 'person']: [] } };
}
