import { z } from 'zod';
import {
  PROPOSAL_STATES,
  type StaffDecisionRow,
  type StaffPolicyProposalRow,
  type StaffPolicyRow,
  type StaffPolicyVersionRow,
} from '../../../contracts/policy-change.contract.js';
import { equalities } from './list-sql.js';
import type { Resource } from './resource.js';

const name = z.string().max(64).optional();

const nameOf = (column: string): string =>
  `coalesce((SELECT a.name FROM staff_accounts a WHERE a.staff_id = ${column}), '')`;

/** Whoever changed what a version says is two; the row carries it as the JSON that the history holds. */
type Stored<Row extends { values: unknown }> = Omit<Row, 'values' | 'before'> & {
  given: string;
  before: string | null;
};

const values = (json: string): StaffPolicyRow['values'] => JSON.parse(json) as StaffPolicyRow['values'];

const policyFilter = z.object({ waiting: z.boolean().optional() });
const policyOrders = { id: ['name'], version: ['version', 'name'], publishedAt: ['published_at', 'name'] };

/** `/staff/policies`: id is the name. */
export const policyResource: Resource<typeof policyFilter, StaffPolicyRow> = {
  filter: policyFilter,
  sorts: Object.keys(policyOrders),
  defaultSort: ['id', 'ASC'],
  readModels: ['policy'],
  orders: policyOrders,
  from: `(SELECT DISTINCT ON (v.name) v.*,
      (SELECT p.proposal_id FROM policy_proposals p WHERE p.name = v.name AND p.state IN ('waiting', 'scheduled')) AS waiting
    FROM policy_versions v ORDER BY v.name, v.version DESC) policies`,
  select: `name AS id, version, given, published_at AS "publishedAt", approved_by AS "approvedBy",
    ${nameOf('approved_by')} AS "approvedByName", waiting, position`,
  where: ({ waiting }) => (waiting === undefined ? [] : [`waiting IS ${waiting ? 'NOT ' : ''}NULL`]),
  whereIds: (ids, given) => `name = ANY (${given.add(ids)})`,
  view: ({ given, ...row }: Omit<StaffPolicyRow, 'values'> & { given: string }) => ({ ...row, values: values(given) }),
};

const versionFilter = z.object({ name, inForce: z.boolean().optional() });
const versionOrders = {
  version: ['version', 'name'],
  id: ['name', 'version'],
  name: ['name', 'version'],
  publishedAt: ['published_at', 'name', 'version'],
};

/** `/staff/policy-versions`: id `<name>:<version>`. */
export const policyVersionResource: Resource<typeof versionFilter, StaffPolicyVersionRow> = {
  filter: versionFilter,
  sorts: Object.keys(versionOrders),
  defaultSort: ['publishedAt', 'DESC'],
  readModels: ['policy'],
  orders: versionOrders,
  from: `(SELECT v.*, lag(given) OVER w AS before, version = max(version) OVER (PARTITION BY name) AS in_force
    FROM policy_versions v WINDOW w AS (PARTITION BY name ORDER BY version)) versions`,
  select: `name || ':' || version AS id, name, version, in_force AS "inForce", given, before, reason,
    proposed_by AS "proposedBy", ${nameOf('proposed_by')} AS "proposedByName", approved_by AS "approvedBy",
    ${nameOf('approved_by')} AS "approvedByName", published_at AS "publishedAt", position`,
  where: (asked, given) => equalities(asked, { name: 'name', inForce: 'in_force' }, given),
  whereIds: (ids, given) => `name || ':' || version = ANY (${given.add(ids)})`,
  view: ({ given, before, ...row }: Stored<StaffPolicyVersionRow>) => ({
    ...row,
    values: values(given),
    before: before === null ? null : values(before),
  }),
};

const proposalFilter = z.object({ name, state: z.enum(PROPOSAL_STATES).optional() });
const proposalOrders = {
  proposedAt: ['proposed_at', 'proposal_id'],
  id: ['proposal_id'],
  name: ['name', 'proposed_at', 'proposal_id'],
  state: ['state', 'proposed_at', 'proposal_id'],
  decidedAt: ['decided_at', 'proposed_at', 'proposal_id'],
};

/** `/staff/policy-proposals`, each with the values that it was weighed against. */
export const policyProposalResource: Resource<typeof proposalFilter, StaffPolicyProposalRow> = {
  filter: proposalFilter,
  sorts: Object.keys(proposalOrders),
  defaultSort: ['proposedAt', 'DESC'],
  readModels: ['policy'],
  orders: proposalOrders,
  from: `(SELECT p.*, v.given AS before FROM policy_proposals p
    JOIN policy_versions v ON v.name = p.name AND v.version = p.base_version) proposals`,
  select: `proposal_id AS id, name, base_version AS "baseVersion", before, given, reason, proposed_by AS "proposedBy",
    ${nameOf('proposed_by')} AS "proposedByName", proposed_at AS "proposedAt", effective_from AS "effectiveFrom", state, decided_by AS "decidedBy",
    ${nameOf('decided_by')} AS "decidedByName", decided_at AS "decidedAt", decision, position`,
  where: (asked, given) => equalities(asked, { name: 'name', state: 'state' }, given),
  whereIds: (ids, given) => `proposal_id = ANY (${given.add(ids)})`,
  view: ({ given, before, ...row }: Stored<StaffPolicyProposalRow>) => ({
    ...row,
    values: values(given),
    before: values(before ?? '{}'),
  }),
};

const decisionFilter = z.object({ name, realm: z.string().max(8).optional(), userId: z.string().max(64).optional() });
const decisionOrders = { at: ['position', 'line', 'realm'], id: ['realm', 'position', 'line'] };

/** `/staff/decisions`: id `<realm>:<position>:<line>`. */
export const decisionResource: Resource<typeof decisionFilter, StaffDecisionRow> = {
  filter: decisionFilter,
  sorts: Object.keys(decisionOrders),
  defaultSort: ['at', 'DESC'],
  readModels: ['decisions'],
  orders: decisionOrders,
  from: 'decisions',
  select: `realm || ':' || position || ':' || line AS id, realm, user_id AS "userId", at, event_type AS event,
    name AS policy, version, inputs, position`,
  where: (asked, given) => equalities(asked, { name: 'name', realm: 'realm', userId: 'user_id' }, given),
  whereIds: (ids, given) => `realm || ':' || position || ':' || line = ANY (${given.add(ids)})`,
  view: (row: Omit<StaffDecisionRow, 'inputs'> & { inputs: string }) => ({ ...row, inputs: values(row.inputs) }),
};
