import { startOf } from '../../../shared/utc-date.js';
import type { Instant } from '../../core/clock.js';
import type { NewEvent } from '../../core/event.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import type { ApproveNewCoin, NewCoinProposal, RejectNewCoin } from './subscription.commands.js';
import { newCoinEvent } from './subscription.decider.js';
import { datesProblem, proposalProblem } from './subscription.rules.js';
import type { NewCoinState } from './subscription.state.js';

/** An issue keeps the rules that were in force when it was proposed. */
export function decideProposal(
  { status }: NewCoinState,
  data: NewCoinProposal,
  promisedFrom: Instant,
  at: Instant,
): NewEvent[] | Refusal {
  const { issueId, coin, name, issuePrice, volume, minimum, closesOn, listsOn, lockupDays, reason, staffId } = data;
  const problem = proposalProblem({ ...data, isFree: data.isFree && status === 'none' }, promisedFrom, at);
  if (problem !== undefined) return problem;
  const { policy } = data;
  const { reasonLengthMin: _, ...rules } = policy.values;
  const applied = { name: policy.name, version: policy.version, inputs: rules };
  const dates = { closesAt: startOf(closesOn), listsOn, listsAt: startOf(listsOn) };
  const sold = { issueId, coin, name, issuePrice, volume, minimum, ...dates, lockupDays };
  return [newCoinEvent('NewCoinProposed', { ...sold, ...rules, reason, proposedBy: staffId, policy: applied })];
}

/** By somebody else, and while its dates still fit. */
export function decideApproval(
  { terms, status }: NewCoinState,
  { issueId, staffId, isFree }: ApproveNewCoin['data'],
  promisedFrom: Instant,
  at: Instant,
): NewEvent[] | Refusal {
  if (terms === null) return unknown(issueId);
  const { coin, closesAt, listsAt, proposedBy } = terms;
  if (status !== 'proposed') return refuse('subscription.wrong-stage', { field: 'issueId', coin });
  if (staffId === proposedBy) return refuse('subscription.own-proposal');
  if (!isFree) return refuse('subscription.coin-taken', { field: 'coin', coin });
  const problem = datesProblem(closesAt, listsAt, promisedFrom, at);
  return problem ?? [newCoinEvent('NewCoinApproved', { issueId, coin, approvedBy: staffId, listsAt })];
}

type End = RejectNewCoin['data'];

export function decideRejection({ terms, status }: NewCoinState, end: End): NewEvent[] | Refusal {
  const { issueId, staffId, reason } = end;
  if (terms === null) return unknown(issueId);
  if (status !== 'proposed') return refuse('subscription.wrong-stage', { field: 'issueId', coin: terms.coin });
  return reasonProblem(end) ?? [newCoinEvent('NewCoinRejected', { issueId, rejectedBy: staffId, reason })];
}

/** The first one proposes it; it fails when somebody else wants it too. */
export function decideCancel({ terms, status, cancelBy, total }: NewCoinState, end: End): NewEvent[] | Refusal {
  const { issueId, staffId, reason } = end;
  if (terms === null) return unknown(issueId);
  if (status !== 'open') return refuse('subscription.wrong-stage', { field: 'issueId', coin: terms.coin });
  if (cancelBy === staffId) return refuse('subscription.own-proposal');
  const problem = reasonProblem(end);
  if (problem !== undefined) return problem;
  return cancelBy === null
    ? [newCoinEvent('NewCoinCancelProposed', { issueId, cancelBy: staffId, reason })]
    : [newCoinEvent('NewCoinFailed', { issueId, cause: 'cancelled', total, decidedBy: staffId, reason })];
}

const unknown = (issueId: string): Refusal => refuse('subscription.issue-unknown', { field: 'issueId', issueId });

function reasonProblem({ reason, reasonLengthMin: min, policy: { name, version } }: End): Refusal | undefined {
  if (reason.trim().length >= min) return undefined;
  return refuse('subscription.reason-short', { field: 'reason', min, policy: name, version });
}
