import { z } from 'zod';
import { commonFields } from './envelope.contract.js';

export const getFeesQuery = z.strictObject(commonFields);

const rates = {
  makerRate: z.string().describe('Fractions: `0.001` is 0.1%. A negative maker rate is a rebate.'),
  takerRate: z.string(),
};

const tier = z.object({ tier: z.number(), from: z.string().describe('The least 30-day volume, in USDT.'), ...rates });
const policy = z.object({ name: z.string(), version: z.number() });

export const feeTableView = z
  .object({ tiers: z.array(tier), policy })
  .meta({ id: 'FeeTableView', description: 'Every fee tier, lowest first, by the policy in force.' });
export type FeeTableView = z.output<typeof feeTableView>;

export const feesView = z
  .object({
    tier: z.number().describe('From 0. Orders that are placed or amended now pay by it.'),
    volume: z.string().describe('What decided it: trades with the market makers in the 30 UTC days before, in USDT.'),
    ...rates,
    since: z.number(),
    until: z.number().describe('When the next tier comes into force: at 01:00 UTC.'),
    runningVolume: z.string().describe('What counts for the next tier so far.'),
    runningTier: z.number(),
    next: tier
      .extend({ missing: z.string() })
      .nullable()
      .describe('The next tier above the running volume; `null` in the highest.'),
    policy,
  })
  .meta({ id: 'FeesView', description: "The account's fee tier, its 30-day volume and the next tier." });
export type FeesView = z.output<typeof feesView>;
