import type { AccountGate } from '../../core/account-gate.js';
import type { VerificationLevels } from '../../core/verification.js';
import { ofPersons, type Feature } from '../../policies/feature.js';
import { creditKind } from './credit.decider.js';
import { creditEvents } from './credit.events.js';
import { creditHandlers } from './credit.handler.js';

export const creditFeature = {
  name: 'credit',
  events: creditEvents,
  streams: ofPersons(creditKind),
  handlers: ({ gate, levels }: { readonly gate: AccountGate; readonly levels: VerificationLevels }) =>
    creditHandlers(gate, levels),
} satisfies Feature;
