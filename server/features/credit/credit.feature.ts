import type { KnownPolicies } from '../../../contracts/policy.contract.js';
import type { PolicySource } from '../../core/ports/policy-source.js';
import { stoodBy } from '../../core/person-facts.js';
import type { AccountGate } from '../../core/ports/account-gate.js';
import type { VerificationLevels } from '../../core/ports/verification.js';
import { ofPersons, type Feature } from '../../engine/feature.js';
import { creditKind } from './credit.decider.js';
import { creditEvents } from './credit.events.js';
import { creditHandlers } from './credit.handler.js';
import { creditTimeline } from './credit.timeline.js';
import { creditReactions } from './credit.reactions.js';

export const creditFeature = {
  name: 'credit',
  events: creditEvents,
  streams: ofPersons(creditKind),
  timeline: creditTimeline,
  stood: [stoodBy(creditKind, ({ changes }) => ({ creditScore: changes.at(-1)?.to ?? null }))],
  handlers: ({ gate, levels }: { readonly gate: AccountGate; readonly levels: VerificationLevels }) =>
    creditHandlers(gate, levels),
  reactions: ({ rules }: { readonly rules: PolicySource<KnownPolicies> }) => creditReactions(rules),
  module: async () => (await import('./credit.module.js')).CreditModule,
  redecision: () => import('./credit.redecision.js'),
} satisfies Feature;
