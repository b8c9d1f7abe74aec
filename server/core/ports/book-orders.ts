import type { TradingRealm } from '../../../contracts/realm.contract.js';

/** Whose orders of a book were cancelled. */
export interface CancelledOwner {
  readonly userId: string;
  readonly ownerId: string;
}

/** The orders of a whole book, whoever owns them. */
export abstract class BookOrders {
  /**
   * Cancels every open order of the symbol, before its ex-date or at its delisting; answers once none is open, with the owners.
   * Harmless when repeated.
   */
  abstract cancelAll(
    realm: TradingRealm,
    symbol: string,
    actionId: string,
    reason: 'corporate-action' | 'delisted',
  ): Promise<readonly CancelledOwner[]>;
}
