/** A person's credit score, and what a loan may do to it. */
export interface CreditStanding {
  readonly score: number;
  readonly floor: number;
  readonly ceiling: number;
  /** What a repaid loan adds, and what an overdue one takes away. */
  readonly repaidPoints: number;
  readonly overduePoints: number;
}

/** The credit score, for loans; the credit feature provides it. */
export abstract class CreditScores {
  /** Of a real account, by the formula in force. Durable. */
  abstract of(userId: string): Promise<CreditStanding>;
}
