import { z } from 'zod';
import { defineCall } from './call.contract.js';
import { commonOnly } from './envelope.contract.js';

/** Instruments that are paid for alike: a class, or a part of it. */
export const RISK_PREMIUM_GROUPS = [
  ...(['stocks', 'indices', 'equityFunds', 'crypto', 'coinIndices', 'cryptoFunds', 'forex', 'dollarIndex'] as const),
  ...(['metals', 'energy', 'bondFunds', 'commodityFunds', 'volatilityNotes'] as const),
] as const;
export type RiskPremiumGroup = (typeof RISK_PREMIUM_GROUPS)[number];

/** What a drift pays for. */
export const DRIFT_REASONS = [
  ...(['shares', 'coins', 'nothing', 'storeOfValue', 'storage', 'bonds', 'holdings', 'insurance'] as const),
] as const;

const share = z.number().describe('A share: 0.05 is 5%.');

export const riskPremiumRow = z
  .object({
    group: z.enum(RISK_PREMIUM_GROUPS),
    paidFor: z.enum(DRIFT_REASONS),
    drift: z
      .object({ from: share, to: share })
      .meta({ id: 'Drift', description: 'What the price gains in a year on average: every instrument lies between.' }),
    carry: z.object({ income: share, deviation: share, sharpe: z.number() }).meta({
      id: 'Carry',
      description:
        'What a year of holding the index and selling its perpetual contract receives in funding, as a share of the position, before fees.',
    }),
    variance: share.describe('How far implied variance lies above expected variance, from thirty days on.'),
    spreadBps: z.object({ tightest: z.number(), median: z.number(), widest: z.number() }).meta({
      id: 'UsualSpreads',
      description: 'The usual distance of the best two quotes in calm hours, in basis points of the price.',
    }),
  })
  .meta({ id: 'RiskPremiumRow', description: 'What a group of instruments pays for risk and service.' });
export type RiskPremiumRow = z.output<typeof riskPremiumRow>;

export const riskPremiumsView = z
  .object({
    sharpeMax: z.number().describe('No year of holding, carry or making has a higher Sharpe ratio.'),
    shortVariance: share.describe('How far implied variance lies above expected variance at minutes.'),
    rows: z.array(riskPremiumRow),
  })
  .meta({
    id: 'RiskPremiumsView',
    description: 'All that the simulated market pays on average. Tests hold every instrument to it.',
  });
export type RiskPremiumsView = z.output<typeof riskPremiumsView>;

export const getRiskPremiums = defineCall({
  method: 'GET',
  path: 'web/getRiskPremiums',
  access: 'public',
  summary: 'What is paid for risk and service: drift, carry, variance premium and spread by class.',
  input: commonOnly,
  output: riskPremiumsView,
});
