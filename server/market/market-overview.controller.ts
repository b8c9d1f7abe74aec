import { Controller } from '@nestjs/common';
import { getInstrumentDetail, getMovers, getSparklines } from '../../contracts/market.calls.js';
import { getVolatility } from '../../contracts/volatility.calls.js';
import { getDeliveries } from '../../contracts/settlement.calls.js';
import { Handle, type CallContext } from '../edge/http/call.js';
import { realmOf } from '../edge/http/realm-of.js';
import { VolatilityQuery } from './volatility/volatility.query.js';
import { MarketOverviewQuery } from './runtime/market-overview.query.js';
import { SettlementQuery } from './runtime/settlement.query.js';

/** Market data made for overviews: one call where a list would otherwise need one a row. */
@Controller()
export class MarketOverviewController {
  constructor(
    private readonly overview: MarketOverviewQuery,
    private readonly settlements: SettlementQuery,
    private readonly volatilities: VolatilityQuery,
  ) {}

  @Handle(getDeliveries)
  getDeliveries({ input }: CallContext<typeof getDeliveries>) {
    return this.settlements.deliveries(input.symbol);
  }

  @Handle(getVolatility)
  getVolatility({ input }: CallContext<typeof getVolatility>) {
    return this.volatilities.volatility(input.symbol);
  }

  @Handle(getSparklines)
  getSparklines({ input, session }: CallContext<typeof getSparklines>) {
    return this.overview.sparklines(realmOf(session), input.symbols);
  }

  @Handle(getMovers)
  getMovers({ input, session }: CallContext<typeof getMovers>) {
    return this.overview.movers(realmOf(session), input.limit);
  }

  @Handle(getInstrumentDetail)
  getInstrumentDetail({ input }: CallContext<typeof getInstrumentDetail>) {
    return this.overview.detail(input.symbol);
  }
}
