import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { ACCOUNT_SPACES } from '../../../contracts/asset.contract.js';
import type { TurnoverMode } from '../../../contracts/withdrawal.contract.js';
import { amount, format, times, ZERO, type Amount } from '../../../shared/money.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import { userAccount } from '../../engine/ledger/chart.js';
import { ProjectionRunner } from '../../engine/projections/runner.js';
import { PriceSource } from '../../core/ports/price-source.js';
import type { SubmitWithdrawal } from './withdrawal.commands.js';

interface Sum {
  asset: string;
  amount: string;
}

/** A person's deposits, trades and investments, in USDT at current prices; assets without a price count as zero. */
@Injectable()
export class TurnoverQuery {
  constructor(
    private readonly pool: Pool,
    private readonly projections: ProjectionRunner,
    private readonly prices: PriceSource,
  ) {}

  /** Durable up to the position that it names; a deposit that was credited before the question is among it. */
  async of(ownerId: string, mode: TurnoverMode): Promise<SubmitWithdrawal['data']['turnover'] | Refusal> {
    const { projections } = this;
    const { position } = projections.feed('real');
    // The read model of orders knows each book's quote asset.
    const caughtUp = ['turnover', 'orders'].map((name) => projections.waitFor(name, 'real', position));
    if ((await Promise.all(caughtUp)).includes(false)) return refuse('request.unavailable');
    // Under any rule reviewers see trades and deposits.
    const [deposited, spent] = await Promise.all([this.deposited(ownerId), this.spent(ownerId)]);
    const held = mode === 'invested' ? await this.held(ownerId) : { invested: '0', balance: '0' };
    return { spent: format(spent), deposited: format(deposited), ...held, position };
  }

  async deposited(ownerId: string): Promise<Amount> {
    const { rows } = await this.pool.query<Sum>({
      name: 'turnover-deposits',
      text: 'SELECT asset, amount::text FROM turnover_deposits WHERE owner_id = $1',
      values: [ownerId],
    });
    return this.worth(rows);
  }

  async spent(ownerId: string): Promise<Amount> {
    const { rows } = await this.pool.query<Sum>({
      name: 'turnover-trades',
      text: `SELECT b.quote AS asset, sum(t.notional)::text AS amount FROM turnover_trades t
               JOIN books b ON b.realm = 'real' AND b.symbol = t.symbol WHERE t.owner_id = $1 GROUP BY b.quote`,
      values: [ownerId],
    });
    return this.worth(rows);
  }

  /** Everything but USDT in the spot account is invested, and so is what an order holds there. */
  private async held(ownerId: string): Promise<{ invested: string; balance: string }> {
    const idle = userAccount(ownerId, 'spot', 'available');
    // Each by its whole name: what begins alike is found only by looking at everybody's.
    const accounts = ACCOUNT_SPACES.flatMap((space) => [
      userAccount(ownerId, space, 'available'),
      userAccount(ownerId, space, 'frozen'),
    ]);
    const { rows } = await this.pool.query<Sum & { idle: boolean }>({
      name: 'turnover-held',
      text: `SELECT asset, sum(amount)::text AS amount, account = $2 AND asset = 'USDT' AS idle FROM ledger_balances
              WHERE realm = 'real' AND account = ANY ($1) GROUP BY asset, account = $2 AND asset = 'USDT'`,
      values: [accounts, idle],
    });
    const balance = this.worth(rows);
    return { balance: format(balance), invested: format(balance - this.worth(rows.filter((row) => row.idle))) };
  }

  private worth(rows: readonly Sum[]): Amount {
    const values = rows.map(({ asset, amount: sum }) =>
      times(amount(sum), this.prices.priceUsdt(asset) ?? ZERO, 'down'),
    );
    return values.reduce((total, value) => total + value, ZERO);
  }
}
