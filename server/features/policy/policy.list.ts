import { z } from 'zod';
import {
  staffPolicies,
  staffPolicy,
  staffPolicyProposal,
  staffPolicyProposals,
  staffPolicyVersions,
} from '../../../contracts/policy-change.calls.js';
import {
  PROPOSAL_STATES,
  type StaffPolicyProposalRow,
  type StaffPolicyRow,
  type StaffPolicyVersionRow,
} from '../../../contracts/policy-change.contract.js';
import { staffNameOf } from '../../engine/lists/list-sql.js';
import { staffList } from '../../engine/lists/staff-list.js';

const name = z.string().max(64).optional();

/** The stored row carries the values as the JSON of the history. */
type Stored<Row extends { values: unknown }> = Omit<Row, 'values' | 'before'> & {
  given: string;
  before: string | null;
};

const values = (json: string): StaffPolicyRow['values'] => JSON.parse(json) as StaffPolicyRow['values'];

const policyFilter = z.object({ waiting: z.boolean().optional() });
const policyOrders = { id: ['name'], version: ['version', 'name'], publishedAt: ['published_at', 'name'] };

/** `/staff/policies`: id is the name. */
export const policyList = staffList<typeof policyFilter, StaffPolicyRow>(
  staffPolicies,
  {
    filter: policyFilter,
    defaultSort: ['id', 'ASC'],
    readModels: ['policy'],
    orders: policyOrders,
    from: `(SELECT DISTINCT ON (v.name) v.*,
      (SELECT p.proposal_id FROM policy_proposals p WHERE p.name = v.name AND p.state IN ('waiting', 'scheduled')) AS waiting
    FROM policy_versions v ORDER BY v.name, v.version DESC) policies`,
    select: `name AS id, version, given, published_at AS "publishedAt", approved_by AS "approvedBy",
    ${staffNameOf('approved_by')} AS "approvedByName", waiting, position`,
    where: { waiting: (waiting) => `waiting IS ${waiting ? 'NOT ' : ''}NULL` },
    ids: 'name',
    view: ({ given, ...row }: Omit<StaffPolicyRow, 'values'> & { given: string }) => ({
      ...row,
      values: values(given),
    }),
  },
  { rowCall: staffPolicy },
);

const versionFilter = z.object({ name, inForce: z.boolean().optional() });
const versionOrders = {
  version: ['version', 'name'],
  id: ['name', 'version'],
  name: ['name', 'version'],
  publishedAt: ['published_at', 'name', 'version'],
};

/** `/staff/policy-versions`: id `<name>:<version>`. */
export const policyVersionList = staffList<typeof versionFilter, StaffPolicyVersionRow>(staffPolicyVersions, {
  filter: versionFilter,
  defaultSort: ['publishedAt', 'DESC'],
  readModels: ['policy'],
  orders: versionOrders,
  from: `(SELECT v.*, lag(given) OVER w AS before, version = max(version) OVER (PARTITION BY name) AS in_force
    FROM policy_versions v WINDOW w AS (PARTITION BY name ORDER BY version)) versions`,
  select: `name || ':' || version AS id, name, version, in_force AS "inForce", given, before, reason,
    proposed_by AS "proposedBy", ${staffNameOf('proposed_by')} AS "proposedByName", approved_by AS "approvedBy",
    ${staffNameOf('approved_by')} AS "approvedByName", published_at AS "publishedAt", position`,
  where: { name: 'name', inForce: 'in_force' },
  ids: "name || ':' || version",
  view: ({ given, before, ...row }: Stored<StaffPolicyVersionRow>) => ({
    ...row,
    values: values(given),
    before: before === null ? null : values(before),
  }),
});

const proposalFilter = z.object({ name, state: z.enum(PROPOSAL_STATES).optional() });
const proposalOrders = {
  proposedAt: ['proposed_at', 'proposal_id'],
  id: ['proposal_id'],
  name: ['name', 'proposed_at', 'proposal_id'],
  state: ['state', 'proposed_at', 'proposal_id'],
  decidedAt: ['decided_at', 'proposed_at', 'proposal_id'],
};

/** `/staff/policy-proposals`, each with the values that it was weighed against. */
export const policyProposalList = staffList<typeof proposalFilter, StaffPolicyProposalRow>(
  staffPolicyProposals,
  {
    filter: proposalFilter,
    defaultSort: ['proposedAt', 'DESC'],
    readModels: ['policy'],
    orders: proposalOrders,
    from: `(SELECT p.*, v.given AS before FROM policy_proposals p
    JOIN policy_versions v ON v.name = p.name AND v.version = p.base_version) proposals`,
    select: `proposal_id AS id, name, base_version AS "baseVersion", before, given, reason, proposed_by AS "proposedBy",
    ${staffNameOf('proposed_by')} AS "proposedByName", proposed_at AS "proposedAt", effective_from AS "effectiveFrom", state, decided_by AS "decidedBy",
    ${staffNameOf('decided_by')} AS "decidedByName", decided_at AS "decidedAt", decision, position`,
    where: { name: 'name', state: 'state' },
    ids: 'proposal_id',
    view: ({ given, before, ...row }: Stored<StaffPolicyProposalRow>) => ({
      ...row,
      values: values(given),
      before: values(before ?? '{}'),
    }),
  },
  { rowCall: staffPolicyProposal },
);
