import { z } from 'zod';
import { DEPOSIT_LABELS, DEPOSIT_STATUSES, type DepositLabel, LABEL_OF_DEPOSIT } from './deposit.contract.js';

/** The staff's additional fields: deposits without an owner, and the owner after a proof was accepted. */
export const STAFF_DEPOSIT_STATUSES = [...DEPOSIT_STATUSES, 'no-owner', 'attributed'] as const;
export type StaffDepositStatus = (typeof STAFF_DEPOSIT_STATUSES)[number];

export const LABEL_OF_STAFF_DEPOSIT = {
  ...LABEL_OF_DEPOSIT,
  'no-owner': 'failed',
  attributed: 'success',
} as const satisfies Record<StaffDepositStatus, DepositLabel>;

export const staffDepositRow = z
  .object({
    id: z.string().describe("`deposit-…` where a proof waits or waited for staff: the request's id."),
    userId: z.string().nullable().describe("`null` while it is nobody's."),
    network: z.string(),
    currency: z.string(),
    hash: z.string(),
    amount: z.string().nullable().describe('What the network moved; `null` while it knows nothing of it.'),
    declared: z.string().nullable().describe('The person’s own input in the proof.'),
    label: z.enum(DEPOSIT_LABELS),
    status: z.enum(STAFF_DEPOSIT_STATUSES),
    confirmations: z.number(),
    confirmationsNeeded: z.number(),
    reorganised: z.number().describe('How often a reorganisation has taken it out of its block.'),
    createdAt: z.number(),
    decidedAt: z.number().nullable(),
    rulesVersion: z.number(),
  })
  .meta({
    id: 'StaffDepositRow',
    description:
      '`/staff/deposits`: a transfer to the platform, or the proof of one. Nothing in it tells who the person is. Decimal strings.',
  });
export type StaffDepositRow = z.output<typeof staffDepositRow>;
