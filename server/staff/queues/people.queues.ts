import { TIMER_LATE_MS } from '../lists/timers.js';
import { counted, type Queue } from './queue.js';

/** Demo lives that are over by the clock, while the history does not say so yet. */
export const demosOverdue: Queue = {
  name: 'demos-overdue',
  permission: 'users',
  resource: 'users',
  async waiting({ pool, now }) {
    const late = now - TIMER_LATE_MS;
    const sql = `SELECT count(*)::bigint AS count, min(expires_at) AS oldest FROM users
      WHERE realm = 'demo' AND status = 'active' AND expires_at < $1`;
    return {
      ...(await counted(pool, sql, [late])),
      filter: { realm: 'demo', status: 'active', endsBefore: late },
    };
  },
};

/** Users who cannot log in for now, because of wrong passwords. */
export const loginsLocked: Queue = {
  name: 'logins-locked',
  permission: 'users',
  resource: 'locks',
  waiting: ({ pool, now }) =>
    counted(
      pool,
      `SELECT count(*)::bigint AS count, min(t.since) AS oldest FROM login_tries t
         JOIN credentials c ON t.key = 'account:' || c.user_id WHERE t.locked_until > $1`,
      [now],
    ),
};

export const staffLocked: Queue = {
  name: 'staff-locked',
  permission: 'staff',
  resource: 'members',
  async waiting({ pool, now }) {
    const sql = `SELECT count(*)::bigint AS count, min(t.since) AS oldest FROM staff_login_tries t
      JOIN staff_accounts a ON t.key = 'name:' || lower(a.name) WHERE t.locked_until > $1`;
    return { ...(await counted(pool, sql, [now])), filter: { locked: true } };
  },
};

/** Content that was written since its newest publishing, or never published. */
export const contentDrafts: Queue = {
  name: 'content-drafts',
  permission: 'editorial',
  resource: 'content',
  async waiting({ pool }) {
    const sql = `SELECT count(*)::bigint AS count, min(changed_at) AS oldest FROM content_entries WHERE draft_newer`;
    return { ...(await counted(pool, sql)), filter: { draftNewer: true } };
  },
};
