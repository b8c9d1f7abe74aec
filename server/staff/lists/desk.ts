import { z } from 'zod';
import { REALMS } from '../../../contracts/account.contract.js';
import type { StaffLockRow, StaffMemberRow, StaffTimerRow } from '../../../contracts/staff-desk.contract.js';
import { STAFF_ROLES } from '../../../contracts/staff.contract.js';
import { equalities, literal } from './list-sql.js';
import type { Resource } from './resource.js';

/** A timer that is late by more than this waits for somebody: the writers look every second. */
export const TIMER_LATE_MS = 60_000;

const lockFilter = z.object({ realm: z.enum(['demo', 'real']).optional() });
const lockOrders = {
  lockedUntil: ['locked_until', 'id'],
  since: ['since', 'id'],
  wrong: ['wrong', 'id'],
  id: ['id'],
  realm: ['realm', 'id'],
};

/** `/staff/locks`, as they stand at an instant. The login itself is known to nobody but its owner. */
export function lockResource(now: number): Resource<typeof lockFilter, StaffLockRow> {
  return {
    filter: lockFilter,
    sorts: Object.keys(lockOrders),
    defaultSort: ['lockedUntil', 'DESC'],
    readModels: [],
    orders: lockOrders,
    from: `(SELECT c.user_id AS id, split_part(c.user_id, '-', 1) AS realm, t.wrong, t.since, t.locked_until
      FROM login_tries t JOIN credentials c ON t.key = 'account:' || c.user_id
      WHERE t.locked_until > ${Math.trunc(now)}) locks`,
    select: `id, realm, wrong, since, locked_until AS "lockedUntil"`,
    where: (given, values) => equalities(given, { realm: 'realm' }, values),
    whereIds: (ids, values) => `id = ANY (${values.add(ids)})`,
    view: (row: StaffLockRow) => row,
  };
}

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
export function timerResource(now: number): Resource<typeof timerFilter, StaffTimerRow> {
  return {
    filter: timerFilter,
    sorts: Object.keys(timerOrders),
    defaultSort: ['dueAt', 'ASC'],
    readModels: [],
    orders: timerOrders,
    from: `(SELECT realm, id AS timer_id, type, actor, due_at, due_at < ${Math.trunc(now) - TIMER_LATE_MS} AS overdue
      FROM due_commands) timers`,
    select: `realm || ':' || timer_id AS id, realm, type, actor, due_at AS "dueAt", overdue`,
    where: (given, values) => equalities(given, { realm: 'realm', type: 'type', overdue: 'overdue' }, values),
    whereIds: (ids, values) => `realm || ':' || timer_id = ANY (${values.add(ids)})`,
    view: (row: StaffTimerRow) => row,
  };
}

const memberFilter = z.object({
  /** Part of the id or of the name. */
  q: z.string().max(64).optional(),
  role: z.enum(STAFF_ROLES).optional(),
  disabled: z.boolean().optional(),
  locked: z.boolean().optional(),
});
const memberOrders = {
  name: ['lower(name)', 'id'],
  id: ['id'],
  role: ['role', 'id'],
  createdAt: ['created_at', 'id'],
  lastSignInAt: ['last_sign_in_at', 'id'],
};

/** `/staff/members`: who works here, with the lock of the name and the sessions that are open at an instant. */
export function memberResource(now: number): Resource<typeof memberFilter, StaffMemberRow> {
  const at = Math.trunc(now);
  return {
    filter: memberFilter,
    sorts: Object.keys(memberOrders),
    defaultSort: ['name', 'ASC'],
    readModels: [],
    orders: memberOrders,
    from: `(SELECT a.staff_id AS id, a.name, a.roles[1] AS role, a.created_at, a.disabled_at, t.locked_until, a.queues, a.own_users,
        a.totp_secret IS NOT NULL AS factor,
        a.disabled_at IS NOT NULL AS disabled, t.locked_until IS NOT NULL AS locked,
        (SELECT count(*) FROM staff_sessions s WHERE s.staff_id = a.staff_id AND s.ended_at IS NULL
            AND s.expires_at > ${at}) AS sessions,
        (SELECT max(s.created_at) FROM staff_sessions s WHERE s.staff_id = a.staff_id) AS last_sign_in_at
      FROM staff_accounts a
      LEFT JOIN staff_login_tries t ON t.key = 'name:' || lower(a.name) AND t.locked_until > ${at}) members`,
    select: `id, name, role, created_at AS "createdAt", disabled_at AS "disabledAt", locked_until AS "lockedUntil",
      sessions, last_sign_in_at AS "lastSignInAt", factor, queues, own_users AS "ownUsers"`,
    where: (given, values) => {
      const conditions = equalities(given, { role: 'role', disabled: 'disabled', locked: 'locked' }, values);
      if (given.q === undefined) return conditions;
      const pattern = values.add(`%${literal(given.q)}%`);
      return [...conditions, `(id ILIKE ${pattern} OR name ILIKE ${pattern})`];
    },
    whereIds: (ids, values) => `id = ANY (${values.add(ids)})`,
    view: (row: StaffMemberRow) => row,
  };
}
