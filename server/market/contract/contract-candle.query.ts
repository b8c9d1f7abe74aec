import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { CONTRACT_PAGE_DAYS, hasMarkCandles } from '../../../contracts/market.contract.js';
import type { ContractCandlesView, getContractCandlesQuery } from '../../../contracts/contract-candle.calls.js';
import type { TradingRealm } from '../../../contracts/realm.contract.js';
import { Clock } from '../../core/clock.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import { withoutVolume } from '../runtime/candles.js';
import { MarketService } from '../runtime/market.service.js';
import { periodStart, spanSeconds } from '../simulator/periods.js';

const PAGE_SECONDS = CONTRACT_PAGE_DAYS * 86_400;

/** Reads candles of contracts. */
@Injectable()
export class ContractCandleQuery {
  constructor(
    private readonly markets: MarketService,
    private readonly clock: Clock,
  ) {}

  async candles(
    realm: TradingRealm,
    { symbol, price, period, before, limit }: z.output<typeof getContractCandlesQuery>,
  ): Promise<ContractCandlesView | Refusal> {
    const { contracts, candles } = this.markets.open;
    if (!contracts.has(symbol)) return refuse('market.symbol-unknown', { symbol });
    if (price === 'mark' && !hasMarkCandles(period)) return refuse('market.mark-period', { period });
    const beginsAt = contracts.beginsAt(symbol);
    const first = periodStart(period, Math.floor(beginsAt / 1000)) * 1000;
    if (this.clock.now() < beginsAt) return refuse('market.not-listed', { symbol, listsAt: beginsAt });
    if (before !== undefined && before <= first) return refuse('market.before-listing', { symbol, beginsAt });
    const most = Math.max(1, Math.floor(PAGE_SECONDS / spanSeconds(period, 1)));
    const rows = await candles.before(realm, { symbol, price, period, before, limit: Math.min(limit, most) });
    const shown = rows.filter(([openAt]) => openAt >= first).map(withoutVolume);
    return { symbol, price, period, beginsAt, candles: shown };
  }
}
