import { handle, type AnyCommandHandler, type CommandClass } from '../../core/command.js';
import { isRefusal } from '../../core/refusal.js';
import { dueAfter } from '../../core/timetable.js';
import {
  ApprovePolicy,
  EffectPolicy,
  ProposePolicy,
  RejectPolicyProposal,
  SeedPolicies,
  StopByPolicy,
  WithdrawPolicyProposal,
  type PolicyAnswer,
  type PolicyCommand,
} from './policy.commands.js';
import { decidePolicy, decideSeed, policyKind, policyTimetable } from './policy.decider.js';

export const policyHandlers = [
  handle(SeedPolicies, {
    realms: ['house'],
    scope: ({ policies }) => ({ streams: policies.map(({ name }) => [policyKind, name] as const) }),
    decide: (view, { policies }) => {
      const events = policies.flatMap((policy) => decideSeed(view.state(policyKind, policy.name), policy));
      return { events, answer: null };
    },
  }),
  changing(ProposePolicy),
  changing(ApprovePolicy),
  changing(RejectPolicyProposal),
  changing(WithdrawPolicyProposal),
  changing(StopByPolicy),
  changing(EffectPolicy),
];

function changing<Data extends PolicyCommand['data']>(command: CommandClass<Data, PolicyAnswer>): AnyCommandHandler {
  return handle(command, {
    realms: ['house'],
    scope: ({ name }) => ({ streams: [[policyKind, name]] }),
    decide(view, data, meta) {
      const { name } = data;
      const proposalId = 'proposalId' in data ? data.proposalId : '';
      const body = { type: command.type, data } as PolicyCommand;
      const decided = decidePolicy(view.state(policyKind, name), body, meta);
      if (isRefusal(decided)) return decided;
      return { events: decided, due: dueAfter(policyTimetable, decided, meta.at), answer: { name, proposalId } };
    },
  });
}
