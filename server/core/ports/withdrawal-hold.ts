import type { Instant } from '../clock.js';
import type { StreamKind, View } from '../decider.js';
import type { Refusal } from '../refusal.js';

/** Whether something about a person keeps withdrawals closed for a while. Provided by security. */
export abstract class WithdrawalHold {
  /** The stream that a command must touch for `refusal`. */
  abstract stream(userId: string): readonly [kind: StreamKind<unknown>, id: string];
  /** Pure: `withdrawal.closed-after-recovery` (with `opensAt`), or `undefined`. */
  abstract refusal(view: View, userId: string, at: Instant): Refusal | undefined;
}
