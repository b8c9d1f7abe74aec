import { z } from 'zod';
import { C2C_LENGTHS, c2cAccountView } from './c2c.contract.js';
import { decimalText, requestToken } from './envelope.contract.js';
import type { RefusalRule } from './refusal.contract.js';

/** Of a match, in the order in which they are checked; then of the form. */
export const sellerRefusals = {
  'seller.needed': { status: 422 },
  'seller.not-found': { status: 404 },
  'seller.disabled': { status: 409 },
  'seller.currency-differs': { status: 409 },
  'seller.outside-limits': { status: 409 },
  'seller.day-full': { status: 409 },
  'seller.changed': { status: 409 },
  'seller.field-empty': { status: 422 },
  'seller.limits-crossed': { status: 422 },
} as const satisfies Record<string, RefusalRule>;

// Empty is let through: what may not be empty has its own sentence.
const text = (length: number) => z.string().trim().max(length).default('');

const sellerFields = {
  /** What staff call it. */
  label: text(60),
  currency: text(8),
  accountName: text(C2C_LENGTHS.name),
  accountNumber: text(C2C_LENGTHS.account),
  bankName: text(C2C_LENGTHS.bank),
  bankAddress: text(C2C_LENGTHS.address),
  swift: text(C2C_LENGTHS.swift),
  /** In USDT: of one order, and of all orders that are matched on one day (UTC). */
  min: decimalText,
  max: decimalText,
  dayMax: decimalText,
};
const sellerId = z.string().min(1).max(64);
export const addSellerBody = z.strictObject({ ...sellerFields, requestToken: requestToken.optional() });
/** `baseVersion`: what the form was filled from; a change in between is refused. */
export const changeSellerBody = z.strictObject({
  sellerId,
  baseVersion: z.coerce.number().int().min(1),
  ...sellerFields,
  requestToken: requestToken.optional(),
});
export const switchSellerBody = z.strictObject({
  sellerId,
  enabled: z.boolean(),
  requestToken: requestToken.optional(),
});

export const staffSellerRow = z
  .object({
    id: z.string(),
    label: z.string(),
    currency: z.string(),
    enabled: z.boolean(),
    version: z.number(),
    min: z.string(),
    max: z.string(),
    dayMax: z.string(),
    changedAt: z.number(),
    changedBy: z.string(),
  })
  .meta({ id: 'StaffSellerRow', description: '`/staff/sellers`: an account that orders are matched with.' });
export type StaffSellerRow = z.output<typeof staffSellerRow>;

export const staffSellerView = staffSellerRow
  .extend({
    account: c2cAccountView,
    today: z.string().describe('Matched with it on the running day (UTC), in USDT.'),
  })
  .meta({ id: 'StaffSellerView' });
export type StaffSellerView = z.output<typeof staffSellerView>;

export const sellerChangedView = z
  .object({
    sellerId: z.string(),
    version: z.number(),
    enabled: z.boolean(),
  })
  .meta({ id: 'SellerChangedView' });
export type SellerChangedView = z.output<typeof sellerChangedView>;
