import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { C2cAccountView, C2cLabel } from '../../../contracts/c2c.contract.js';
import { Vault } from '../../core/ports/vault.js';
import { EventStore } from '../../engine/history/event-store.js';
import { loadStream } from '../../engine/writer/loader.js';
import { c2cKind, type C2cOrder } from './c2c.decider.js';
import { sellerKind, type Seller } from './seller.decider.js';
import type { SellerTerms } from './seller.events.js';

interface Payer {
  readonly name: string;
  readonly bank: string;
}

/** Durable orders and sellers, opened. Few events each: they are folded on each read. */
@Injectable()
export class C2cReader {
  constructor(
    private readonly store: EventStore,
    private readonly vault: Vault,
    private readonly pool: Pool,
  ) {}

  async order(orderId: string): Promise<C2cOrder | undefined> {
    const { state } = await loadStream(this.store, 'real', c2cKind, orderId);
    return state.status === 'none' ? undefined : state;
  }

  async seller(sellerId: string): Promise<Seller | undefined> {
    const { state } = await loadStream(this.store, 'real', sellerKind, sellerId);
    return state.status === 'none' ? undefined : state;
  }

  /** The account as it stood when the order was matched. */
  async accountOf({ seller }: Pick<C2cOrder, 'seller'>): Promise<C2cAccountView | null> {
    if (seller === null) return null;
    const terms = (await this.seller(seller.id))?.versions[seller.version - 1];
    return terms === undefined ? null : this.account(terms);
  }

  account({ sealedAccount }: SellerTerms): C2cAccountView {
    return JSON.parse(this.vault.openForHouse('seller.account', sealedAccount)) as C2cAccountView;
  }

  /** The payer named by the person; `null` before the payment proof and after erasure. */
  async payer({ userId, sealedPayer }: Pick<C2cOrder, 'userId' | 'sealedPayer'>): Promise<Payer | null> {
    const opened = sealedPayer && (await this.vault.open(userId, 'c2c.payer', sealedPayer));
    return opened === null ? null : (JSON.parse(opened) as Payer);
  }

  /** The person's text of an appeal; `null` without one, and after erasure. */
  async appeal({ userId, sealedAppeal }: Pick<C2cOrder, 'userId' | 'sealedAppeal'>): Promise<string | null> {
    return sealedAppeal && (await this.vault.open(userId, 'c2c.appeal', sealedAppeal));
  }

  /** Sellers that may take the order by their terms, as they are called. */
  async sellersFor({
    currency,
    amount,
  }: Pick<C2cOrder, 'currency' | 'amount'>): Promise<{ id: string; label: string }[]> {
    const { rows } = await this.pool.query<{ id: string; label: string }>(
      `SELECT seller_id AS id, label FROM c2c_sellers
        WHERE enabled AND currency = $1 AND $2::numeric BETWEEN min AND max ORDER BY label, seller_id LIMIT 100`,
      [currency, amount],
    );
    return rows;
  }

  /** The orders that a person had made by then, the oldest first; how they ended is as of now. */
  async ordersOf(userId: string, until: number): Promise<{ label: C2cLabel; amount: string; at: number }[]> {
    const { rows } = await this.pool.query<{ label: C2cLabel; amount: string; at: number }>(
      `SELECT label, trim_scale(amount)::text AS amount, created_at AS at FROM c2c_orders
        WHERE user_id = $1 AND created_at <= $2 ORDER BY position`,
      [userId, until],
    );
    return rows;
  }
}
