import type { StreamKind, View } from '../decider.js';
import type { Instant } from '../clock.js';
import type { Refusal } from '../refusal.js';

/**
 * Whether an account may trade, for features that don't know accounts: the account feature provides it (docs/map.md, "Between
 * nouns").
 */
export abstract class AccountGate {
  /** The stream that must be loaded for the answer. */
  abstract stream(userId: string): readonly [kind: StreamKind<unknown>, id: string];
  /** `account.frozen`, `demo.expired`, `account.not-found`, or `undefined` when the owner may trade. */
  abstract refusal(view: View, userId: string, ownerId: string, at: Instant): Refusal | undefined;
  /** Country of the registration (ISO 3166-1) by the state of that stream; `null` if registering did not ask for it. */
  abstract nationality(state: unknown): string | null;
}
