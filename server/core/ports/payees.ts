import type { BankAccountDetails } from './bank.js';
import type { Instant } from '../clock.js';
import type { StreamKind, View } from '../decider.js';
import type { Refusal } from '../refusal.js';

/** An entry of the address book, opened. It may be paid to from `usableAt` on: new entries cool off first. */
export interface PayeeAddress {
  readonly id: string;
  /** What is sent there: the same address may stand in the book again for another currency. */
  readonly currency: string;
  readonly network: string;
  readonly address: string;
  readonly tag: string | null;
  readonly label: string;
  readonly addedAt: Instant;
  readonly usableAt: Instant;
}

export interface PayeeCard {
  readonly id: string;
  readonly details: BankAccountDetails;
  readonly label: string;
  readonly addedAt: Instant;
  readonly usableAt: Instant;
}

/** A person's payout destinations: address book and bank cards. Provided by the payee feature. */
export abstract class Payees {
  /** The stream that a command must touch for `refusal`. */
  abstract stream(userId: string): readonly [kind: StreamKind<unknown>, id: string];
  /** Pure: `payee.not-found`, `payee.cooling-off` (with `usableAt`), or `undefined` when the entry may be paid to at this instant. */
  abstract refusal(view: View, userId: string, payeeId: string, at: Instant): Refusal | undefined;
  /** Durable and opened; `undefined` for those of others, for removed ones and once the person is erased. */
  abstract address(userId: string, payeeId: string): Promise<PayeeAddress | undefined>;
  abstract card(userId: string, payeeId: string): Promise<PayeeCard | undefined>;
  /** The newest card that may be paid to at this instant. */
  abstract newestCard(userId: string, at: Instant): Promise<PayeeCard | undefined>;
  /** The payment settings by their names; `null` while none are set, and once the person is erased. */
  abstract paymentSettings(userId: string): Promise<Readonly<Record<string, string>> | null>;
}
