import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { SimulatedBank } from '../../core/ports/bank.js';
import { SimulatedChain } from '../../core/ports/chain.js';
import { Payouts } from './payouts.js';
import { WithdrawalQuery } from './withdrawal.query.js';
import type { WithdrawalRow } from './withdrawals.projection.js';

const PAGE = 500;

/** An outside change that may concern a payout. */
interface Change {
  readonly sequence: number;
  readonly key: string | null;
}

/**
 * Reads the payout changes of chain and bank, from where it stopped: the checkpoint is stored in the database and moves only after
 * everything before it is decided. A repeated change is decided once, because final states stay final.
 */
@Injectable()
export class PayoutFeeds {
  constructor(
    private readonly pool: Pool,
    private readonly chain: SimulatedChain,
    private readonly bank: SimulatedBank,
    private readonly payouts: Payouts,
    private readonly query: WithdrawalQuery,
  ) {}

  async readAll(): Promise<void> {
    const { chain, bank, query } = this;
    await this.read(
      'chain',
      async (after) =>
        (await chain.changes(after, PAGE)).map(({ sequence, network, hash }) => ({
          sequence,
          key: `${network}/${hash}`,
        })),
      async (keys) => {
        const found = await query.byHash(keys.map((key) => key.slice(key.indexOf('/') + 1)));
        return found.filter(({ network, hash }) => keys.includes(`${network}/${hash}`));
      },
    );
    await this.read(
      'bank',
      async (after) => (await bank.changes(after, PAGE)).map(({ sequence, payout }) => ({ sequence, key: payout })),
      async (keys) => {
        const found = await Promise.all(keys.map((key) => query.row(key)));
        return found.filter((row) => row !== undefined);
      },
    );
  }

  private async read(
    feed: string,
    changes: (after: number) => Promise<readonly Change[]>,
    about: (keys: readonly string[]) => Promise<readonly WithdrawalRow[]>,
  ): Promise<void> {
    const { query, payouts } = this;
    for (;;) {
      const after = await this.place(feed);
      const changed = await changes(after);
      const last = changed.at(-1);
      if (last === undefined) return;
      // Rows from before this change must be visible, or the change would look unrelated.
      if (!(await query.isUpToDate())) return;
      const keys = [...new Set(changed.flatMap(({ key }) => (key === null ? [] : [key])))];
      for (const row of await about(keys)) if (!(await payouts.followUp(row))) return;
      await this.pool.query(
        `INSERT INTO withdrawal_feeds (feed, sequence) VALUES ($1, $2)
           ON CONFLICT (feed) DO UPDATE SET sequence = greatest(withdrawal_feeds.sequence, $2)`,
        [feed, last.sequence],
      );
      if (changed.length < PAGE) return;
    }
  }

  private async place(feed: string): Promise<number> {
    const { rows } = await this.pool.query<{ sequence: number }>(
      'SELECT sequence FROM withdrawal_feeds WHERE feed = $1',
      [feed],
    );
    return rows[0]?.sequence ?? 0;
  }
}
