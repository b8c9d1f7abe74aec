import { DEPOSIT_STATUSES, LABEL_OF_DEPOSIT, type DepositLabel } from './deposit.contract.js';

/** What staff see besides what people do: what arrived and is nobody's, and what became of it when a proof was accepted. */
export const STAFF_DEPOSIT_STATUSES = [...DEPOSIT_STATUSES, 'no-owner', 'attributed'] as const;
export type StaffDepositStatus = (typeof STAFF_DEPOSIT_STATUSES)[number];

export const LABEL_OF_STAFF_DEPOSIT = {
  ...LABEL_OF_DEPOSIT,
  'no-owner': 'failed',
  attributed: 'success',
} as const satisfies Record<StaffDepositStatus, DepositLabel>;

/** `/staff/deposits`: a transfer to the platform, or the proof of one. Nothing in it tells who the person is. Decimal strings. */
export interface StaffDepositRow {
  /** `deposit-…` where a proof waits or waited for staff: the request's id. */
  id: string;
  /** `null` while it is nobody's. */
  userId: string | null;
  network: string;
  currency: string;
  hash: string;
  /** What the network moved; `null` while it knows nothing of it. */
  amount: string | null;
  /** What the person said in his proof. */
  declared: string | null;
  label: DepositLabel;
  status: StaffDepositStatus;
  confirmations: number;
  confirmationsNeeded: number;
  /** How often a reorganisation has taken it out of its block. */
  reorganised: number;
  createdAt: number;
  decidedAt: number | null;
  rulesVersion: number;
}
