import { z } from 'zod';
import { staffMember, staffMembers } from '../../../contracts/staff-lists.calls.js';
import type { StaffMemberRow } from '../../../contracts/staff-lists.contract.js';
import { STAFF_ROLES } from '../../../contracts/staff.contract.js';
import { partOf } from '../../engine/lists/list-sql.js';
import { staffList } from '../../engine/lists/staff-list.js';

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
export const memberList = staffList<typeof memberFilter, StaffMemberRow>(
  staffMembers,
  ({ now }) => {
    const at = Math.trunc(now);
    return {
      filter: memberFilter,
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
      where: { q: partOf('id', 'name'), role: 'role', disabled: 'disabled', locked: 'locked' },
      ids: 'id',
    };
  },
  {
    rowCall: staffMember,
    search: { rank: 8, partly: true, realm: 'house', filters: (q) => [{ q }], label: ({ name }) => name },
  },
);
