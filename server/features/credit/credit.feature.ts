import { stoodBy } from '../../core/person-facts.js';
import type { AccountGate } from '../../core/ports/account-gate.js';
import type { VerificationLevels } from '../../core/ports/verification.js';
import { ofPersons, type Feature } from '../../policies/feature.js';
import { creditKind } from './credit.decider.js';
import { creditEvents } from './credit.events.js';
import { creditHandlers } from './credit.handler.js';
import { creditTimeline } from './credit.timeline.js';

export const creditFeature = {
  name: 'credit',
  events: creditEvents,
  streams: ofPersons(creditKind),
  timeline: creditTimeline,
  stood: [stoodBy(creditKind, ({ changes }) => ({ creditScore: changes.at(-1)?.to ?? null }))],
  handlers: ({ gate, levels }: { readonly gate: AccountGate; readonly levels: VerificationLevels }) =>
    creditHandlers(gate, levels),
} satisfies Feature;
