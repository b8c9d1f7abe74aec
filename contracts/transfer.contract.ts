import { z } from 'zod';
import { commonFields, decimalText } from './envelope.contract.js';
import { ACCOUNT_SPACES } from './asset.contract.js';
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

export const transferView = z
  .object({
    transferId: z.string(),
    from: z.enum(ACCOUNT_SPACES),
    to: z.enum(ACCOUNT_SPACES),
    currency: z.string(),
    amount: z.string(),
    at: z.number(),
    position: z.number(),
  })
  .meta({
    id: 'TransferView',
    description: "`position` in the realm's history: balances that have reached it show the transfer.",
  });
export type TransferView = z.output<typeof transferView>;
