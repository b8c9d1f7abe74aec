import type { RecordedEvent } from '../../core/event.js';
import type { PolicyEvent } from './policy.events.js';
import type { Projection } from '../../engine/projections/projection.js';
import { first, key, last, ReadTable } from '../../engine/projections/read-table.js';
import type { RowBatch } from '../../engine/projections/row-batch.js';

/** Every version of every policy. An absent member is ''. */
export const policyVersions = new ReadTable('policy_versions', {
  name: key.text,
  version: key.count,
  given: first.json,
  reason: first.text,
  proposedBy: first.text,
  approvedBy: first.text,
  publishedAt: first.instant,
  actor: first.text,
  position: first.count,
});

/** Every proposal with its outcome. Absent values are '' and 0. */
const policyProposals = new ReadTable('policy_proposals', {
  proposalId: key.text,
  name: first.text,
  baseVersion: first.count,
  given: first.json,
  reason: first.text,
  proposedBy: first.text,
  proposedAt: first.instant,
  /** 0: once it is agreed to. */
  effectiveFrom: first.instant,
  state: last.text,
  decidedBy: last.text,
  decidedAt: last.instant,
  decision: last.text,
  position: first.count,
});

export const policyProjection: Projection = {
  name: 'policy',
  realms: ['house'],
  tables: [policyVersions, policyProposals],
  apply(rows: RowBatch, event: RecordedEvent): void {
    const { type, data, at, actor, position } = event as PolicyEvent;
    const decided = (state: string, decidedBy: string, decision = ''): void => {
      const proposalId = data.proposalId;
      if (proposalId !== null) rows.update(policyProposals, { proposalId, state, decidedBy, decidedAt: at, decision });
    };
    if (type === 'PolicyPublished') {
      const { name, version, reason, proposedBy, approvedBy } = data;
      const people = { proposedBy: proposedBy ?? '', approvedBy: approvedBy ?? '' };
      const written = { name, version, given: JSON.stringify(data.values), reason, ...people };
      rows.insert(policyVersions, { ...written, publishedAt: at, actor, position });
      decided('published', people.approvedBy);
    } else if (type === 'PolicyProposed') {
      const { name, proposalId, baseVersion, reason, proposedBy } = data;
      const effectiveFrom = data.effectiveFrom ?? 0;
      const request = {
        proposalId,
        name,
        baseVersion,
        effectiveFrom,
        given: JSON.stringify(data.values),
        reason,
        proposedBy,
      };
      const open = { state: 'waiting', decidedBy: '', decidedAt: 0, decision: '' };
      rows.insert(policyProposals, { ...request, ...open, proposedAt: at, position });
    } else if (type === 'PolicyScheduled') decided('scheduled', data.approvedBy);
    else if (type === 'PolicyProposalRejected') decided('rejected', data.rejectedBy, data.reason);
    else if (type === 'PolicyProposalWithdrawn') decided('withdrawn', data.withdrawnBy);
  },
};
