import { z } from 'zod';
import { pageQuery } from './envelope.contract.js';
import { commonFields } from './account.contract.js';

export const ACCOUNT_SPACES = ['spot', 'contract', 'options', 'futures', 'finance'] as const;
export type AccountSpace = (typeof ACCOUNT_SPACES)[number];

/** One asset in one account space. Amounts are decimal strings in the asset; `valueUsdt` at the market price now. */
export interface AssetRow {
  space: AccountSpace;
  currency: string;
  available: string;
  frozen: string;
  total: string;
  valueUsdt: string;
  /** USDT per unit now; `null` when nothing prices the asset. */
  priceUsdt: string | null;
}

export interface AssetsView {
  totalUsdt: string;
  rows: AssetRow[];
  /** The position in the realm's history that these balances stand at. */
  position: number;
}

export const getAsset2Query = z.strictObject({
  ...commonFields,
  /** Wait until the balances have reached this position (read your own writes). */
  after: z.coerce.number().int().min(0).optional(),
});

/** One line of the user's account record: a posting to one of his own accounts. */
export interface AccountRecordRow {
  position: number;
  at: number;
  event: string;
  space: AccountSpace;
  bucket: 'available' | 'frozen';
  currency: string;
  amount: string;
  /** What it belongs to: an order id, a trade id, a grant. */
  reference: string;
}

export const getAccountRecordsQuery = z.strictObject({
  ...commonFields,
  ...pageQuery.shape,
  currency: z.string().max(16).optional(),
});
