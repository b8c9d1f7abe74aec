import type { Page } from '../../../contracts/envelope.contract.js';
import type { AccountUpdate } from '../../../contracts/stream.contract.js';
import type { Refusal } from '../refusal.js';

export type LiveOrder = AccountUpdate['orders'][number];
export type LiveTrade = AccountUpdate['trades'][number];

/** An owner's orders and trades, for the sockets of that owner. */
export abstract class LiveOrders {
  abstract openOrders(
    realm: string,
    ownerId: string,
    filter: { symbol: string | undefined },
  ): Promise<LiveOrder[] | Refusal>;
  abstract order(
    realm: string,
    ownerId: string,
    order: { symbol: string; orderId: string },
  ): Promise<LiveOrder | Refusal>;
  /** The newest ones. */
  abstract trades(realm: string, ownerId: string, page: { limit: number }): Promise<Page<LiveTrade> | Refusal>;
}

/** An owner's balances, and the position in the history that they stand at. */
export abstract class LiveAssets {
  abstract assets(realm: string, ownerId: string): Promise<{ rows: AccountUpdate['assets']; position: number }>;
}
