import { z } from 'zod';
import { defineCall } from './call.contract.js';
import { commonFields } from './envelope.contract.js';

const NAMED_MAX = 100;

export const getContractTickersQuery = z.strictObject({
  ...commonFields,
  /** Separated by commas; of several, those that name no contract are left out of the answer. None: all perpetual contracts. */
  symbols: z
    .string()
    .max(3_000)
    .transform((text) => [...new Set(text.split(','))].filter(Boolean))
    .refine((symbols) => symbols.length <= NAMED_MAX)
    .optional(),
});

export const contractTickerView = z
  .object({
    symbol: z.string(),
    underlying: z.string(),
    at: z.number(),
    last: z.string().describe("The last trade: a user's until the tape trades again, else the price of the agents."),
    mark: z.string(),
    index: z.string(),
    basis: z.string().describe('How far the mark stands above the index; below zero under it.'),
    open24h: z.string(),
    changePct: z.string().describe('In per cent with two decimals, signed.'),
    high24h: z.string().nullable().describe('`null` where several are asked for: it takes a search.'),
    low24h: z.string().nullable(),
    fundingRate: z
      .string()
      .nullable()
      .describe('What longs would pay shorts if the interval ended now, as a share; `null` of a delivery contract.'),
    nextFundingAt: z.number().nullable(),
    openLong: z.string().describe('What users have open, in the underlying; agents are on the other side.'),
    openShort: z.string(),
    openInterest: z.string().describe('The larger of both at the mark price, in USDT: all longs, and all shorts.'),
  })
  .meta({
    id: 'OwnTickerView',
    description: 'Prices of a contract itself and its last 24 hours to the minute. Prices in USDT.',
  });
export type ContractTickerView = z.output<typeof contractTickerView>;

export const getContractTickers = defineCall({
  method: 'GET',
  path: 'web/getContractTickers',
  cost: 5,
  access: 'public',
  summary:
    'Own tickers of contracts, with funding and open interest. All perpetual contracts at once are made little by little: a first answer may lack some.',
  input: getContractTickersQuery,
  output: z.array(contractTickerView),
  refusals: ['market.symbol-unknown', 'request.unavailable'],
});
