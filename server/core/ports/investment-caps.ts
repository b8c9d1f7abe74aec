import type { Instant } from '../clock.js';
import type { StreamKind, View } from '../decider.js';
import type { AppliedPolicy } from '../policy.js';

/** The cap for one investment, with its policy. */
export interface InvestmentCap {
  /** USDT as a decimal text; `null` where there is no cap. */
  readonly cap: string | null;
  readonly class: 'unassessed' | 'conservative' | 'balanced' | 'aggressive';
  /** `risk.caps`, for the follower's event or refusal. */
  readonly policy: AppliedPolicy;
}

/** The risk class and its cap, for funds, custody and loans; the risk feature provides it. */
export abstract class InvestmentCaps {
  /** Of a real account; a demo account has no assessment and counts as `unassessed`. Durable. */
  abstract of(userId: string): Promise<InvestmentCap>;
  /** The stream that a command must touch for `at`. */
  abstract stream(userId: string): readonly [kind: StreamKind<unknown>, id: string];
  /** For deciders. */
  abstract at(view: View, userId: string, at: Instant): InvestmentCap;
}
