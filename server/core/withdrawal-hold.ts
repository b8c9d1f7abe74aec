import type { Instant } from './clock.js';
import type { StreamKind, View } from './decider.js';
import type { Refusal } from './refusal.js';

/** Whether something about a person keeps withdrawals closed for a while. Token `WITHDRAWAL_HOLD`, provided by security. */
export interface WithdrawalHold {
  /** The stream that a command must touch for `refusal`. */
  stream(userId: string): readonly [kind: StreamKind<unknown>, id: string];
  /** Pure: `withdrawal.closed-after-recovery` (with `opensAt`), or `undefined`. */
  refusal(view: View, userId: string, at: Instant): Refusal | undefined;
}
