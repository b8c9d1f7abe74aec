import { z } from 'zod';
import { staffDecisions } from '../../contracts/policy-change.calls.js';
import type { StaffDecisionRow } from '../../contracts/policy-change.contract.js';
import { staffList } from '../engine/lists/staff-list.js';

const decisionFilter = z.object({
  name: z.string().max(64).optional(),
  realm: z.string().max(8).optional(),
  userId: z.string().max(64).optional(),
});
const decisionOrders = { at: ['position', 'line', 'realm'], id: ['realm', 'position', 'line'] };

/** `/staff/decisions`: id `<realm>:<position>:<line>`. */
export const decisionList = staffList<typeof decisionFilter, StaffDecisionRow>(staffDecisions, {
  filter: decisionFilter,
  defaultSort: ['at', 'DESC'],
  readModels: ['decisions'],
  orders: decisionOrders,
  from: 'decisions',
  select: `realm || ':' || position || ':' || line AS id, realm, user_id AS "userId", at, event_type AS event,
    name AS policy, version, inputs, position`,
  where: { name: 'name', realm: 'realm', userId: 'user_id' },
  ids: "realm || ':' || position || ':' || line",
  view: (row: Omit<StaffDecisionRow, 'inputs'> & { inputs: string }) => ({
    ...row,
    inputs: JSON.parse(row.inputs) as StaffDecisionRow['inputs'],
  }),
});
