import { planned } from '../../core/command.js';
import type { RecordedEvent } from '../../core/event.js';
import type { Effects, Reaction } from '../../engine/reactions/reaction.js';
import type { AccountErased, DemoExited, DemoExpired } from '../account/account.events.js';
import { EndAlerts } from './alert.commands.js';

type Event<Data> = RecordedEvent<string, Data>;

const end = ({ userId }: { readonly userId: string }): Effects => ({ commands: [planned(EndAlerts, { userId })] });

/** Nobody is left to be notified. A new demo life keeps its alerts: prices go on. */
export const alertReactions: readonly Reaction[] = [
  {
    name: 'when-demo-life-ends-end-its-alerts',
    realms: ['demo'],
    on: {
      DemoExpired: (event: Event<DemoExpired>) => end(event.data),
      DemoExited: (event: Event<DemoExited>) => end(event.data),
    },
  },
  {
    name: 'when-account-erased-end-its-alerts',
    realms: ['real'],
    on: { AccountErased: (event: Event<AccountErased>) => end(event.data) },
  },
];
