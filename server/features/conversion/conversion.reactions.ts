import { planned } from '../../core/command.js';
import type { RecordedEvent } from '../../core/event.js';
import type { Reaction } from '../../engine/reactions/reaction.js';
import type { DemoRegenerated } from '../account/account.events.js';
import { StopConversionQuote } from './conversion.commands.js';

interface Owned {
  readonly userId: string;
  readonly ownerId: string;
}

/** An account that is over or frozen cannot accept its quote: what that holds is released at once. */
const stop = ({ userId, ownerId }: Owned) => ({ commands: [planned(StopConversionQuote, { userId, ownerId })] });
const stopOwn = ({ data }: RecordedEvent<string, Owned>) => stop(data);

export const conversionReactions: readonly Reaction[] = [
  {
    name: 'when-demo-life-ends-stop-its-conversion-quote',
    realms: ['demo'],
    on: {
      DemoExpired: stopOwn,
      DemoExited: stopOwn,
      DemoRegenerated: ({ data }: RecordedEvent<string, DemoRegenerated>) =>
        stop({ userId: data.userId, ownerId: data.previousOwnerId }),
    },
  },
  {
    name: 'when-account-stops-stop-its-conversion-quote',
    realms: ['real'],
    on: { AccountFrozen: stopOwn, AccountClosed: stopOwn, AccountErased: stopOwn },
  },
];
