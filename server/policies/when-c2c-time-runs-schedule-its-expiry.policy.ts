import { planned } from '../core/command.js';
import { ExpireC2c } from '../features/c2c/c2c.commands.js';
import type { C2cOrderPlaced, C2cReinstated } from '../features/c2c/c2c.events.js';
import type { Policy } from './policy.js';

/** Each round of an order gets its own end; the command names the round, so that new time is not taken away by an old timer. */
export const whenC2cTimeRunsScheduleItsExpiry: Policy = {
  name: 'when-c2c-time-runs-schedule-its-expiry',
  realms: ['real'],
  eventTypes: ['C2cOrderPlaced', 'C2cReinstated'],
  due: (event) => {
    const { orderId, userId, expiresAt } = event.data as C2cOrderPlaced | C2cReinstated;
    const round = event.type === 'C2cReinstated' ? (event.data as C2cReinstated).round : 1;
    const command = planned(ExpireC2c, { orderId, userId, round });
    return [{ id: `expire-c2c:${orderId}:${round}`, dueAt: expiresAt, ...command }];
  },
};
