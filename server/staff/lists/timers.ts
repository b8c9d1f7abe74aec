import { z } from 'zod';
import { staffTimers } from '../../../contracts/staff-lists.calls.js';
import { REALMS } from '../../../contracts/realm.contract.js';
import type { StaffTimerRow } from '../../../contracts/staff-lists.contract.js';
import { staffList } from '../../engine/lists/staff-list.js';

/** A timer that is late by more than this needs attention: the writers look every second. */
export const TIMER_LATE_MS = 60_000;

const timerFilter = z.object({
  realm: z.enum(REALMS).optional(),
  type: z.string().max(64).optional(),
  overdue: z.boolean().optional(),
});
const timerOrders = {
  dueAt: ['due_at', 'realm', 'timer_id'],
  id: ['realm', 'timer_id'],
  realm: ['realm', 'due_at', 'timer_id'],
  type: ['type', 'due_at', 'realm', 'timer_id'],
  actor: ['actor', 'due_at', 'realm', 'timer_id'],
};

/** `/staff/timers`: id `<realm>:<id>`. */
export const timerList = staffList<typeof timerFilter, StaffTimerRow>(staffTimers, ({ now }) => {
  return {
    filter: timerFilter,
    defaultSort: ['dueAt', 'ASC'],
    readModels: [],
    orders: timerOrders,
    from: `(SELECT realm, id AS timer_id, type, actor, due_at, due_at < ${Math.trunc(now) - TIMER_LATE_MS} AS overdue
      FROM due_commands) timers`,
    select: `realm || ':' || timer_id AS id, realm, type, actor, due_at AS "dueAt", overdue`,
    where: { realm: 'realm', type: 'type', overdue: 'overdue' },
    ids: "realm || ':' || timer_id",
  };
});
