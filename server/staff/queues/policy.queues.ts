import { countOf } from '../../features.js';
import { counted, type Queue, type QueueParts, type Waiting } from './queue.js';

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

/** Corporate actions that wait for a second member of the staff. */
export const actionProposals: Queue = {
  name: 'corporate-actions',
  permission: 'policies',
  resource: 'corporate-actions',
  async waiting({ pool }) {
    const sql = `SELECT n AS count, since AS oldest FROM (${countOf('actionsProposed')}) proposed`;
    return { ...(await counted(pool, sql)), filter: { status: 'proposed' } };
  },
};

/** Halts and settlements of contracts that wait for a second member of the staff. */
export const haltProposals: Queue = {
  name: 'contract-halts',
  permission: 'policies',
  resource: 'contract-halts',
  async waiting({ pool }) {
    const sql = `SELECT n AS count, since AS oldest FROM (${countOf('haltsProposed')}) proposed`;
    return { ...(await counted(pool, sql)), filter: { status: 'proposed' } };
  },
};

/** Two people of this role agree on a policy: one proposes, another approves. */
const APPROVERS = 2;

/** How many accounts are missing before a policy can change at all, as on the first day. */
async function missingApprovers({ pool }: QueueParts): Promise<Waiting> {
  const sql = `SELECT greatest(0, ${APPROVERS} - count(*))::bigint AS count, NULL::bigint AS oldest FROM staff_accounts
    WHERE 'risk' = ANY (roles) AND disabled_at IS NULL`;
  return counted(pool, sql);
}

/** For who can add an account. */
export const policyApprovers: Queue = {
  name: 'policy-approvers',
  permission: 'staff',
  resource: 'members',
  waiting: async (parts) => ({ ...(await missingApprovers(parts)), filter: { role: 'risk' } }),
};

/** For members who may propose; no one waits for them. */
export const proposersAlone: Queue = {
  name: 'policy-alone',
  permission: 'policies',
  resource: 'policies',
  waiting: missingApprovers,
};
