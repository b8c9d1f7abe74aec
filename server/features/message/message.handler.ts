import { handle, type AnyCommandHandler } from '../../core/command.js';
import type { CommandScope } from '../../core/decider.js';
import { isRefusal } from '../../core/refusal.js';
import { MarkMessagesRead, SendMessage } from './message.commands.js';
import { decideRead, decideSend, messageKind } from './message.decider.js';

const REALMS = ['demo', 'real'];

const scope = ({ userId }: { readonly userId: string }): CommandScope => ({ streams: [[messageKind, userId]] });

export const messageHandlers: AnyCommandHandler[] = [
  handle(SendMessage, {
    realms: REALMS,
    scope,
    decide: (view, command) => ({ events: decideSend(view.state(messageKind, command.userId), command), answer: null }),
  }),
  handle(MarkMessagesRead, {
    realms: REALMS,
    scope,
    decide: (view, command) => {
      const events = decideRead(view.state(messageKind, command.userId), command);
      return isRefusal(events) ? events : { events, answer: null };
    },
  }),
];
