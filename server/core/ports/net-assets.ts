import type { OwnedView } from '../../../contracts/owned.contract.js';
import type { Refusal } from '../refusal.js';

/** What an account owns over all products, less what it owes; the asset feature provides it. */
export abstract class NetAssets {
  /** Refused as unavailable while a read model is behind. */
  abstract owned(owner: {
    readonly realm: string;
    readonly userId: string;
    readonly ownerId: string;
  }): Promise<OwnedView | Refusal>;
}
