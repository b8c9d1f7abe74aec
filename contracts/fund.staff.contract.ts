import { z } from 'zod';
import { FUND_LEVELS } from '../shared/fund.js';
import { FUND_SIDES, FUND_STATUSES } from './fund.contract.js';

const instant = z.number();
const level = z.enum(FUND_LEVELS);

export const staffFundRequestRow = z
  .object({
    id: z.string(),
    userId: z.string(),
    level,
    side: z.enum(FUND_SIDES),
    status: z.enum(FUND_STATUSES),
    amount: z.string().nullable(),
    units: z.string().nullable(),
    navDate: z.string(),
    nav: z.string().nullable(),
    paid: z.string().nullable(),
    requestedAt: instant,
    endedAt: instant.nullable(),
  })
  .meta({ id: 'StaffFundRequestRow', description: 'A purchase or redemption of any account. Decimal strings, USDT.' });
export type StaffFundRequestRow = z.output<typeof staffFundRequestRow>;

export const staffFundNavRow = z
  .object({
    id: z.string(),
    level,
    date: z.string(),
    nav: z.string(),
    gross: z.string().describe('All assets before the fee, in USDT.'),
    fee: z.string(),
    units: z.string().describe('Outstanding before the orders of the day.'),
    cash: z.string(),
    closes: z.string().describe('Each holding: quantity, official close or fair value, instant.'),
    trades: z.string().describe('What was bought (+) and sold (-) at these closes.'),
    rebalanced: z.boolean(),
    policyVersion: z.number(),
    at: instant,
  })
  .meta({ id: 'StaffFundNavRow', description: 'A net asset value with everything that it follows from.' });
export type StaffFundNavRow = z.output<typeof staffFundNavRow>;
