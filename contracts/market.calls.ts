import { z } from 'zod';
import { commonOnly } from './envelope.contract.js';
import { defineCall } from './call.contract.js';
import {
  bookHashView,
  bookView,
  candlesView,
  currencyView,
  epochView,
  getBookQuery,
  getCandlesQuery,
  getEpochsQuery,
  getInstrumentsQuery,
  getMoversQuery,
  getSparklinesQuery,
  getTickersQuery,
  getTradesQuery,
  instrumentDetailView,
  instrumentView,
  markPriceView,
  moversView,
  publicTradeView,
  marketSessionsView,
  sparklineView,
  symbolQuery,
  tickerView,
} from './market.contract.js';
import { LIST_CALL, ROW_CALL } from './staff.contract.js';

export const getSparklines = defineCall({
  method: 'GET',
  path: 'web/getSparklines',
  cost: 5,
  access: 'public',
  summary: 'The last 24 hours of up to 200 symbols (comma between) as hourly closes.',
  input: getSparklinesQuery,
  output: z.array(sparklineView),
  refusals: ['market.symbol-unknown'],
});

export const getMovers = defineCall({
  method: 'GET',
  path: 'web/getMovers',
  access: 'public',
  summary: 'What rose most, fell most and traded most in 24 hours, of the markets that are open.',
  input: getMoversQuery,
  output: moversView,
});

export const getInstrumentDetail = defineCall({
  method: 'GET',
  path: 'web/getInstrumentDetail',
  access: 'public',
  summary: 'One instrument with its sessions, holidays, fees and every version of its specification.',
  input: symbolQuery,
  output: instrumentDetailView,
  refusals: ['market.symbol-unknown'],
});

export const getInstruments = defineCall({
  method: 'GET',
  path: 'web/getInstruments',
  access: 'public',
  summary: 'The catalogue: every instrument with its sizes, limits and session state; some symbols, or the hot ones.',
  input: getInstrumentsQuery,
  output: z.array(instrumentView),
  refusals: ['market.symbol-unknown'],
});

export const getMarketSessions = defineCall({
  method: 'GET',
  path: 'web/getMarketSessions',
  access: 'public',
  summary: 'Which markets are open and when that changes, by calendar: keeps a fetched catalogue fresh.',
  input: commonOnly,
  output: marketSessionsView,
});

export const getInstrument = defineCall({
  method: 'GET',
  path: 'web/getInstrument',
  access: 'public',
  summary: 'One instrument.',
  input: symbolQuery,
  output: instrumentView,
  refusals: ['market.symbol-unknown'],
});

export const getCurrencyAll = defineCall({
  method: 'GET',
  path: 'web/getCurrencyAll',
  access: 'public',
  summary: 'Every asset that can be held, with what it is worth now.',
  input: commonOnly,
  output: z.array(currencyView),
});

export const getTickers = defineCall({
  method: 'GET',
  path: 'web/getTickers',
  access: 'public',
  summary: 'Last price and rolling 24 hours; of some symbols (comma between), a class, or all.',
  input: getTickersQuery,
  output: z.array(tickerView),
  refusals: ['market.symbol-unknown'],
});

export const getMarkPrice = defineCall({
  method: 'GET',
  path: 'web/getMarkPrice',
  access: 'public',
  summary: 'The mark price of a book, with index, averaged basis and last trade that it is the median of.',
  input: symbolQuery,
  output: markPriceView,
  refusals: ['market.symbol-unknown'],
});

export const getCandles = defineCall({
  method: 'GET',
  path: 'web/getCandles',
  access: 'public',
  summary: 'Candles of a period, oldest first, as far back as 2010.',
  input: getCandlesQuery,
  cost: 5,
  output: candlesView,
  refusals: ['market.symbol-unknown', 'market.not-listed', 'market.before-listing', 'market.after-delisting'],
});

export const getBook = defineCall({
  method: 'GET',
  path: 'web/getBook',
  access: 'public',
  summary: 'The order book, agents and users together, summed by price.',
  input: getBookQuery,
  output: bookView,
  refusals: ['market.symbol-unknown'],
});

export const getBookHash = defineCall({
  method: 'GET',
  path: 'web/getBookHash',
  access: 'public',
  summary: 'The live state of the users’ book as one hash, which a replay of its events must give too.',
  input: symbolQuery,
  output: bookHashView,
  refusals: ['market.symbol-unknown'],
});

export const getTrades = defineCall({
  method: 'GET',
  path: 'web/getTrades',
  access: 'public',
  summary: 'The newest public trades, newest last.',
  input: getTradesQuery,
  output: z.array(publicTradeView),
  refusals: ['market.symbol-unknown'],
});

export const getEpochs = defineCall({
  method: 'GET',
  path: 'web/getEpochs',
  access: 'public',
  summary: 'The promises about prices, newest first: commitment before an epoch, seed after it.',
  input: getEpochsQuery,
  cost: 10,
  output: z.array(epochView),
});

export const staffEpochs = defineCall({
  method: 'GET',
  path: 'staff/epochs',
  access: 'staff:market',
  summary: 'Price epochs: what was promised before and shown after.',
  output: z.array(epochView),
  ...LIST_CALL,
});

export const staffEpoch = defineCall({
  method: 'GET',
  path: 'staff/epochs/:id',
  access: 'staff:market',
  summary: 'One price epoch.',
  output: epochView,
  ...ROW_CALL,
});
