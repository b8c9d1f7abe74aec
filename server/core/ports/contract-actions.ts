import type { TradingRealm } from '../../../contracts/realm.contract.js';

/** A corporate action of the share that contracts are on. Prices and amounts in USDT. */
export type ContractAction = { readonly symbol: string; readonly actionId: string } & (
  | { readonly kind: 'dividend'; readonly perShare: string }
  | {
      readonly kind: 'split';
      readonly newShares: number;
      readonly oldShares: number;
      /** Of a share after the split. */
      readonly price: string;
      /** The version of the instrument that has the split. */
      readonly version: number;
    }
  | { readonly kind: 'delisting'; readonly price: string }
);

/** What became of one owner's open orders. */
export interface ContractOwner {
  readonly userId: string;
  readonly ownerId: string;
  readonly adjusted: number;
  readonly cancelled: number;
}

/** What corporate actions do to the contracts on a share. */
export abstract class ContractActions {
  /** Answers once all positions have theirs, with whose orders changed. Harmless when repeated. */
  abstract carryOut(realm: TradingRealm, action: ContractAction): Promise<readonly ContractOwner[]>;
}
