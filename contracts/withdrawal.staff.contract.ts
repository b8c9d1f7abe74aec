import { z } from 'zod';
import { PAUSE_REASONS } from './policy.contract.js';
import { WITHDRAWAL_KINDS, WITHDRAWAL_LABELS, WITHDRAWAL_STATUSES } from './withdrawal.contract.js';

/** Why staff may reject one; texts are `review:reason.withdrawal-crypto.<code>` and `review:reason.withdrawal-bank.<code>`. */
export const WITHDRAWAL_REASONS = [
  'payee-doubtful',
  'name-mismatch',
  'source-unclear',
  'structuring',
  'debts',
  'account-takeover',
  'other',
] as const;

export const staffWithdrawalRow = z
  .object({
    id: z.string(),
    userId: z.string(),
    kind: z.enum(WITHDRAWAL_KINDS),
    currency: z.string(),
    network: z.string().nullable(),
    amount: z.string(),
    fee: z.string(),
    credited: z.string(),
    valueUsdt: z.string(),
    fourEyes: z.boolean(),
    label: z.enum(WITHDRAWAL_LABELS),
    status: z.enum(WITHDRAWAL_STATUSES),
    requestedAt: z.number(),
    updatedAt: z.number(),
    hash: z.string().nullable(),
    reference: z.string().nullable(),
    rulesVersion: z.number(),
  })
  .meta({
    id: 'StaffWithdrawalRow',
    description: '`/staff/withdrawals`: without the person’s name and payee. Decimal strings.',
  });
export type StaffWithdrawalRow = z.output<typeof staffWithdrawalRow>;

export const withdrawalPauseView = z
  .object({
    paused: z.boolean(),
    publicReason: z.enum(PAUSE_REASONS).describe('What users read.'),
    version: z.number(),
    since: z.number(),
    proposedByName: z.string(),
    approvedByName: z.string(),
    reason: z.string(),
    waiting: z
      .object({ paused: z.boolean(), proposedByName: z.string(), proposedAt: z.number(), reason: z.string() })
      .nullable()
      .describe('A change that waits for a second member of the staff.'),
    riskAccounts: z.number().describe('Active accounts that can propose or agree; one alone can change no policy.'),
    held: z.number().describe('Approved and not paid: what waits behind a pause.'),
  })
  .meta({
    id: 'WithdrawalPauseView',
    description:
      "`/staff/withdrawal-pause`: whether all withdrawals are paused, by whose proposal and whose consent; names of the staff, or ''.",
  });
export type WithdrawalPauseView = z.output<typeof withdrawalPauseView>;
