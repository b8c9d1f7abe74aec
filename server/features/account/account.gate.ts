import type { StreamKind } from '../../core/decider.js';
import type { AccountGate } from '../../core/ports/account-gate.js';
import { accountKind, mayTrade } from './account.decider.js';

/** The port for other nouns: only whether an account may trade. */
export const accountGate: AccountGate = {
  stream: (userId) => [accountKind as StreamKind<unknown>, userId],
  refusal: (view, userId, ownerId, at) => mayTrade(view.state(accountKind, userId), at, ownerId),
  nationality: (state) => (state as { country?: string | null }).country ?? null,
};
