import { Controller, Inject } from '@nestjs/common';
import { getMoversQuery, getSparklinesQuery, symbolQuery } from '../../contracts/market.contract.js';
import { Call, type Asked } from '../edge/http/call.js';
import { MarketOverviewQuery } from './runtime/market-overview.query.js';

/** Market data made for overviews: one call where a list would otherwise need one a row. */
@Controller()
export class MarketOverviewController {
  constructor(@Inject(MarketOverviewQuery) private readonly overview: MarketOverviewQuery) {}

  @Call({
    method: 'GET',
    path: 'web/getSparklines',
    cost: 5,
    access: 'public',
    summary: 'The last 24 hours of up to 200 symbols (comma between) as hourly closes.',
    input: getSparklinesQuery,
    answer: 'SparklineView[]',
    refusals: ['market.symbol-unknown'],
  })
  getSparklines({ input }: Asked<typeof getSparklinesQuery, 'public'>) {
    return this.overview.sparklines(input.symbols);
  }

  @Call({
    method: 'GET',
    path: 'web/getMovers',
    access: 'public',
    summary: 'What rose most, fell most and traded most in 24 hours, of the markets that are open.',
    input: getMoversQuery,
    answer: 'MoversView',
  })
  getMovers({ input }: Asked<typeof getMoversQuery, 'public'>) {
    return this.overview.movers(input.limit);
  }

  @Call({
    method: 'GET',
    path: 'web/getInstrumentDetail',
    access: 'public',
    summary: 'One instrument with its sessions, holidays, fees and every version of its specification.',
    input: symbolQuery,
    answer: 'InstrumentDetailView',
    refusals: ['market.symbol-unknown'],
  })
  getInstrumentDetail({ input }: Asked<typeof symbolQuery, 'public'>) {
    return this.overview.detail(input.symbol);
  }
}
