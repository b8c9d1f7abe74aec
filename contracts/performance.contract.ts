import { z } from 'zod';
import { commonFields } from './envelope.contract.js';
import { timeZoneField } from './asset.contract.js';

export const performanceCoin = z
  .object({
    currency: z.string(),
    quantity: z.string().describe("Available and on hold together; '0' for a coin that was sold completely."),
    costUsdt: z.string(),
    averageCostUsdt: z.string().nullable().describe('Of one unit, rounded up; `null` where nothing is held.'),
    priceUsdt: z.string().nullable().describe('At the fundamental price now; `null` when nothing prices the coin.'),
    valueUsdt: z.string(),
    unrealisedUsdt: z.string(),
    unrealisedPercent: z
      .string()
      .nullable()
      .describe(
        'In per cent of the cost, two decimals, never rounded towards the better; `null` where nothing was paid.',
      ),
    realisedUsdt: z.string(),
  })
  .meta({
    id: 'PerformanceCoin',
    description:
      'What a coin cost and brought, over all account spaces; amounts are decimal strings in USDT. The cost is the average cost with fees, and gains are value less cost (unrealised) and proceeds less cost (realised).',
  });
export type PerformanceCoin = z.output<typeof performanceCoin>;

export const performanceToday = z
  .object({
    since: z.number().describe('Midnight in the time zone asked for.'),
    valueUsdt: z.string().describe('What was held then, at the prices of then.'),
    netFlowsUsdt: z
      .string()
      .describe('What came in from outside less what went out since, each at its fundamental price of the moment.'),
    inflowsUsdt: z
      .string()
      .describe('What came in since, at the same prices; with `valueUsdt` it is what the per cent are of.'),
    pnlUsdt: z.string(),
    percent: z
      .string()
      .nullable()
      .describe('Two decimals, never rounded towards the better; `null` where nothing was there to gain or lose.'),
  })
  .meta({
    id: 'PerformanceToday',
    description: '`pnlUsdt` is value now less value then less what came in, plus what went out, since then.',
  });
export type PerformanceToday = z.output<typeof performanceToday>;

export const performanceView = z
  .object({
    at: z.number(),
    position: z.number().describe("Of the owner's last event that it counts."),
    valueUsdt: z.string(),
    costUsdt: z.string(),
    unrealisedUsdt: z.string(),
    realisedUsdt: z.string(),
    feesUsdt: z.string().describe('Every fee that was ever charged; they are part of costs and proceeds already.'),
    netFlowsUsdt: z.string().describe('What came in at what it cost, less what went out at its average cost.'),
    today: performanceToday,
    coins: z.array(performanceCoin),
  })
  .meta({
    id: 'PerformanceView',
    description:
      "The owner's result from the account's first event to now. `realisedUsdt + unrealisedUsdt = valueUsdt - netFlowsUsdt`.",
  });
export type PerformanceView = z.output<typeof performanceView>;

/** The day begins at midnight of the time zone. */
export const getPerformanceQuery = z.strictObject({ ...commonFields, timeZone: timeZoneField });
