import type { Sealed } from '../../core/person.js';

/** The signature was checked before: the command carries what it proved. */
export interface BindWallet {
  readonly userId: string;
  readonly sealedAddress: Sealed;
}

export interface UnbindWallet {
  readonly userId: string;
}

export type WalletCommand =
  | { readonly type: 'BindWallet'; readonly data: BindWallet }
  | { readonly type: 'UnbindWallet'; readonly data: UnbindWallet };
