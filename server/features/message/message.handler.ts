import { handle, type AnyCommandHandler } from '../../core/command.js';
import type { Touches } from '../../core/decider.js';
import { isRefusal } from '../../core/refusal.js';
import { MarkMessagesRead, SendMessage } from './message.commands.js';
import { decideRead, decideSend, messageKind } from './message.decider.js';

const REALMS = ['demo', 'real'];

const touches = ({ userId }: { readonly userId: string }): Touches => ({ streams: [[messageKind, userId]] });

export const messageHandlers: AnyCommandHandler[] = [
  handle(SendMessage, {
    realms: REALMS,
    touches,
    decide: (view, wish) => ({ events: decideSend(view.state(messageKind, wish.userId), wish), answer: null }),
  }),
  handle(MarkMessagesRead, {
    realms: REALMS,
    touches,
    decide: (view, wish) => {
      const events = decideRead(view.state(messageKind, wish.userId), wish);
      return isRefusal(events) ? events : { events, answer: null };
    },
  }),
];
