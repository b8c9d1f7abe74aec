import { counted, type Queue } from './queue.js';

/** Proposals for policies that wait for a second member of the staff. */
export const policyProposals: Queue = {
  name: 'policy-proposals',
  permission: 'policies',
  resource: 'policies',
  async waiting({ pool }) {
    const sql = `SELECT count(*)::bigint AS count, min(proposed_at) AS oldest FROM policy_proposals WHERE state = 'waiting'`;
    return { ...(await counted(pool, sql)), filter: { waiting: true } };
  },
};
