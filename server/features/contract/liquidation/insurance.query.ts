import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { z } from 'zod';
import type {
  getInsuranceFundQuery,
  InsuranceEventView,
  InsuranceFundView,
} from '../../../../contracts/insurance.calls.js';
import type { TradingRealm } from '../../../../contracts/realm.contract.js';
import { amount as amountOf, format, fromSteps } from '../../../../shared/money.js';
import { PolicySource } from '../../../core/ports/policy-source.js';
import { isRefusal, refuse, type Refusal } from '../../../core/refusal.js';
import { pageOf } from '../../../engine/projections/cursor.js';
import { ProjectionRunner } from '../../../engine/projections/runner.js';
import { BookMarket } from '../../../market/book-market.js';
import type { ContractPolicies } from '../contract.terms.js';
import { insuranceFund, insuranceProjection, type InsuranceRow } from './insurance.projection.js';

/** The insurance fund as everybody may see it. */
@Injectable()
export class InsuranceQuery {
  constructor(
    private readonly pool: Pool,
    private readonly projections: ProjectionRunner,
    private readonly policies: PolicySource<ContractPolicies>,
    private readonly market: BookMarket,
  ) {}

  async fund(realm: TradingRealm, input: z.output<typeof getInsuranceFundQuery>): Promise<InsuranceFundView | Refusal> {
    if (!(await this.projections.upToDate(insuranceProjection.name, realm))) return refuse('request.unavailable');
    const page = await pageOf(
      input,
      ['position'],
      ([before], count) => this.moves(realm, before, count),
      (row) => this.viewOf(row),
    );
    if (isRefusal(page)) return page;
    const { name, version, values } = this.policies.inForce('contract.insurance');
    return {
      realm,
      ...(await this.totals(realm)),
      opening: values.openingUsdt,
      eventMax: values.eventMaxUsdt,
      policy: { name, version },
      ...page,
    };
  }

  /** Newest first. */
  private moves(realm: TradingRealm, before: number | undefined, count: number) {
    return this.pool.query<InsuranceRow>({
      name: 'insurance-history',
      text: `SELECT ${insuranceFund.selected} FROM insurance_fund
             WHERE realm = $1 AND position < $2 ORDER BY position DESC LIMIT $3`,
      values: [realm, before, count],
    });
  }

  private async totals(realm: TradingRealm): Promise<Pick<InsuranceFundView, 'balance' | 'granted'>> {
    const { rows } = await this.pool.query<Pick<InsuranceFundView, 'balance' | 'granted'>>({
      name: 'insurance-totals',
      text: `SELECT trim_scale(coalesce((SELECT balance FROM insurance_fund
                                         WHERE realm = $1 ORDER BY position DESC LIMIT 1), 0))::text AS balance,
                    trim_scale(coalesce((SELECT max(granted) FROM insurance_fund
                                         WHERE realm = $1 AND symbol = ''), 0))::text AS granted`,
      values: [realm],
    });
    return rows[0] ?? { balance: '0', granted: '0' };
  }

  private viewOf({ at, amount, balance, symbol, side, lots, price, markPrice }: InsuranceRow): InsuranceEventView {
    const liquidation = side === '' ? null : { symbol, side, quantity: this.quantity(symbol, lots), price, markPrice };
    return { at, amount, balance, liquidation };
  }

  private quantity(symbol: string, lots: number): string | null {
    const terms = this.market.terms(symbol);
    return isRefusal(terms) ? null : format(fromSteps(lots, amountOf(terms.spec.lotSize)));
  }
}
