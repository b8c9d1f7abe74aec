import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { LedgerSumsView } from '../../contracts/staff-lists.contract.js';
import { amount, format, type Amount } from '../../shared/money.js';

const STRETCH = 20_000;
/** A long history is added up over several askings, so that none of them waits long. */
const BUSY_MS_MAX = 1_500;

interface Summed {
  position: number;
  readonly postings: Map<string, Amount>;
}

/** Adds up every posting of a realm, once: postings are never changed, so only new ones have to be added. */
@Injectable()
export class LedgerSums {
  private readonly realms = new Map<string, Promise<Summed>>();

  constructor(private readonly pool: Pool) {}

  async of(realm: string): Promise<LedgerSumsView> {
    const before = this.realms.get(realm) ?? Promise.resolve({ position: 0, postings: new Map<string, Amount>() });
    // A failed sum starts over: half of it may have been added.
    const next = before.then((summed) => this.goOn(realm, summed));
    this.realms.set(
      realm,
      next.catch(() => ({ position: 0, postings: new Map<string, Amount>() })),
    );
    const { position: summedTo, postings } = await next;
    const { rows } = await this.pool.query<{ asset: string; accounts: number; balances: string }>(
      `SELECT asset, count(*)::bigint AS accounts, trim_scale(sum(amount))::text AS balances
         FROM ledger_balances WHERE realm = $1 GROUP BY asset ORDER BY asset`,
      [realm],
    );
    return {
      realm,
      summedTo,
      position: Math.max(summedTo, await this.head(realm)),
      accounts: rows.reduce((sum, { accounts }) => sum + accounts, 0),
      sums: rows.map((row) => ({ ...row, postings: format(postings.get(row.asset) ?? 0n) })),
    };
  }

  private async goOn(realm: string, summed: Summed): Promise<Summed> {
    const until = performance.now() + BUSY_MS_MAX;
    const head = await this.head(realm);
    while (summed.position < head && performance.now() < until) {
      const to = Math.min(head, summed.position + STRETCH);
      const { rows } = await this.pool.query<{ asset: string; sum: string }>({
        name: 'ledger-sums',
        text: `SELECT asset, sum(amount)::text AS sum FROM ledger_postings
                WHERE realm = $1 AND position > $2 AND position <= $3 GROUP BY asset`,
        values: [realm, summed.position, to],
      });
      for (const { asset, sum } of rows) summed.postings.set(asset, (summed.postings.get(asset) ?? 0n) + amount(sum));
      summed.position = to;
    }
    return summed;
  }

  private async head(realm: string): Promise<number> {
    const { rows } = await this.pool.query<{ position: number }>({
      name: 'ledger-sums-head',
      text: 'SELECT position FROM realm_heads WHERE realm = $1',
      values: [realm],
    });
    return rows[0]?.position ?? 0;
  }
}
