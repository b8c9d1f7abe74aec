import type { KnownPolicies } from '../../../contracts/policy.contract.js';
import { planned } from '../../core/command.js';
import type { RecordedEvent } from '../../core/event.js';
import type { PolicySource } from '../../core/ports/policy-source.js';
import type { Reaction } from '../../engine/reactions/reaction.js';
import type { IdentityPassed } from '../identity/identity.events.js';
import { CountCreditCause } from './credit.commands.js';

export function creditReactions(rules: PolicySource<KnownPolicies>): readonly Reaction[] {
  return [
    {
      // People with a verified identity and address are likelier to pay back. Each level counts once.
      name: 'when-identity-passed-raise-the-credit-score',
      realms: ['real'],
      on: {
        IdentityPassed: ({ data: { userId, level } }: RecordedEvent<string, IdentityPassed>) => {
          const policy = rules.inForce('credit.rules');
          return { commands: [planned(CountCreditCause, { userId, cause: level, ref: null, policy })] };
        },
      },
    },
  ];
}
