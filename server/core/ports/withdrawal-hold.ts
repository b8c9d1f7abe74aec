import type { Instant } from '../clock.js';
import type { StreamKind, View } from '../decider.js';

/** Until when, and by which version of which policy. */
export interface ClosedWithdrawals {
  readonly opensAt: Instant;
  readonly withdrawalHours: string;
  readonly policy: string;
  readonly version: number;
}

/** Whether something about a person keeps withdrawals closed for a while. Provided by security. */
export abstract class WithdrawalHold {
  /** The stream that a command must touch for `closed`. */
  abstract stream(userId: string): readonly [kind: StreamKind<unknown>, id: string];
  /** Pure. */
  abstract closed(view: View, userId: string, at: Instant): ClosedWithdrawals | undefined;
}
