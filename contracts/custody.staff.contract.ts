import { z } from 'zod';
import { CUSTODY_STATUSES } from './custody.contract.js';

const instant = z.number();

export const staffCustodyRow = z
  .object({
    id: z.string(),
    userId: z.string(),
    productId: z.string(),
    status: z.enum(CUSTODY_STATUSES),
    amount: z.string(),
    boughtAt: instant,
    maturesAt: instant,
    requestedAt: instant.nullable(),
    endedAt: instant.nullable(),
    interest: z.string().nullable(),
    penalty: z.string().nullable(),
    returned: z.string().nullable(),
    policyVersion: z.number(),
  })
  .meta({ id: 'StaffCustodyRow', description: 'A custody order of any account. Amounts in USDT, decimal strings.' });
export type StaffCustodyRow = z.output<typeof staffCustodyRow>;

export const staffCustodyHouseRow = z
  .object({
    id: z.string(),
    grantedUsdt: z.string(),
    freeUsdt: z.string().describe('What no order can claim.'),
    heldUsdt: z.string().describe('The highest interest of all open orders.'),
    openCount: z.number(),
    openUsdt: z.string().describe('Principal of open orders.'),
    count: z.number(),
    interestUsdt: z.string().describe('Interest paid, and penalties taken.'),
    penaltyUsdt: z.string(),
  })
  .meta({ id: 'StaffCustodyHouseRow', description: 'The treasury that pays custody.' });
export type StaffCustodyHouseRow = z.output<typeof staffCustodyHouseRow>;
