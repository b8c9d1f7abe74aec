import { Module, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import { Pool } from 'pg';
import { FUND_ASSETS } from '../../../shared/fund.js';
import { amount } from '../../../shared/money.js';
import { PersonalDataHandlers } from '../../core/ports/personal-holdings.js';
import { refuse } from '../../core/refusal.js';
import { UnitPrices } from '../../core/unit-prices.js';
import { upcast } from '../../engine/history/event-types.js';
import { Writers } from '../../engine/writer/writers.js';
import { MarketModule } from '../../market/market.module.js';
import { FundController } from './fund.controller.js';
import type { FundStruck } from './fund.events.js';
import { FundFactSheets } from './fund-sheet.js';
import { FUND_REALM } from './fund.handler.js';
import { planViewOf } from './fund-plan.decider.js';
import { FundPlanService } from './fund-plan.service.js';
import { FundQuery } from './fund.query.js';
import { FundService } from './fund.service.js';
import { fundKind } from './fund.state.js';

/** Funds: units of two baskets at net asset values that nobody knows when they order. */
@Module({
  imports: [MarketModule],
  controllers: [FundController],
  providers: [FundQuery, FundFactSheets, FundService, FundPlanService],
})
export class FundModule implements OnModuleInit, OnApplicationBootstrap {
  constructor(
    private readonly holdings: PersonalDataHandlers,
    private readonly query: FundQuery,
    private readonly units: UnitPrices,
    private readonly writers: Writers,
    private readonly pool: Pool,
  ) {}

  onModuleInit(): void {
    const { query } = this;
    const plansOf = async (userId: string) => {
      const { plans } = await this.writers.read(FUND_REALM, fundKind, `${userId}.1`);
      return [...plans.values()].map(planViewOf);
    };
    // The rows are numbers and codes. Units belong to the person until they are redeemed, and plans end before the account.
    this.holdings.register({
      name: 'funds',
      tables: ['fund_requests'],
      export: async (userId) => ({ orders: await query.export(userId), plans: await plansOf(userId) }),
      refusal: async (userId) => {
        if (!(await query.isUpToDate('real'))) return refuse('request.unavailable');
        const count = (await query.openCount(userId)) + (await plansOf(userId)).length;
        return count === 0 ? undefined : refuse('person.requests-open', { count });
      },
    });
  }

  /** Balances are valued by every net asset value that was ever struck. */
  async onApplicationBootstrap(): Promise<void> {
    this.writers.store.subscribe((_, events) => {
      for (const { type, data, at } of events) if (type === 'FundStruck') this.add(data as FundStruck, at);
    });
    const { rows } = await this.pool.query<{ schema: number; data: string; at: number }>(
      `SELECT schema, data, at FROM events WHERE realm = 'real' AND type = 'FundStruck' ORDER BY position`,
    );
    for (const { schema, data, at } of rows)
      this.add(upcast('FundStruck', schema, JSON.parse(data)).data as FundStruck, at);
  }

  private add({ level, nav }: FundStruck, at: number): void {
    this.units.add(FUND_ASSETS[level], at, amount(nav));
  }
}
