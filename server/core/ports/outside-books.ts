/**
 * What a noun's read model says of money that moves outside, for those who compare it with networks and bank. Statements, because
 * all of it is read in one transaction with the balances.
 */
export interface OutsideMoves {
  readonly readModel: string;
  /**
   * Selects `id`, `direction` (`in`, `out`), `place` (`chain`, `bank`), `network`, `hash` (`''` where there is none), `amount` as a
   * text, and `open`: the books count it when it is final, and it is not.
   */
  readonly sql: string;
  /** The field of its events that says `id`. */
  readonly idField: string;
  /** Gives as `sequence` how far it has read what the networks told. */
  readonly read?: string;
}

/** Credits that rest on wires at the bank: each names its wires in the event that completes it. */
export interface WiredCredits {
  readonly readModel: string;
  /** Streams are named by it and the id. */
  readonly stream: string;
  readonly event: string;
  /** Selects as `id` those that were completed at `$1` or after. */
  readonly completedSince: string;
}

/** What came to a person from outside: selects `source`, `asset`, `amount` and `at` of the person `$1`. */
export type ArrivedSql = string;

/** The same of every noun. */
export abstract class OutsideBooks {
  abstract readonly moves: readonly OutsideMoves[];
  abstract readonly credits: readonly WiredCredits[];
  abstract readonly arrived: readonly ArrivedSql[];
}
