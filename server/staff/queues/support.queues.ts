import { counted, type Queue } from './queue.js';

/** People who wrote to support and have no answer yet. */
export const supportWaiting: Queue = {
  name: 'support-waiting',
  permission: 'answering',
  resource: 'support',
  async waiting({ pool }) {
    const sql = `SELECT count(*)::bigint AS count, min(since) AS oldest FROM support_conversations WHERE status = 'waiting'`;
    return { ...(await counted(pool, sql)), filter: { status: 'waiting' } };
  },
};
