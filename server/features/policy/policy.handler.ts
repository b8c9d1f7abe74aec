import type { CommandHandler, Decided } from '../../core/decider.js';
import { isRefusal, type Refusal } from '../../core/refusal.js';
import type { PolicyCommand, SeedPolicies } from './policy.commands.js';
import { decidePolicy, decideSeed, policyKind } from './policy.decider.js';

/** What every change of a policy answers. */
export interface PolicyAnswer {
  readonly name: string;
  /** Empty where one person stopped something at once. */
  readonly proposalId: string;
}

const seedPolicies: CommandHandler<SeedPolicies, null> = {
  type: 'SeedPolicies',
  realms: ['house'],
  touches: ({ policies }) => ({ streams: policies.map(({ name }) => [policyKind, name] as const) }),
  decide: (view, { policies }) => {
    const events = policies.flatMap((policy) => decideSeed(view.state(policyKind, policy.name), policy));
    return { events, answer: null };
  },
};

function handler<Type extends PolicyCommand['type']>(
  type: Type,
): CommandHandler<Extract<PolicyCommand, { type: Type }>['data'], PolicyAnswer> {
  return {
    type,
    realms: ['house'],
    touches: ({ name }) => ({ streams: [[policyKind, name]] }),
    decide(view, data, meta): Decided<PolicyAnswer> | Refusal {
      const { name } = data;
      const proposalId = 'proposalId' in data ? data.proposalId : '';
      const decided = decidePolicy(view.state(policyKind, name), { type, data } as unknown as PolicyCommand, meta);
      return isRefusal(decided) ? decided : { events: decided, answer: { name, proposalId } };
    },
  };
}

export const policyHandlers = [
  seedPolicies,
  handler('ProposePolicy'),
  handler('ApprovePolicy'),
  handler('RejectPolicyProposal'),
  handler('WithdrawPolicyProposal'),
  handler('StopByPolicy'),
  handler('EffectPolicy'),
] as unknown as CommandHandler<never, unknown>[];
