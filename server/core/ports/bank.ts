import type { Instant } from '../clock.js';
import type { Amount } from '../../../shared/money.js';

/** Where a payout goes; personal, so the bank keeps it sealed. */
export interface BankAccountDetails {
  readonly payeeName: string;
  /** IBAN, or the account number where there is none. */
  readonly account: string;
  /** BIC (ISO 9362), or `null`. */
  readonly bic: string | null;
  readonly routingNumber: string | null;
  readonly bankName: string;
}

/** `returned`: the bank could not deliver it; the money is back. */
export type BankPayoutStatus = 'ordered' | 'settled' | 'returned';

/** A payment that the platform ordered. `amount` is in USDT, which the bank pays out one for one in US dollars. */
export interface BankPayout {
  readonly key: string;
  readonly userId: string;
  readonly amount: Amount;
  readonly status: BankPayoutStatus;
  /** The bank's own reference, shown on both statements. */
  readonly reference: string;
  readonly orderedAt: Instant;
  readonly settledAt: Instant | null;
}

/** A wire that came in from outside: it bears the reference that its sender wrote. */
export interface BankWire {
  readonly id: string;
  readonly toAccount: string;
  /** In `currency`, with the minor units of ISO 4217. */
  readonly amount: Amount;
  readonly currency: string;
  readonly reference: string;
  readonly arrivedAt: Instant;
}

/** A wire with the reference that it is found by, whatever its sender wrote around it. */
export interface FoundWire extends BankWire {
  readonly foundBy: string;
}

export interface BankChange {
  readonly sequence: number;
  readonly payout: string | null;
  readonly wire: string | null;
}

/** The bank outside, as the platform sees it: it orders payments and reads its statement. */
export abstract class SimulatedBank {
  /** The same key again gives the same payout and pays nothing. */
  abstract pay(order: { key: string; userId: string; amount: Amount; to: BankAccountDetails }): Promise<BankPayout>;
  abstract payout(key: string): Promise<BankPayout | undefined>;
  /** Those of these wires that there are, in no order. */
  abstract wires(ids: readonly string[]): Promise<readonly FoundWire[]>;
  /** Wires with this reference, oldest first: what a payment proof is compared with. */
  abstract wiresFor(reference: string): Promise<readonly BankWire[]>;
  /** Wires to this account since an instant, the newest first. */
  abstract wiresTo(account: string, since: Instant, limit: number): Promise<readonly FoundWire[]>;
  abstract changes(after: number, limit: number): Promise<readonly BankChange[]>;
  /** All payouts by status, in USDT: what the books are compared with. */
  abstract totals(): Promise<Readonly<Record<BankPayoutStatus, Amount>>>;
}
