import type { Amount } from '../../../shared/money.js';
import type { RecordedEvent } from '../event.js';

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
  /** The account of the house that they come from. */
  readonly account: string;
  /** Selects as `id` those that were completed at `$1` or after. */
  readonly completedSince: string;
  /** What was paid for it in USDT, by the first event of its stream. */
  paidUsdt(begun: RecordedEvent): Amount;
}

/** An account of the house at the bank: what comes in there and nobody claims lies outside the books. */
export interface BankPayee {
  readonly readModel: string;
  readonly account: string;
  /**
   * Selects of the references `$1`: `reference`, the `id` that it is of, `owed` while a payment can still be claimed, and `waits`
   * while a receipt claims it.
   */
  readonly named: string;
}

/** What the history claims of a transfer or of an order at the bank: networks and bank must still show it. */
export interface OutsideClaim {
  /** Nothing outside has to show what is only asked for so far. */
  readonly isMade: boolean;
  readonly place: 'chain' | 'bank';
  /** `''` at the bank. */
  readonly network: string;
  /** The hash of the transfer, or the key of the order. */
  readonly key: string;
  /** As findings say it. */
  readonly what: string;
  readonly verb: 'seen' | 'sent';
  readonly source: string;
  /** `null` where only the amount is claimed. */
  readonly asset: string | null;
  readonly amount: string;
  readonly height: number | null;
  /** From the block at `height`, which must still hold it. */
  readonly isCredited: boolean;
}

/** By type of event: the claim that it makes or changes, under a key of its noun. */
export type OutsideClaims = Readonly<Record<string, (data: unknown, before: ClaimBefore) => Claimed | undefined>>;
export type ClaimBefore = (id: string) => OutsideClaim | undefined;
export type Claimed = readonly [id: string, claim: OutsideClaim];

/** What came to a person from outside: selects `source`, `asset`, `amount` and `at` of the person `$1`. */
export type ArrivedSql = string;

/** The same of every noun. */
export abstract class OutsideBooks {
  abstract readonly moves: readonly OutsideMoves[];
  abstract readonly credits: readonly WiredCredits[];
  abstract readonly payees: readonly BankPayee[];
  abstract readonly claims: OutsideClaims;
  abstract readonly arrived: readonly ArrivedSql[];
}
