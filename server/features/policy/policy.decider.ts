import type { Instant } from '../../core/clock.js';
import { planned } from '../../core/command.js';
import type { CommandMeta, StreamKind } from '../../core/decider.js';
import type { NewEvent } from '../../core/event.js';
import { never } from '../../core/never.js';
import type { PolicyValues } from '../../core/policy.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import type { Happened, Timetable } from '../../core/timetable.js';
import {
  EffectPolicy,
  type ApprovePolicy,
  type PolicyCommand,
  type ProposePolicy,
  type RejectPolicyProposal,
  type SeedPolicies,
  type StopByPolicy,
  type WithdrawPolicyProposal,
} from './policy.commands.js';
import type { PolicyEvent, PolicyFacts, PolicyProposed, PolicyScheduled } from './policy.events.js';
import { ageProblem, changedKeys, effectiveProblem, isStop, reasonProblem, valuesProblem } from './policy.rules.js';

interface InForce {
  readonly version: number;
  readonly values: PolicyValues;
}

interface Proposal extends Pick<PolicyProposed, 'proposalId' | 'values' | 'reason' | 'proposedBy' | 'effectiveFrom'> {
  readonly proposedAt: Instant;
}

/** One proposal of a policy waits at a time, so that what is agreed to is what was compared with the values in force. */
type PolicyState =
  | { readonly status: 'unpublished' }
  | { readonly status: 'settled'; readonly inForce: InForce }
  | { readonly status: 'proposed'; readonly inForce: InForce; readonly proposal: Proposal }
  /** Agreed to, and in force from an instant that is still to come. */
  | {
      readonly status: 'scheduled';
      readonly inForce: InForce;
      readonly proposal: Proposal;
      readonly approvedBy: string;
      readonly effectiveFrom: Instant;
    };

export type PolicyStatus = PolicyState['status'];

/** The next status for each command and status, or the refusal. This table is the whole lifecycle of a policy. */
export const LIFECYCLE = {
  unpublished: {
    ProposePolicy: refuse('policy.unknown'),
    ApprovePolicy: refuse('policy.unknown'),
    RejectPolicyProposal: refuse('policy.unknown'),
    WithdrawPolicyProposal: refuse('policy.unknown'),
    StopByPolicy: refuse('policy.unknown'),
    EffectPolicy: refuse('policy.unknown'),
  },
  settled: {
    ProposePolicy: 'proposed',
    StopByPolicy: 'settled',
    EffectPolicy: refuse('policy.proposal-decided'),
    ApprovePolicy: refuse('policy.proposal-decided'),
    RejectPolicyProposal: refuse('policy.proposal-decided'),
    WithdrawPolicyProposal: refuse('policy.proposal-decided'),
  },
  proposed: {
    ProposePolicy: refuse('policy.proposal-waiting'),
    // Or `scheduled`, where it shall come into force later.
    ApprovePolicy: 'settled',
    RejectPolicyProposal: 'settled',
    WithdrawPolicyProposal: 'settled',
    StopByPolicy: 'settled',
    EffectPolicy: refuse('policy.proposal-decided'),
  },
  scheduled: {
    ProposePolicy: refuse('policy.proposal-waiting'),
    ApprovePolicy: refuse('policy.proposal-decided'),
    RejectPolicyProposal: 'settled',
    WithdrawPolicyProposal: 'settled',
    StopByPolicy: 'settled',
    EffectPolicy: 'settled',
  },
} as const satisfies Record<PolicyStatus, Record<PolicyCommand['type'], PolicyStatus | Refusal>>;

/** Stream `policy-<name>`. Few events each, so it is never snapshot. */
export const policyKind: StreamKind<PolicyState> = {
  name: 'policy',
  initial: () => ({ status: 'unpublished' }),
  evolve: (state, event) => evolve(state, event as PolicyEvent),
};

/** What is taken back meanwhile is left alone by the command itself. */
export const policyTimetable: Timetable = {
  PolicyScheduled: ({ data: { name, proposalId, effectiveFrom } }: Happened<PolicyScheduled>) => ({
    id: `effect-policy:${proposalId}`,
    dueAt: effectiveFrom,
    command: planned(EffectPolicy, { name, proposalId }),
  }),
};

/** What came with the installation is version 1 of a policy that has none, and changes nothing else. */
export function decideSeed(state: PolicyState, { name, values }: SeedPolicies['data']['policies'][number]): NewEvent[] {
  if (state.status !== 'unpublished') return [];
  const installed = { proposalId: null, proposedBy: null, approvedBy: null, reason: '' };
  return [newEvent('PolicyPublished', { name, version: 1, values, ...installed })];
}

export function decidePolicy(state: PolicyState, command: PolicyCommand, { at }: CommandMeta): NewEvent[] | Refusal {
  const next = LIFECYCLE[state.status][command.type];
  if (typeof next !== 'string') return next;
  // The table has refused these already; the types do not see it.
  if (state.status === 'unpublished') return refuse('policy.unknown');
  if (command.type === 'ProposePolicy') return propose(state.inForce, command.data, at);
  if (command.type === 'StopByPolicy') return stop(state, command.data);
  if (state.status === 'settled') return refuse('policy.proposal-decided');
  const { proposal, inForce } = state;
  if (command.data.proposalId !== proposal.proposalId) return refuse('policy.proposal-decided');
  switch (command.type) {
    case 'ApprovePolicy':
      return approve(inForce, proposal, command.data, at);
    case 'RejectPolicyProposal':
      return reject(proposal, command.data);
    case 'WithdrawPolicyProposal':
      return withdraw(proposal, command.data);
    case 'EffectPolicy':
      return state.status === 'scheduled' ? effect(state, command.data, at) : refuse('policy.proposal-decided');
    default:
      return never(command);
  }
}

function propose(inForce: InForce, data: ProposePolicy['data'], at: Instant): NewEvent[] | Refusal {
  const { name, proposalId, staffId: proposedBy, baseVersion, values, reason, effectiveFrom, rules } = data;
  if (baseVersion !== inForce.version)
    return refuse('policy.version-stale', { expected: baseVersion, current: inForce.version });
  const problem = valuesProblem(name, values) ?? reasonProblem(reason, rules) ?? effectiveProblem(effectiveFrom, at);
  if (problem !== undefined) return problem;
  if (changedKeys(inForce.values, values).length === 0) return refuse('policy.nothing-changed');
  const { version, ...inputs } = rules;
  const policy = { name: 'policy.change', version, inputs };
  const proposed: PolicyProposed = {
    name,
    proposalId,
    baseVersion,
    values,
    reason,
    proposedBy,
    effectiveFrom,
    policy,
  };
  return [newEvent('PolicyProposed', proposed)];
}

function approve(inForce: InForce, proposal: Proposal, data: ApprovePolicy['data'], at: Instant): NewEvent[] | Refusal {
  const { name, staffId: approvedBy, rules } = data;
  const { proposalId, proposedBy, values, effectiveFrom } = proposal;
  if (approvedBy === proposedBy) return refuse('policy.own-proposal');
  // The program may have changed while the proposal waited, so its values are held against the bounds again.
  const problem = ageProblem(proposal.proposedAt, at, rules) ?? valuesProblem(name, values);
  if (problem !== undefined) return problem;
  if (effectiveFrom !== null && effectiveFrom > at)
    return [newEvent('PolicyScheduled', { name, proposalId, approvedBy, effectiveFrom })];
  return [published(name, inForce, proposal, approvedBy)];
}

/** Once more against the bounds, which may be others by now; before its time it changes nothing. */
function effect(
  { inForce, proposal, approvedBy, effectiveFrom }: Extract<PolicyState, { status: 'scheduled' }>,
  { name, proposalId }: EffectPolicy['data'],
  at: Instant,
): NewEvent[] {
  if (at < effectiveFrom) return [];
  const problem = valuesProblem(name, proposal.values);
  if (problem === undefined) return [published(name, inForce, proposal, approvedBy)];
  return [newEvent('PolicyProposalRejected', { name, proposalId, rejectedBy: 'timer', reason: problem.refusal })];
}

function published(name: string, inForce: InForce, proposal: Proposal, approvedBy: string): NewEvent {
  const { proposalId, proposedBy, values, reason } = proposal;
  const version = inForce.version + 1;
  return newEvent('PolicyPublished', { name, version, values, proposalId, proposedBy, approvedBy, reason });
}

/** At once and alone. What waited was weighed against values that are no longer in force, so it ends with it. */
function stop(
  state: Exclude<PolicyState, { status: 'unpublished' }>,
  data: StopByPolicy['data'],
): NewEvent[] | Refusal {
  const { name, staffId, values, reason, rules } = data;
  const { inForce } = state;
  if (!isStop(name, values)) return refuse('policy.value-invalid', { name, key: 'paused' });
  const problem = valuesProblem(name, values) ?? reasonProblem(reason, rules);
  if (problem !== undefined) return problem;
  if (isStop(name, inForce.values)) return refuse('policy.nothing-changed');
  const by = { proposalId: null, proposedBy: staffId, approvedBy: null };
  const stopped = newEvent('PolicyPublished', { name, version: inForce.version + 1, values, ...by, reason });
  if (state.status === 'settled') return [stopped];
  const { proposalId, proposedBy } = state.proposal;
  const over =
    proposedBy === staffId
      ? newEvent('PolicyProposalWithdrawn', { name, proposalId, withdrawnBy: staffId })
      : newEvent('PolicyProposalRejected', { name, proposalId, rejectedBy: staffId, reason });
  return [over, stopped];
}

function reject({ proposedBy }: Proposal, data: RejectPolicyProposal['data']): NewEvent[] | Refusal {
  const { name, proposalId, staffId: rejectedBy, reason, rules } = data;
  if (rejectedBy === proposedBy) return refuse('policy.own-proposal');
  return reasonProblem(reason, rules) ?? [newEvent('PolicyProposalRejected', { name, proposalId, rejectedBy, reason })];
}

function withdraw({ proposedBy }: Proposal, data: WithdrawPolicyProposal['data']): NewEvent[] | Refusal {
  const { name, proposalId, staffId: withdrawnBy } = data;
  if (withdrawnBy !== proposedBy) return refuse('policy.not-your-proposal');
  return [newEvent('PolicyProposalWithdrawn', { name, proposalId, withdrawnBy })];
}

function evolve(state: PolicyState, event: PolicyEvent): PolicyState {
  switch (event.type) {
    case 'PolicyPublished': {
      const { version, values } = event.data;
      return { status: 'settled', inForce: { version, values } };
    }
    case 'PolicyProposed': {
      if (state.status === 'unpublished') return state;
      const { proposalId, values, reason, proposedBy, effectiveFrom } = event.data;
      const proposal = { proposalId, values, reason, proposedBy, effectiveFrom, proposedAt: event.at };
      return { status: 'proposed', inForce: state.inForce, proposal };
    }
    case 'PolicyScheduled': {
      if (state.status !== 'proposed') return state;
      const { approvedBy, effectiveFrom } = event.data;
      return { ...state, status: 'scheduled', approvedBy, effectiveFrom };
    }
    case 'PolicyProposalRejected':
    case 'PolicyProposalWithdrawn':
      return state.status === 'unpublished' ? state : { status: 'settled', inForce: state.inForce };
    default:
      return never(event);
  }
}

function newEvent<Type extends keyof PolicyFacts>(type: Type, data: PolicyFacts[Type]): NewEvent {
  return { stream: `policy-${data.name}`, type, schema: type === 'PolicyPublished' ? 2 : 1, data };
}
