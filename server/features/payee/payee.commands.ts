import type { AppliedPolicy } from '../../core/policy.js';
import type { Sealed } from '../../core/person.js';
import type { PayeeLabelled, PayeeRemoved, PaymentSettingsSet } from './payee.events.js';

/** The texts were checked and sealed before. `policy.inputs`: `coolingHours`, and the most entries of the kind. */
interface AddPayee {
  readonly userId: string;
  readonly payeeId: string;
  readonly sealedPayee: Sealed;
  readonly fingerprint: string;
  readonly policy: AppliedPolicy;
}

export interface AddPayeeAddress extends AddPayee {
  readonly currency: string;
  readonly network: string;
}

export type AddPayeeCard = AddPayee;

export type PayeeCommand =
  | { readonly type: 'AddPayeeAddress'; readonly data: AddPayeeAddress }
  | { readonly type: 'AddPayeeCard'; readonly data: AddPayeeCard }
  | { readonly type: 'LabelPayee'; readonly data: PayeeLabelled }
  | { readonly type: 'RemovePayee'; readonly data: Omit<PayeeRemoved, 'kind'> }
  | { readonly type: 'SetPaymentSettings'; readonly data: PaymentSettingsSet };
