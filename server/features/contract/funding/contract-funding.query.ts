import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { FundingView } from '../../../../contracts/funding.calls.js';
import type { TradingRealm } from '../../../../contracts/realm.contract.js';
import { perpetualOf } from '../../../../shared/contract-symbol.js';
import { amount, format } from '../../../../shared/money.js';
import { ContractTickers } from '../../../core/ports/contract-tickers.js';
import { isRefusal, type Refusal } from '../../../core/refusal.js';
import { Writers } from '../../../engine/writer/writers.js';
import { FundingQuery } from '../../../market/funding/funding.query.js';
import { traceOf } from '../../../trading/venue/book.state.js';
import { contractKind } from '../contract.product.js';

/** The funding of a perpetual contract in one realm: what the seeds give, what users' trades add, and what was charged. */
@Injectable()
export class ContractFundingQuery {
  constructor(
    private readonly pool: Pool,
    private readonly writers: Writers,
    private readonly seeds: FundingQuery,
    private readonly tickers: ContractTickers,
  ) {}

  async funding(realm: TradingRealm, underlying: string): Promise<FundingView | Refusal> {
    const drawn = this.seeds.funding(underlying);
    if (isRefusal(drawn)) return drawn;
    const symbol = perpetualOf(underlying);
    const trace = traceOf(await this.writers.read(realm, contractKind, symbol));
    const ahead = this.tickers.ticker(realm, symbol, drawn.at, trace)?.funding;
    const charged = await this.charged(realm, symbol, drawn.history.at(-1)?.fundedAt ?? drawn.at);
    const users = ahead?.usersPremium ?? 0n;
    const withUsers = (premium: string): string => format(amount(premium) + users);
    return {
      ...drawn,
      premium: withUsers(drawn.premium),
      averagePremium: withUsers(drawn.averagePremium),
      predictedRate: ahead == null ? drawn.predictedRate : format(ahead.rate),
      history: drawn.history.map((row) => ({ ...row, ...charged.get(row.fundedAt) })),
    };
  }

  private async charged(realm: TradingRealm, symbol: string, from: number) {
    const { rows } = await this.pool.query<{ dueAt: number; premium: string; rate: string }>({
      name: 'funding-charged',
      text: `SELECT due_at AS "dueAt", trim_scale(premium)::text AS premium, trim_scale(rate)::text AS rate
               FROM funding_runs WHERE realm = $1 AND symbol = $2 AND due_at >= $3`,
      values: [realm, symbol, from],
    });
    return new Map(rows.map(({ dueAt, premium, rate }) => [dueAt, { premium, rate }]));
  }
}
