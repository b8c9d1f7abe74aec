import { z } from 'zod';
import { defineCall } from './call.contract.js';
import { commonFields } from './envelope.contract.js';
import { CONTRACT_PAGE_DAYS, PERIODS } from './market.contract.js';

/** What a contract's chart can show: its own price, the mark price of positions, or the index that it is on. */
export const CONTRACT_PRICES = ['last', 'mark', 'index'] as const;
export type ContractPrice = (typeof CONTRACT_PRICES)[number];

/** `[openAt, open, high, low, close]`: milliseconds and decimal strings. */
export const contractCandleRow = z.tuple([z.number(), z.string(), z.string(), z.string(), z.string()]);
export type ContractCandleRow = z.output<typeof contractCandleRow>;

export const getContractCandlesQuery = z.strictObject({
  ...commonFields,
  symbol: z.string().min(2).max(24),
  price: z.enum(CONTRACT_PRICES).default('last'),
  period: z.enum(PERIODS),
  /** Candles that open before this instant, newest last; now when absent. */
  before: z.coerce.number().int().min(0).optional(),
  limit: z.coerce.number().int().min(1).max(500).default(300),
});

export const contractCandlesView = z
  .object({
    symbol: z.string(),
    price: z.enum(CONTRACT_PRICES),
    period: z.enum(PERIODS),
    beginsAt: z
      .number()
      .describe('Where the series begins, milliseconds since the Unix epoch. No candle ends before it.'),
    candles: z.array(contractCandleRow),
  })
  .meta({
    id: 'DerivedCandlesView',
    description:
      "Candles of a contract, without volume. `last`: the price of the agents, with users' trades in high, low and close. `mark`: the price that positions are valued and liquidated at, at every beat. `index`: the price of its underlying that mark and settlement follow. The last candle reaches to the beat that runs; others are whole.",
  });
export type ContractCandlesView = z.output<typeof contractCandlesView>;

export const getContractCandles = defineCall({
  method: 'GET',
  path: 'web/getContractCandles',
  cost: 10,
  access: 'public',
  summary: `Candles of a contract’s own price, of its mark price or of its index, oldest first. A page reaches back about ${CONTRACT_PAGE_DAYS} days at most.`,
  input: getContractCandlesQuery,
  output: contractCandlesView,
  refusals: [
    'market.symbol-unknown',
    'market.mark-period',
    'market.not-listed',
    'market.before-listing',
    'request.unavailable',
  ],
});
