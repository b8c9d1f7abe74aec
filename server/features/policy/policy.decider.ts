import type { Instant } from '../../core/clock.js';
import type { CommandMeta, StreamKind } from '../../core/decider.js';
import type { NewEvent } from '../../core/event.js';
import { never } from '../../core/never.js';
import type { PolicyValues } from '../../core/policy.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import type {
  ApprovePolicy,
  PolicyCommand,
  ProposePolicy,
  RejectPolicyProposal,
  SeedPolicies,
  WithdrawPolicyProposal,
} from './policy.commands.js';
import type { PolicyEvent, PolicyFacts, PolicyProposed } from './policy.events.js';
import { ageProblem, changedKeys, reasonProblem, valuesProblem } from './policy.rules.js';

interface InForce {
  readonly version: number;
  readonly values: PolicyValues;
}

interface Proposal extends Pick<PolicyProposed, 'proposalId' | 'values' | 'reason' | 'proposedBy'> {
  readonly proposedAt: Instant;
}

/** One proposal of a policy waits at a time, so that what is agreed to is what was compared with the values in force. */
export type PolicyState =
  | { readonly status: 'unpublished' }
  | { readonly status: 'settled'; readonly inForce: InForce }
  | { readonly status: 'proposed'; readonly inForce: InForce; readonly proposal: Proposal };

export type PolicyStatus = PolicyState['status'];

/** What each command leads to in each status; a code says why not. The whole life of a policy is this table. */
export const LIFECYCLE = {
  unpublished: {
    ProposePolicy: refuse('policy.unknown'),
    ApprovePolicy: refuse('policy.unknown'),
    RejectPolicyProposal: refuse('policy.unknown'),
    WithdrawPolicyProposal: refuse('policy.unknown'),
  },
  settled: {
    ProposePolicy: 'proposed',
    ApprovePolicy: refuse('policy.proposal-decided'),
    RejectPolicyProposal: refuse('policy.proposal-decided'),
    WithdrawPolicyProposal: refuse('policy.proposal-decided'),
  },
  proposed: {
    ProposePolicy: refuse('policy.proposal-waiting'),
    ApprovePolicy: 'settled',
    RejectPolicyProposal: 'settled',
    WithdrawPolicyProposal: 'settled',
  },
} as const satisfies Record<PolicyStatus, Record<PolicyCommand['type'], PolicyStatus | Refusal>>;

/** Stream `policy-<name>`. Few events each, so it is never snapshot. */
export const policyKind: StreamKind<PolicyState> = {
  name: 'policy',
  initial: () => ({ status: 'unpublished' }),
  evolve: (state, event) => evolve(state, event as PolicyEvent),
};

/** What came with the installation is version 1 of a policy that has none, and changes nothing else. */
export function decideSeed(state: PolicyState, { name, values }: SeedPolicies['policies'][number]): NewEvent[] {
  if (state.status !== 'unpublished') return [];
  const installed = { proposalId: null, proposedBy: null, approvedBy: null, reason: '' };
  return [made('PolicyPublished', { name, version: 1, values, ...installed })];
}

export function decidePolicy(state: PolicyState, command: PolicyCommand, { at }: CommandMeta): NewEvent[] | Refusal {
  const next = LIFECYCLE[state.status][command.type];
  if (typeof next !== 'string') return next;
  // The table has refused these already; the types do not see it.
  if (state.status === 'unpublished') return refuse('policy.unknown');
  if (command.type === 'ProposePolicy') return propose(state.inForce, command.data);
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
    default:
      return never(command);
  }
}

function propose(inForce: InForce, wish: ProposePolicy): NewEvent[] | Refusal {
  const { name, proposalId, staffId: proposedBy, baseVersion, values, reason, rules } = wish;
  if (baseVersion !== inForce.version)
    return refuse('policy.version-stale', { expected: baseVersion, current: inForce.version });
  const problem = valuesProblem(name, values) ?? reasonProblem(reason, rules);
  if (problem !== undefined) return problem;
  if (changedKeys(inForce.values, values).length === 0) return refuse('policy.nothing-changed');
  const { version, ...inputs } = rules;
  const policy = { name: 'policy.change', version, inputs };
  return [made('PolicyProposed', { name, proposalId, baseVersion, values, reason, proposedBy, policy })];
}

function approve(inForce: InForce, proposal: Proposal, wish: ApprovePolicy, at: Instant): NewEvent[] | Refusal {
  const { name, staffId: approvedBy, rules } = wish;
  const { proposalId, proposedBy, values, reason } = proposal;
  if (approvedBy === proposedBy) return refuse('policy.own-proposal');
  // The program may have changed while the proposal waited, so its values are held against the bounds again.
  const problem = ageProblem(proposal.proposedAt, at, rules) ?? valuesProblem(name, values);
  if (problem !== undefined) return problem;
  const version = inForce.version + 1;
  return [made('PolicyPublished', { name, version, values, proposalId, proposedBy, approvedBy, reason })];
}

function reject({ proposedBy }: Proposal, wish: RejectPolicyProposal): NewEvent[] | Refusal {
  const { name, proposalId, staffId: rejectedBy, reason, rules } = wish;
  if (rejectedBy === proposedBy) return refuse('policy.own-proposal');
  return reasonProblem(reason, rules) ?? [made('PolicyProposalRejected', { name, proposalId, rejectedBy, reason })];
}

function withdraw({ proposedBy }: Proposal, wish: WithdrawPolicyProposal): NewEvent[] | Refusal {
  const { name, proposalId, staffId: withdrawnBy } = wish;
  if (withdrawnBy !== proposedBy) return refuse('policy.not-your-proposal');
  return [made('PolicyProposalWithdrawn', { name, proposalId, withdrawnBy })];
}

function evolve(state: PolicyState, event: PolicyEvent): PolicyState {
  switch (event.type) {
    case 'PolicyPublished': {
      const { version, values } = event.data;
      return { status: 'settled', inForce: { version, values } };
    }
    case 'PolicyProposed': {
      if (state.status === 'unpublished') return state;
      const { proposalId, values, reason, proposedBy } = event.data;
      const proposal = { proposalId, values, reason, proposedBy, proposedAt: event.at };
      return { status: 'proposed', inForce: state.inForce, proposal };
    }
    case 'PolicyProposalRejected':
    case 'PolicyProposalWithdrawn':
      return state.status === 'unpublished' ? state : { status: 'settled', inForce: state.inForce };
    default:
      return never(event);
  }
}

function made<Type extends keyof PolicyFacts>(type: Type, data: PolicyFacts[Type]): NewEvent {
  return { stream: `policy-${data.name}`, type, schema: type === 'PolicyPublished' ? 2 : 1, data };
}
