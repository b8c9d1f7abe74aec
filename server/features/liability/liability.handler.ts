import type { KnownPolicies } from '../../../contracts/policy.contract.js';
import { handle, type AnyCommandHandler } from '../../core/command.js';
import type { PolicySource } from '../../core/ports/policy-source.js';
import { CommitLiabilities, FallDueLiabilities, nextDue } from './liability.commands.js';
import { decideCommit, decideDue, LIABILITIES_ID, liabilitiesKind } from './liability.decider.js';

const where = {
  realms: ['demo', 'real'],
  scope: () => ({ streams: [[liabilitiesKind, LIABILITIES_ID] as const] }),
};

export function liabilityHandlers(rules: PolicySource<KnownPolicies>): AnyCommandHandler[] {
  return [
    handle(FallDueLiabilities, {
      ...where,
      decide: (view, data, meta) => {
        const events = decideDue(view.state(liabilitiesKind, LIABILITIES_ID), data, meta);
        // One epoch schedules the next, by the rules that are in force by then. No event records it, so that replay needs none.
        const due = events.map(() => nextDue(meta.at, rules.inForce('liabilities.rules')));
        return { events, due, answer: null };
      },
    }),
    handle(CommitLiabilities, {
      ...where,
      decide: (view, data) => ({
        events: decideCommit(view.state(liabilitiesKind, LIABILITIES_ID), data),
        answer: null,
      }),
    }),
  ];
}
