import { z } from 'zod';
import { commonFields } from './account.contract.js';
import { ACCOUNT_SPACES, type AccountSpace } from './asset.contract.js';
import { decimalText } from './envelope.contract.js';
import type { RefusalRule } from './refusal.contract.js';

export const transferRefusals = {
  'transfer.same-space': { status: 200 },
} as const satisfies Record<string, RefusalRule>;

/** More decimals than these an amount has only when it is everything that there is. */
export const TRANSFER_DECIMALS = 8;

/** Moves what is available in one account space into another, at once and free of charge. */
export const transferBody = z.strictObject({
  ...commonFields,
  from: z.enum(ACCOUNT_SPACES),
  to: z.enum(ACCOUNT_SPACES),
  currency: z.string().regex(/^[A-Z0-9]{1,16}$/),
  amount: decimalText,
});

/** `position` in the realm's history: balances that have reached it show the transfer. */
export interface TransferView {
  transferId: string;
  from: AccountSpace;
  to: AccountSpace;
  currency: string;
  amount: string;
  at: number;
  position: number;
}
