import { z } from 'zod';
import { defineCall } from './call.contract.js';
import { commonFields, pageOf, pageQuery } from './envelope.contract.js';
import { tradingRealm } from './realm.contract.js';

export const getInsuranceFundQuery = z.strictObject({ ...commonFields, ...pageQuery.shape });

export const insuranceEventView = z
  .object({
    at: z.number().describe('Milliseconds since the Unix epoch.'),
    amount: z.string().describe('What it got, or paid below zero.'),
    balance: z.string().describe('What it had afterwards.'),
    liquidation: z
      .object({
        symbol: z.string(),
        side: z.enum(['long', 'short']).describe('Of the position that was liquidated.'),
        quantity: z
          .string()
          .nullable()
          .describe('What the fund stood for, in the base asset; `null` where the contract is not listed any more.'),
        price: z.string().describe('The bankruptcy price that they left their owner at.'),
        markPrice: z.string().describe('The mark price that agents took them at.'),
      })
      .nullable()
      .describe('`null`: a grant by the policy.'),
  })
  .meta({ id: 'InsuranceEventView', description: 'What moved the insurance fund. Amounts in USDT. It names nobody.' });
export type InsuranceEventView = z.output<typeof insuranceEventView>;

export const insuranceFundView = z
  .object({
    realm: tradingRealm,
    balance: z.string().describe('What it has now; zero until its first grant.'),
    granted: z.string().describe('All that it was given. The rest came from liquidations.'),
    opening: z.string().describe('What the policy gives it, before the first liquidation is looked for.'),
    eventMax: z.string().describe('The most that one liquidation costs it.'),
    policy: z.object({ name: z.string(), version: z.number() }),
    ...pageOf(insuranceEventView).shape,
  })
  .meta({
    id: 'InsuranceFundView',
    description:
      'The insurance fund of contracts in one realm and a page of its history, newest first. Amounts in USDT.',
  });
export type InsuranceFundView = z.output<typeof insuranceFundView>;

export const getInsuranceFund = defineCall({
  method: 'GET',
  path: 'web/getInsuranceFund',
  cost: 2,
  access: 'public',
  summary: 'The insurance fund of contracts: what it has, its limits, and what each liquidation left or cost it.',
  input: getInsuranceFundQuery,
  output: insuranceFundView,
  refusals: ['request.unavailable'],
});
