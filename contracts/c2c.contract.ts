import { z } from 'zod';
import { commonFields } from './account.contract.js';
import { decimalText, pageQuery, periodQuery, requestToken } from './envelope.contract.js';
import type { RefusalRule } from './refusal.contract.js';

/** How an order stands. `remitted`: the voucher is there and staff look for the wire; `appealed`: rejected, and contested. */
export const C2C_STATUSES = [
  'unmatched',
  'matched',
  'remitted',
  'completed',
  'rejected',
  'appealed',
  'expired',
] as const;
export type C2cStatus = (typeof C2C_STATUSES)[number];

/** The specification's labels (section 4). */
export const C2C_LABELS = ['unmatched', 'matched', 'completed', 'expired', 'rejected'] as const;
export type C2cLabel = (typeof C2C_LABELS)[number];

export const LABEL_OF_C2C = {
  unmatched: 'unmatched',
  matched: 'matched',
  remitted: 'matched',
  completed: 'completed',
  rejected: 'rejected',
  appealed: 'rejected',
  expired: 'expired',
} as const satisfies Record<C2cStatus, C2cLabel>;

/** Why staff may reject; texts are `review:reason.<kind>.<code>`. */
export const C2C_REASONS = {
  'c2c-match': ['no-seller', 'amount-unusual', 'identity-doubt', 'other'],
  'c2c-remittance': [
    'wire-missing',
    'amount-short',
    'payer-differs',
    'voucher-unreadable',
    'suspected-altered',
    'other',
  ],
  'c2c-appeal': ['wire-missing', 'amount-short', 'payer-differs', 'suspected-altered', 'other'],
} as const;
export type C2cReviewKind = keyof typeof C2C_REASONS;

/** In the order in which they are checked: the person, the form from top to bottom, what is open already; then each later step. */
export const c2cRefusals = {
  'c2c.primary-required': { status: 403 },
  'c2c.currency-not-offered': { status: 422, policy: 'c2c.rules' },
  'c2c.amount-empty': { status: 422 },
  'c2c.amount-invalid': { status: 422 },
  'c2c.amount-below-minimum': { status: 422, policy: 'c2c.rules' },
  'c2c.amount-above-maximum': { status: 422, policy: 'c2c.rules' },
  'c2c.price-moved': { status: 409, policy: 'c2c.rules' },
  'c2c.too-many-open': { status: 409, policy: 'c2c.rules' },
  'c2c.order-not-found': { status: 404 },
  'c2c.not-matched': { status: 409 },
  'c2c.already-remitted': { status: 409 },
  'c2c.order-closed': { status: 409 },
  'c2c.expired': { status: 409 },
  'c2c.payer-name-empty': { status: 422 },
  'c2c.payer-bank-empty': { status: 422 },
  'c2c.voucher-missing': { status: 422 },
  'c2c.message-empty': { status: 422 },
  'c2c.messages-full': { status: 409, policy: 'c2c.rules' },
  'c2c.nothing-to-appeal': { status: 409 },
  'c2c.appealed-before': { status: 409 },
  'c2c.appeal-late': { status: 409, policy: 'c2c.rules' },
  'c2c.appeal-empty': { status: 422 },
  'c2c.appeal-other-reviewer': { status: 403 },
  'c2c.order-moved': { status: 409 },
  'c2c.not-expired': { status: 409 },
  'c2c.expired-for-good': { status: 409, policy: 'c2c.rules' },
  'c2c.wire-missing': { status: 409 },
} as const satisfies Record<string, RefusalRule>;

export const C2C_LENGTHS = { name: 100, bank: 120, address: 200, account: 64, swift: 11, message: 1000 } as const;

const orderId = z.string().min(1).max(64);
// Empty is let through: what may not be empty has its own sentence (specification, section 5).
const text = (length: number) => z.string().trim().max(length).default('');
const order = { ...commonFields, orderId };

export const getC2cQuery = z.strictObject({ ...commonFields });
/** `price`: what one USDT was shown to cost, in the currency. A worse one by now is refused, a better one is taken. */
export const createC2cBody = z.strictObject({
  ...commonFields,
  currency: text(8),
  amount: text(40),
  price: decimalText,
});
export const c2cOrderQuery = z.strictObject(order);
export const submitC2cBody = z.strictObject({
  ...order,
  payerName: text(C2C_LENGTHS.name),
  payerBank: text(C2C_LENGTHS.bank),
  /** Id of an uploaded image (purpose `remittance`). */
  voucher: text(64),
});
export const sendC2cMessageBody = z.strictObject({ ...order, text: text(C2C_LENGTHS.message) });
export const readC2cMessagesBody = z.strictObject(order);
export const appealC2cBody = z.strictObject({ ...order, text: text(C2C_LENGTHS.message) });

/** `search`: a part of the reference. */
const filters = { label: z.enum(C2C_LABELS).optional(), search: z.string().max(32).optional(), ...periodQuery };
export const getC2cOrdersQuery = z.strictObject({ ...commonFields, ...pageQuery.shape, ...filters });
export const exportC2cOrdersQuery = z.strictObject({ ...commonFields, ...filters });

/** What one USDT costs in a currency now. All decimal strings. */
export interface C2cQuoteView {
  currency: string;
  /** How many decimals an amount of the currency has (ISO 4217). */
  decimals: number;
  /** The market's own price, and when it was: now, or when the market closed. */
  index: string;
  indexAt: number;
  /** When the currency's market opens again; `null` while it is open. */
  opensAt: number | null;
  /** The share on top of the index: the spread, and while the market is closed the closed margin. */
  margin: string;
  /** Index and margin together. */
  price: string;
  /** The most that one order may buy at this price. */
  max: string;
}

/** `GET web/getC2c`: what is offered, by which rules, and how far the asker is. Instants are milliseconds since the epoch. */
export interface C2cView {
  asset: string;
  quotes: C2cQuoteView[];
  /** Offered, but without a price: nothing trades them any more. */
  closed: string[];
  /** When the index was read. */
  indexAt: number;
  min: string;
  max: string;
  /** A share: `0.01` is one per cent. */
  spread: string;
  /** On top of the spread while a currency's market is closed; an order is then at most `closedMax`. */
  closedMargin: string;
  closedMax: string;
  validMinutes: number;
  reinstateHours: number;
  appealHours: number;
  openMax: number;
  /** Orders of the asker that are not over. */
  open: number;
  primaryPassed: boolean;
  policy: string;
  version: number;
}

/** The seller's account that is wired to. */
export interface C2cAccountView {
  accountName: string;
  accountNumber: string;
  bankName: string;
  bankAddress: string;
  swift: string;
}

export interface C2cOrderRow {
  orderId: string;
  /** Short, unique, and what the wire has to bear: the bank's statement shows nothing else of the order. */
  reference: string;
  status: C2cStatus;
  label: C2cLabel;
  asset: string;
  amount: string;
  currency: string;
  payAmount: string;
  price: string;
  createdAt: number;
  /** Of the time that runs; `null` while none does. */
  expiresAt: number | null;
  changedAt: number;
  /** Messages of support that the person has not read. */
  unread: number;
}

export type C2cStep =
  'created' | 'matched' | 'remitted' | 'completed' | 'rejected' | 'appealed' | 'expired' | 'reinstated';

/** One order whole, as its person sees it. */
export interface C2cOrderView extends C2cOrderRow {
  index: string;
  indexAt: number;
  /** When the market opened again, where the order was priced while it was closed. */
  opensAt: number | null;
  /** The share on top of the index. */
  margin: string;
  /** `c2c.rules` as it was applied. */
  policy: string;
  version: number;
  contractNumber: string | null;
  seller: C2cAccountView | null;
  /** `null` before the voucher and once the person is erased. */
  payerName: string | null;
  payerBank: string | null;
  voucher: string | null;
  /** Why it was rejected, in the asker's language, and what the reviewer wrote besides. */
  reasons: string[];
  note: string | null;
  /** Until when support may still reinstate an expired order; `null` elsewhere. */
  reinstatableUntil: number | null;
  /** Until when a rejection may be contested; `null` where it may not. */
  appealUntil: number | null;
  timeline: { step: C2cStep; at: number }[];
}

export interface C2cCreatedView {
  orderId: string;
  reference: string;
  expiresAt: number;
}

export interface C2cChangedView {
  orderId: string;
  status: C2cStatus;
}

export interface C2cMessageView {
  id: string;
  at: number;
  from: 'person' | 'support';
  /** `null` once the person is erased. */
  text: string | null;
  /** The other side has read it. */
  read: boolean;
}

/** Oldest first. */
export interface C2cMessagesView {
  items: C2cMessageView[];
  /** How many the asker has not read. */
  unread: number;
}

const staffOrder = { orderId, requestToken: requestToken.optional() };
export const staffC2cMessageBody = z.strictObject({ ...staffOrder, text: text(C2C_LENGTHS.message) });
export const staffC2cOrderBody = z.strictObject(staffOrder);

/** `/staff/c2c-orders`: nothing in it tells who the person is. */
export interface StaffC2cRow {
  id: string;
  reference: string;
  userId: string;
  status: C2cStatus;
  label: C2cLabel;
  amount: string;
  currency: string;
  payAmount: string;
  sellerId: string | null;
  createdAt: number;
  expiresAt: number | null;
  changedAt: number;
  /** Messages of the person that nobody of the staff has read. */
  unread: number;
}

/** `/staff/c2c-orders/<id>`: with what was written, for those who help; nothing personal for auditors. */
export interface StaffC2cView extends StaffC2cRow {
  price: string;
  contractNumber: string | null;
  sellerLabel: string | null;
  payerName: string | null;
  payerBank: string | null;
  reasons: string[];
  reinstatableUntil: number | null;
  timeline: C2cOrderView['timeline'];
  messages: C2cMessageView[];
}
