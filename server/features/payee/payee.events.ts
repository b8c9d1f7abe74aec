import type { Instant } from '../../core/clock.js';
import type { RecordedEvent } from '../../core/event.js';
import type { Sealed } from '../../core/person.js';
import type { AppliedPolicy } from '../../core/policy.js';
import { declareEventTypesWith } from '../../engine/history/event-types.js';

/** An address of the book. `sealedPayee`: `AddressTexts`. The fingerprint distinguishes addresses without revealing them. */
export interface PayeeAddressAdded {
  readonly userId: string;
  readonly payeeId: string;
  readonly currency: string;
  readonly network: string;
  readonly sealedPayee: Sealed;
  readonly fingerprint: string;
  readonly usableAt: Instant;
  /** `payee.rules`, with the hours of cooling off. */
  readonly policy: AppliedPolicy;
}

/** A bank card or account. `sealedPayee`: `CardTexts`. */
export interface PayeeCardAdded {
  readonly userId: string;
  readonly payeeId: string;
  readonly sealedPayee: Sealed;
  readonly fingerprint: string;
  readonly usableAt: Instant;
  readonly policy: AppliedPolicy;
}

/** Another name for an entry: `sealedPayee` as it was added with, but for the label. It does not cool off again. */
interface PayeeLabelled {
  readonly userId: string;
  readonly payeeId: string;
  readonly sealedPayee: Sealed;
}

export interface PayeeRemoved {
  readonly userId: string;
  readonly payeeId: string;
  /** Missing in early events. */
  readonly kind?: 'address' | 'card';
}

/** All six at once: what was before is replaced. */
export interface PaymentSettingsSet {
  readonly userId: string;
  readonly sealedSettings: Sealed;
}

/** Stream `payee-<userId>`, realm real. Nothing personal is open in any of them. */
export type PayeeEvent =
  | RecordedEvent<'PayeeAddressAdded', PayeeAddressAdded>
  | RecordedEvent<'PayeeCardAdded', PayeeCardAdded>
  | RecordedEvent<'PayeeLabelled', PayeeLabelled>
  | RecordedEvent<'PayeeRemoved', PayeeRemoved>
  | RecordedEvent<'PaymentSettingsSet', PaymentSettingsSet>;

export const payeeEvents = declareEventTypesWith(
  { payeeId: 'none' },
  { type: 'PayeeAddressAdded', schema: 1 },
  { type: 'PayeeCardAdded', schema: 1 },
  { type: 'PayeeLabelled', schema: 1 },
  { type: 'PayeeRemoved', schema: 1 },
  { type: 'PaymentSettingsSet', schema: 1 },
);
