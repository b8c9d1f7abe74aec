import type { RecordedEvent } from '../../core/event.js';
import type { PolicyEvent } from './policy.events.js';
import type { Projection } from '../../engine/projections/projection.js';
import { ReadTable } from '../../engine/projections/read-table.js';
import type { RowBatch } from '../../engine/projections/row-batch.js';

/** Every version of every policy. Nobody is ''. */
export const policyVersions = new ReadTable('policy_versions', {
  name: { type: 'text', merge: 'key' },
  version: { type: 'count', merge: 'key' },
  given: { type: 'json', merge: 'first' },
  reason: { type: 'text', merge: 'first' },
  proposed_by: { type: 'text', merge: 'first' },
  approved_by: { type: 'text', merge: 'first' },
  published_at: { type: 'instant', merge: 'first' },
  actor: { type: 'text', merge: 'first' },
  position: { type: 'count', merge: 'first' },
});

/** Every proposal, and what became of it. Nobody and never are '' and 0. */
export const policyProposals = new ReadTable('policy_proposals', {
  proposal_id: { type: 'text', merge: 'key' },
  name: { type: 'text', merge: 'first' },
  base_version: { type: 'count', merge: 'first' },
  given: { type: 'json', merge: 'first' },
  reason: { type: 'text', merge: 'first' },
  proposed_by: { type: 'text', merge: 'first' },
  proposed_at: { type: 'instant', merge: 'first' },
  /** 0: once it is agreed to. */
  effective_from: { type: 'instant', merge: 'first' },
  state: { type: 'text', merge: 'last' },
  decided_by: { type: 'text', merge: 'last' },
  decided_at: { type: 'instant', merge: 'last' },
  decision: { type: 'text', merge: 'last' },
  position: { type: 'count', merge: 'first' },
});

export const policyProjection: Projection = {
  name: 'policy',
  realms: ['house'],
  tables: [policyVersions, policyProposals],
  apply(rows: RowBatch, event: RecordedEvent): void {
    const { type, data, at, actor, position } = event as PolicyEvent;
    const decided = (state: string, decided_by: string, decision = ''): void => {
      const proposal_id = data.proposalId;
      if (proposal_id !== null)
        rows.update(policyProposals, { proposal_id, state, decided_by, decided_at: at, decision });
    };
    if (type === 'PolicyPublished') {
      const { name, version, reason, proposedBy, approvedBy } = data;
      const people = { proposed_by: proposedBy ?? '', approved_by: approvedBy ?? '' };
      const written = { name, version, given: JSON.stringify(data.values), reason, ...people };
      rows.insert(policyVersions, { ...written, published_at: at, actor, position });
      decided('published', people.approved_by);
    } else if (type === 'PolicyProposed') {
      const { name, proposalId: proposal_id, baseVersion: base_version, reason, proposedBy: proposed_by } = data;
      const effective_from = data.effectiveFrom ?? 0;
      const request = {
        proposal_id,
        name,
        base_version,
        effective_from,
        given: JSON.stringify(data.values),
        reason,
        proposed_by,
      };
      const open = { state: 'waiting', decided_by: '', decided_at: 0, decision: '' };
      rows.insert(policyProposals, { ...request, ...open, proposed_at: at, position });
    } else if (type === 'PolicyScheduled') decided('scheduled', data.approvedBy);
    else if (type === 'PolicyProposalRejected') decided('rejected', data.rejectedBy, data.reason);
    else if (type === 'PolicyProposalWithdrawn') decided('withdrawn', data.withdrawnBy);
  },
};
