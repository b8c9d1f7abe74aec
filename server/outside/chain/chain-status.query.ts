import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { StaffChainView } from '../../../contracts/chain.contract.js';
import { Clock } from '../../core/clock.js';
import { amount, format } from '../../../shared/money.js';
import { isRefusal } from '../../core/refusal.js';
import { Chain } from './chain.js';
import { ExplorerQuery } from './explorer.query.js';

/** The simulated networks as staff watch them. */
@Injectable()
export class ChainStatusQuery {
  constructor(
    private readonly pool: Pool,
    private readonly chain: Chain,
    private readonly explorer: ExplorerQuery,
    private readonly clock: Clock,
  ) {}

  async status(): Promise<StaffChainView[]> {
    const custody = await this.chain.custody();
    const { rows: held } = await this.pool.query<{ network: string; asset: string; amount: string }>(
      `SELECT network, asset, amount::text FROM chain_balances JOIN unnest($1::text[], $2::text[]) AS hot (network, address)
         USING (network, address)`,
      [this.chain.networks().map(({ id }) => id), this.chain.networks().map(({ hotWallet }) => hotWallet)],
    );
    const views: StaffChainView[] = [];
    for (const { id, name, hotWallet, schedule } of this.chain.networks()) {
      const overview = await this.explorer.overview(id, undefined, 1);
      if (isRefusal(overview)) throw new Error(overview.refusal);
      const { height, mempool, lastReorganisation } = overview;
      const assets = custody.filter(({ network }) => network === id);
      views.push({
        network: id,
        name,
        height,
        behindBlocks: Math.max(0, schedule.heightAt(this.clock.now()) - height),
        mempool,
        lastReorganisation,
        hotWallet,
        custody: assets.map(({ asset, held: total, endowment }) => ({
          asset,
          held: format(total),
          endowment: format(endowment),
          beyond: format(total - endowment),
          hot: format(amount(held.find((row) => row.network === id && row.asset === asset)?.amount ?? '0')),
        })),
      });
    }
    return views;
  }
}
