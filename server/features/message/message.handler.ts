import type { CommandHandler } from '../../core/decider.js';
import { isRefusal } from '../../core/refusal.js';
import type { MarkMessagesRead, SendMessage } from './message.commands.js';
import { decideRead, decideSend, messageKind } from './message.decider.js';

const REALMS = ['demo', 'real'];

const sendMessage: CommandHandler<SendMessage, null> = {
  type: 'SendMessage',
  realms: REALMS,
  touches: ({ userId }) => ({ streams: [[messageKind, userId]] }),
  decide: (view, wish) => ({ events: decideSend(view.state(messageKind, wish.userId), wish), answer: null }),
};

const markMessagesRead: CommandHandler<MarkMessagesRead, null> = {
  type: 'MarkMessagesRead',
  realms: REALMS,
  touches: ({ userId }) => ({ streams: [[messageKind, userId]] }),
  decide: (view, wish) => {
    const events = decideRead(view.state(messageKind, wish.userId), wish);
    return isRefusal(events) ? events : { events, answer: null };
  },
};

export const messageHandlers = [sendMessage, markMessagesRead] as CommandHandler<never, unknown>[];
