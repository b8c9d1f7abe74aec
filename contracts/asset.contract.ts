import { z } from 'zod';
import { pageQuery, periodQuery } from './envelope.contract.js';
import { commonFields } from './account.contract.js';
import type { RefusalRule } from './refusal.contract.js';

export const assetRefusals = {
  /** With the prompt to deposit: `currency`, `available` and `needed` as decimal strings. */
  'asset.insufficient': { status: 200 },
} as const satisfies Record<string, RefusalRule>;

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
  /** The order that it belongs to, with the instrument; `null` when it belongs to none. */
  orderId: string | null;
  symbol: string | null;
  /** Of the event, hex of 32 bytes: it chains this one to everything before it. */
  hash: string;
}

/** `holds`: frozen for orders and released again; `trades`: what changed hands, fees included; `funds`: everything else. */
export const RECORD_KINDS = ['trades', 'holds', 'funds'] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];

const recordFilters = {
  currency: z.string().max(16).optional(),
  space: z.enum(ACCOUNT_SPACES).optional(),
  kind: z.enum(RECORD_KINDS).optional(),
  ...periodQuery,
};

export const getAccountRecordsQuery = z.strictObject({
  ...commonFields,
  ...pageQuery.shape,
  ...recordFilters,
});
/** The same rows as one CSV file, from the newest to the oldest. */
export const exportAccountRecordsQuery = z.strictObject({ ...commonFields, ...recordFilters });
