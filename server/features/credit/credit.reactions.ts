import type { KnownPolicies } from '../../../contracts/policy.contract.js';
import { planned } from '../../core/command.js';
import type { RecordedEvent } from '../../core/event.js';
import type { PolicySource } from '../../core/ports/policy-source.js';
import type { Reaction } from '../../engine/reactions/reaction.js';
import type { IdentityPassed } from '../identity/identity.events.js';
import type { LoanOverdue, LoanRepaid } from '../loan/loan.events.js';
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
    {
      // What a person owes on time makes the next loan safer, and what is overdue makes it less so.
      name: 'when-a-loan-is-repaid-or-overdue-move-the-credit-score',
      realms: ['real'],
      on: {
        LoanRepaid: ({ data: { userId, loanId, counts } }: RecordedEvent<string, LoanRepaid>) => {
          const policy = rules.inForce('credit.rules');
          const counted = { userId, cause: 'loanRepaid', ref: loanId, policy } as const;
          return { commands: counts ? [planned(CountCreditCause, counted)] : [] };
        },
        LoanOverdue: ({ data: { userId, loanId, day } }: RecordedEvent<string, LoanOverdue>) => {
          const policy = rules.inForce('credit.rules');
          const counted = { userId, cause: 'loanOverdue', ref: `${loanId}:${day}`, policy } as const;
          // On the first overdue date, and on each thirtieth after it.
          return { commands: (day - 1) % OVERDUE_EVERY_DAYS === 0 ? [planned(CountCreditCause, counted)] : [] };
        },
      },
    },
  ];
}

const OVERDUE_EVERY_DAYS = 30;
