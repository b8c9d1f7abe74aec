import type { PAUSE_REASONS } from './policy.contract.js';
import type { WithdrawalKind, WithdrawalLabel, WithdrawalStatus } from './withdrawal.contract.js';

/** Why staff may reject one; texts are `review:reason.withdrawal-crypto.<code>` and `review:reason.withdrawal-bank.<code>`. */
export const WITHDRAWAL_REASONS = [
  'payee-doubtful',
  'name-mismatch',
  'source-unclear',
  'structuring',
  'account-takeover',
  'other',
] as const;

/** `/staff/withdrawals`: nothing in it tells who the person is, or where he is paid. Decimal strings. */
export interface StaffWithdrawalRow {
  id: string;
  userId: string;
  kind: WithdrawalKind;
  currency: string;
  network: string | null;
  amount: string;
  fee: string;
  credited: string;
  valueUsdt: string;
  fourEyes: boolean;
  label: WithdrawalLabel;
  status: WithdrawalStatus;
  requestedAt: number;
  updatedAt: number;
  hash: string | null;
  reference: string | null;
  rulesVersion: number;
}

/** `/staff/withdrawal-pause`: whether all withdrawals are paused, by whose proposal and whose consent; names of the staff, or ''. */
export interface WithdrawalPauseView {
  paused: boolean;
  /** What users read. */
  publicReason: (typeof PAUSE_REASONS)[number];
  version: number;
  since: number;
  proposedByName: string;
  approvedByName: string;
  reason: string;
  /** A change that waits for a second member of the staff. */
  waiting: { paused: boolean; proposedByName: string; proposedAt: number; reason: string } | null;
  /** Active accounts that can propose or agree; one alone can change no policy. */
  riskAccounts: number;
  /** Approved and not paid: what waits behind a pause. */
  held: number;
}
