import type { StreamKind } from '../../core/decider.js';
import type { NewEvent } from '../../core/event.js';
import { never } from '../../core/never.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import type { MarkMessagesRead, SendMessage } from './message.commands.js';
import type { MessageEvent, MessageSent, MessagesRead } from './message.events.js';

/** Whether each message of a person was read, in the order in which they came. */
export type MessageState = ReadonlyMap<string, boolean>;

/** An event names at most so many messages: one that names them all would grow without an end. */
export const READ_TOGETHER_MAX = 200;

export const messageKind: StreamKind<MessageState> = {
  name: 'message',
  initial: () => new Map(),
  evolve: (state, event) => evolve(state as Map<string, boolean>, event as MessageEvent),
};

/** A message that was sent before is not sent again. */
export function decideSend(state: MessageState, command: SendMessage['data']): NewEvent[] {
  const { userId, messageId, template, values, link = null, sealedNote = null } = command;
  if (state.has(messageId)) return [];
  const data: MessageSent = { userId, messageId, template, values, link, sealedNote };
  return [{ stream: `message-${userId}`, type: 'MessageSent', schema: 1, data }];
}

/** Reading what was read changes nothing. */
export function decideRead(state: MessageState, { userId, messageId }: MarkMessagesRead['data']): NewEvent[] | Refusal {
  if (messageId !== undefined && !state.has(messageId)) return refuse('message.not-found');
  const unread = [...state].flatMap(([id, read]) => (read || (messageId ?? id) !== id ? [] : [id]));
  const events: NewEvent[] = [];
  for (let from = 0; from < unread.length; from += READ_TOGETHER_MAX) {
    const data: MessagesRead = { userId, messageIds: unread.slice(from, from + READ_TOGETHER_MAX) };
    events.push({ stream: `message-${userId}`, type: 'MessagesRead', schema: 1, data });
  }
  return events;
}

/** The writer owns the state, so it is changed in place. */
function evolve(state: Map<string, boolean>, event: MessageEvent): MessageState {
  switch (event.type) {
    case 'MessageSent':
      return state.set(event.data.messageId, false);
    case 'MessagesRead':
      for (const id of event.data.messageIds) state.set(id, true);
      return state;
    default:
      return never(event);
  }
}
