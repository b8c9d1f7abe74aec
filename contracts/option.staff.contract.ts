import { z } from 'zod';
import { OPTION_DELIVERIES, OPTION_DIRECTIONS, OPTION_STATUSES } from './option.contract.js';

const instant = z.number();
const direction = z.enum(OPTION_DIRECTIONS);
const delivery = z.enum(OPTION_DELIVERIES);

export const staffOptionRow = z
  .object({
    id: z.string(),
    realm: z.string(),
    userId: z.string(),
    symbol: z.string(),
    direction,
    delivery,
    status: z.enum(OPTION_STATUSES),
    stake: z.string(),
    payoutRate: z.string(),
    wins: z.string(),
    cost: z.string(),
    boughtAt: instant,
    entryPrice: z.string().nullable(),
    settlesAt: instant,
    settlementPrice: z.string().nullable(),
    settledAt: instant.nullable(),
    returned: z.string().nullable(),
    returnReason: z.string().nullable(),
    policyVersion: z.number(),
  })
  .meta({ id: 'StaffOptionRow', description: 'An option of any account. Amounts in USDT, decimal strings.' });
export type StaffOptionRow = z.output<typeof staffOptionRow>;

export const staffOptionExposureRow = z
  .object({
    id: z.string(),
    realm: z.string(),
    symbol: z.string(),
    settlesAt: instant.describe('The minute of settlement.'),
    openCount: z.number(),
    riseUsdt: z.string().describe('Open stakes on a rise, and on a fall.'),
    fallUsdt: z.string(),
    payoutUsdt: z.string().describe('The highest payout that is on hold.'),
    stakedUsdt: z.string().describe('All stakes, and all that was paid back to accounts.'),
    returnedUsdt: z.string(),
  })
  .meta({ id: 'StaffOptionExposureRow' });
export type StaffOptionExposureRow = z.output<typeof staffOptionExposureRow>;

export const staffOptionHouseRow = z
  .object({
    id: z.string(),
    realm: z.string(),
    grantedUsdt: z.string(),
    availableUsdt: z.string().describe('What the house account has for payouts.'),
    heldUsdt: z.string().describe('The highest payout of all open options.'),
    openCount: z.number(),
    openUsdt: z.string(),
    count: z.number(),
    stakedUsdt: z.string().describe('Of options that are over.'),
    returnedUsdt: z.string(),
    expectedUsdt: z.string().describe('What was to be paid back by the published chances.'),
  })
  .meta({ id: 'StaffOptionHouseRow', description: 'The account that pays options, by realm.' });
export type StaffOptionHouseRow = z.output<typeof staffOptionHouseRow>;
