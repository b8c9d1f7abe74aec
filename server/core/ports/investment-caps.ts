import type { AppliedPolicy } from '../policy.js';

/** The most that somebody may put into one investment, and what says so. */
export interface InvestmentCap {
  /** USDT as a decimal text; `null` where there is no cap. */
  readonly cap: string | null;
  readonly class: 'unassessed' | 'conservative' | 'balanced' | 'aggressive';
  /** `risk.caps`, for the event or the refusal of whoever follows it. */
  readonly policy: AppliedPolicy;
}

/** How funds, custody and loans ask for the risk class and its cap; the risk feature provides it. */
export abstract class InvestmentCaps {
  /** Of a real account; a demo account has no assessment and counts as `unassessed`. Durable. */
  abstract of(userId: string): Promise<InvestmentCap>;
}
