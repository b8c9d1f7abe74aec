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
}
