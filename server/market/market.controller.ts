import { Controller, Inject } from '@nestjs/common';
import { z } from 'zod';
import { commonFields } from '../../contracts/account.contract.js';
import {
  getBookQuery,
  getCandlesQuery,
  getEpochsQuery,
  getTickersQuery,
  getTradesQuery,
  symbolQuery,
} from '../../contracts/market.contract.js';
import { Call, type Asked } from '../edge/http/call.js';
import { MarketQuery } from './runtime/market.query.js';

const commonOnly = z.strictObject({ ...commonFields });

/** Market data. A visitor sees the demo realm's books. */
@Controller()
export class MarketController {
  constructor(@Inject(MarketQuery) private readonly market: MarketQuery) {}

  @Call({
    method: 'GET',
    path: 'web/getInstruments',
    access: 'public',
    summary: 'The catalogue: every instrument with its sizes, limits and session state.',
    input: commonOnly,
    answer: 'InstrumentView[]',
  })
  getInstruments() {
    return this.market.instruments();
  }

  @Call({
    method: 'GET',
    path: 'web/getInstrument',
    access: 'public',
    summary: 'One instrument.',
    input: symbolQuery,
    answer: 'InstrumentView',
    refusals: ['market.symbol-unknown'],
  })
  getInstrument({ input }: Asked<typeof symbolQuery, 'public'>) {
    return this.market.instrument(input.symbol);
  }

  @Call({
    method: 'GET',
    path: 'web/getCurrencyAll',
    access: 'public',
    summary: 'Every asset that can be held, with what it is worth now.',
    input: commonOnly,
    answer: 'CurrencyView[]',
  })
  getCurrencyAll() {
    return this.market.currencies();
  }

  @Call({
    method: 'GET',
    path: 'web/getTickers',
    access: 'public',
    summary: 'Last price and rolling 24 hours; of some symbols (comma between), a class, or all.',
    input: getTickersQuery,
    answer: 'TickerView[]',
    refusals: ['market.symbol-unknown'],
  })
  getTickers({ input }: Asked<typeof getTickersQuery, 'public'>) {
    return this.market.tickers(input);
  }

  @Call({
    method: 'GET',
    path: 'web/getCandles',
    access: 'public',
    summary: 'Candles of a period, oldest first, as far back as 2010.',
    input: getCandlesQuery,
    cost: 5,
    answer: 'CandlesView',
    refusals: ['market.symbol-unknown'],
  })
  getCandles({ input }: Asked<typeof getCandlesQuery, 'public'>) {
    return this.market.candles(input);
  }

  @Call({
    method: 'GET',
    path: 'web/getBook',
    access: 'public',
    summary: 'The order book, agents and users together, summed by price.',
    input: getBookQuery,
    answer: 'BookView',
    refusals: ['market.symbol-unknown'],
  })
  getBook({ input, session }: Asked<typeof getBookQuery, 'public'>) {
    return this.market.book(session?.realm ?? 'demo', input);
  }

  @Call({
    method: 'GET',
    path: 'web/getBookHash',
    access: 'public',
    summary: 'The live state of the users’ book as one hash, which a replay of its events must give too.',
    input: symbolQuery,
    answer: 'BookHashView',
    refusals: ['market.symbol-unknown'],
  })
  getBookHash({ input, session }: Asked<typeof symbolQuery, 'public'>) {
    return this.market.bookHash(session?.realm ?? 'demo', input.symbol);
  }

  @Call({
    method: 'GET',
    path: 'web/getTrades',
    access: 'public',
    summary: 'The newest public trades, newest last.',
    input: getTradesQuery,
    answer: 'PublicTradeView[]',
    refusals: ['market.symbol-unknown'],
  })
  getTrades({ input, session }: Asked<typeof getTradesQuery, 'public'>) {
    return this.market.trades(session?.realm ?? 'demo', input);
  }

  @Call({
    method: 'GET',
    path: 'web/getEpochs',
    access: 'public',
    summary: 'The promises about prices, newest first: commitment before an epoch, seed after it.',
    input: getEpochsQuery,
    cost: 10,
    answer: 'EpochView[]',
  })
  getEpochs({ input }: Asked<typeof getEpochsQuery, 'public'>) {
    return this.market.epochs(input);
  }
}
