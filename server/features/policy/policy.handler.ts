import type { CommandHandler, StreamKind } from '../../core/decider.js';
import type { SeedPolicies } from './policy.commands.js';
import type { PolicyPublished } from './policy.events.js';

/** The newest version, or `null`. */
export const policyKind: StreamKind<PolicyPublished | null> = {
  name: 'policy',
  initial: () => null,
  evolve: (_, event) => event.data as PolicyPublished,
};

const seedPolicies: CommandHandler<SeedPolicies, null> = {
  type: 'SeedPolicies',
  realms: ['house'],
  touches: ({ policies }) => ({ streams: policies.map(({ name }) => [policyKind, name] as const) }),
  decide: (view, { policies }) => {
    const missing = policies.filter(({ name }) => view.state(policyKind, name) === null);
    const events = missing.map(({ name, values }) => ({
      stream: `policy-${name}`,
      type: 'PolicyPublished',
      schema: 2,
      data: { name, version: 1, values, proposedBy: null, approvedBy: null, reason: '' } satisfies PolicyPublished,
    }));
    return { events, answer: null };
  },
};

export const policyHandlers = [seedPolicies] as CommandHandler<never, unknown>[];
