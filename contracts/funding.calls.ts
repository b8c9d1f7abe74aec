import { z } from 'zod';
import { defineCall } from './call.contract.js';
import { symbolQuery } from './market.contract.js';

const rate = z.string().describe('What longs pay shorts, as a share of the position; negative where shorts pay longs.');
const premium = z
  .string()
  .describe(
    'How far the contract stands above its index, as a share of the index; each minute of open market has one. Users’ trades count as they kept the quotes from the index on average over hours.',
  );

export const fundingRow = z
  .object({ fundedAt: z.number(), premium: premium.describe('The average of the interval.'), rate })
  .meta({ id: 'FundingRow', description: 'A funding that is over. Instants are milliseconds since the Unix epoch.' });
export type FundingRow = z.output<typeof fundingRow>;

export const fundingView = z
  .object({
    symbol: z.string(),
    at: z.number(),
    premium,
    averagePremium: premium.describe('Of the samples so far: each weighs by its number, so the newest weigh most.'),
    predictedRate: rate.describe('The rate that the samples so far would give. It moves until the interval is over.'),
    samples: z.number().describe('How many minutes of the interval are over.'),
    nextFundingAt: z.number().nullable().describe('`null` where the market closes for good before.'),
    minutes: z.number().describe('Minutes of open market in an interval.'),
    interestRate: rate.describe('Of an interval; the rate while the premium lies within `dampener` of it.'),
    dampener: z.string(),
    cap: z.string().describe('The most that an interval costs either side.'),
    history: z
      .array(fundingRow)
      .describe('Newest first: as charged, or as the seeds give it where nobody had a position.'),
  })
  .meta({
    id: 'FundingView',
    description:
      'The funding of a perpetual contract. `rate` = average premium + clamp(interest − average premium, ±dampener), within ±cap. Decimal strings with up to eight decimals, as shares.',
  });
export type FundingView = z.output<typeof fundingView>;

export const getFunding = defineCall({
  method: 'GET',
  path: 'web/getFunding',
  cost: 5,
  access: 'public',
  summary: 'The funding of a perpetual contract: premium, predicted rate, next funding and past rates.',
  input: symbolQuery,
  output: fundingView,
  refusals: ['market.symbol-unknown', 'market.delisted', 'request.unavailable'],
});
