import { planned } from '../../core/command.js';
import type { RecordedEvent } from '../../core/event.js';
import type { Reaction } from '../../engine/reactions/reaction.js';
import type { AccountErased, DemoExited } from '../account/account.events.js';
import { EndSupport } from './support.commands.js';

/** Nobody is left to be answered. */
export const supportReactions: readonly Reaction[] = [
  {
    name: 'when-account-erased-end-its-support',
    realms: ['real'],
    on: {
      AccountErased: ({ data: { userId } }: RecordedEvent<string, AccountErased>) => ({
        commands: [planned(EndSupport, { userId })],
      }),
    },
  },
  {
    // Nobody can log in to read an answer: the conversation would wait on top of the queue for ever.
    name: 'when-demo-is-left-end-its-support',
    realms: ['demo'],
    on: {
      DemoExited: ({ data: { userId } }: RecordedEvent<string, DemoExited>) => ({
        commands: [planned(EndSupport, { userId })],
      }),
    },
  },
];
