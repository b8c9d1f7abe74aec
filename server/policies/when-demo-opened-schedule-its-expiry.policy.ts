import { planned } from '../core/command.js';
import { ExpireDemo } from '../features/account/account.commands.js';
import type { DemoLife } from '../features/account/account.events.js';
import type { Policy } from './policy.js';

/** Each life of a demo account gets its own end; the command names the life, so that a later one is not meant. */
export const whenDemoOpenedScheduleItsExpiry: Policy = {
  name: 'when-demo-opened-schedule-its-expiry',
  realms: ['demo'],
  eventTypes: ['DemoOpened', 'DemoRegenerated'],
  due: (event) => {
    const { userId, generation, ownerId, expiresAt } = event.data as DemoLife;
    const command = planned(ExpireDemo, { userId, generation });
    return [{ id: `expire-demo:${ownerId}`, dueAt: expiresAt, ...command }];
  },
};
