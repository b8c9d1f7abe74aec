import { z } from 'zod';
import { chatImageId, chatMessageFields } from './chat.contract.js';
import { commonFields, decimalText, pageQuery, periodQuery, requestToken } from './envelope.contract.js';
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
  /** The amount is within `advancedMax`, which advanced verification allows. */
  'c2c.amount-needs-advanced': { status: 422, policy: 'c2c.rules' },
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
  'c2c.images-full': { status: 409 },
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
/** Images that a person may send on one order; staff can always answer with one. */
export const C2C_IMAGES_MAX = 20;

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
/** Text, image or both. `imageId`: an uploaded image (purpose `c2c-chat`). */
const message = { text: text(C2C_LENGTHS.message), imageId: chatImageId.optional() };
export const sendC2cMessageBody = z.strictObject({ ...order, ...message });
export const readC2cMessagesBody = z.strictObject(order);
export const appealC2cBody = z.strictObject({ ...order, text: text(C2C_LENGTHS.message) });

/** `search`: a part of the reference. */
const filters = { label: z.enum(C2C_LABELS).optional(), search: z.string().max(32).optional(), ...periodQuery };
export const getC2cOrdersQuery = z.strictObject({ ...commonFields, ...pageQuery.shape, ...filters });
export const exportC2cOrdersQuery = z.strictObject({ ...commonFields, ...filters });

export const c2cQuoteView = z
  .object({
    currency: z.string(),
    decimals: z.number().describe('How many decimals an amount of the currency has (ISO 4217).'),
    index: z
      .string()
      .describe('The fundamental price, which no trade moves, and when it was: now, or when the market closed.'),
    indexAt: z.number(),
    opensAt: z.number().nullable().describe("When the currency's market opens again; `null` while it is open."),
    margin: z
      .string()
      .describe('The share on top of `index`: the spread, and while the market is closed the closed margin.'),
    price: z.string().describe('`index` and margin together.'),
    max: z.string().describe('The most that one order of the caller may buy at this price.'),
    primaryMax: z.string().describe('The same with primary verification alone,'),
    advancedMax: z.string().describe('and with advanced verification.'),
  })
  .meta({ id: 'C2cQuoteView', description: 'What one USDT costs in a currency now. All decimal strings.' });
export type C2cQuoteView = z.output<typeof c2cQuoteView>;

export const c2cView = z
  .object({
    asset: z.string(),
    quotes: z.array(c2cQuoteView),
    closed: z.array(z.string()).describe('Offered, but without a price: nothing trades them any more.'),
    indexAt: z.number().describe('When the price was read.'),
    min: z.string(),
    max: z.string().describe('The most that one order of the caller may buy while its market is open.'),
    primaryMax: z.string().describe('The same with primary verification alone,'),
    advancedMax: z.string().describe('and with advanced verification.'),
    spread: z.string().describe('A share: `0.01` is one per cent.'),
    closedMargin: z
      .string()
      .describe("On top of the spread while a currency's market is closed; any order is then at most `closedMax`."),
    closedMax: z.string(),
    validMinutes: z.number(),
    reinstateHours: z.number(),
    appealHours: z.number(),
    openMax: z.number(),
    open: z.number().describe('Orders of the caller that are not over.'),
    primaryPassed: z.boolean(),
    advancedPassed: z.boolean(),
    policy: z.string(),
    version: z.number(),
  })
  .meta({
    id: 'C2cView',
    description:
      '`GET web/getC2c`: the offers, the rules, and the caller’s progress. Instants are milliseconds since the epoch.',
  });
export type C2cView = z.output<typeof c2cView>;

export const c2cAccountView = z
  .object({
    accountName: z.string(),
    accountNumber: z.string(),
    bankName: z.string(),
    bankAddress: z.string(),
    swift: z.string(),
  })
  .meta({ id: 'C2cAccountView', description: "The seller's account that is wired to." });
export type C2cAccountView = z.output<typeof c2cAccountView>;

export const c2cOrderRow = z
  .object({
    orderId: z.string(),
    reference: z
      .string()
      .describe("Short, unique, and what the wire has to bear: the bank's statement shows nothing else of the order."),
    status: z.enum(C2C_STATUSES),
    label: z.enum(C2C_LABELS),
    asset: z.string(),
    amount: z.string(),
    currency: z.string(),
    payAmount: z.string(),
    price: z.string(),
    createdAt: z.number(),
    expiresAt: z.number().nullable().describe('Of the time that runs; `null` while none does.'),
    changedAt: z.number(),
    unread: z.number().describe('Messages of support that the person has not read.'),
  })
  .meta({ id: 'C2cOrderRow' });
export type C2cOrderRow = z.output<typeof c2cOrderRow>;

export const c2cStep = z.enum([
  'created',
  'matched',
  'remitted',
  'completed',
  'rejected',
  'appealed',
  'expired',
  'reinstated',
]);
export type C2cStep = z.output<typeof c2cStep>;

export const c2cOrderView = c2cOrderRow
  .extend({
    index: z.string(),
    indexAt: z.number(),
    opensAt: z
      .number()
      .nullable()
      .describe('When the market opened again, where the order was priced while it was closed.'),
    margin: z.string().describe('The share on top of `index`.'),
    policy: z.string().describe('`c2c.rules` as it was applied.'),
    version: z.number(),
    contractNumber: z.string().nullable(),
    seller: c2cAccountView.nullable(),
    payerName: z.string().nullable().describe('`null` before the voucher and once the person is erased.'),
    payerBank: z.string().nullable(),
    voucher: z.string().nullable(),
    reasons: z
      .array(z.string())
      .describe('The reason of the rejection, in the caller’s language, and the reviewer’s note.'),
    note: z.string().nullable(),
    reinstatableUntil: z
      .number()
      .nullable()
      .describe('Until when support may still reinstate an expired order; `null` elsewhere.'),
    appealUntil: z.number().nullable().describe('Until when a rejection may be contested; `null` where it may not.'),
    timeline: z.array(z.object({ step: c2cStep, at: z.number() })),
  })
  .meta({ id: 'C2cOrderView', description: 'One order whole, as its person sees it.' });
export type C2cOrderView = z.output<typeof c2cOrderView>;

export const c2cCreatedView = z
  .object({
    orderId: z.string(),
    reference: z.string(),
    expiresAt: z.number(),
  })
  .meta({ id: 'C2cCreatedView' });
export type C2cCreatedView = z.output<typeof c2cCreatedView>;

export const c2cChangedView = z
  .object({
    orderId: z.string(),
    status: z.enum(C2C_STATUSES),
  })
  .meta({ id: 'C2cChangedView' });
export type C2cChangedView = z.output<typeof c2cChangedView>;

export const c2cMessageView = z
  .object({ ...chatMessageFields, imageId: z.string().nullable() })
  .meta({ id: 'C2cMessageView' });
export type C2cMessageView = z.output<typeof c2cMessageView>;

export const c2cMessagesView = z
  .object({
    items: z.array(c2cMessageView),
    unread: z.number().describe('The caller’s unread lines.'),
  })
  .meta({ id: 'C2cMessagesView', description: 'Oldest first.' });
export type C2cMessagesView = z.output<typeof c2cMessagesView>;

const staffOrder = { orderId, requestToken: requestToken.optional() };
export const staffC2cMessageBody = z.strictObject({ ...staffOrder, ...message });
export const staffC2cOrderBody = z.strictObject(staffOrder);
/** In the query; the body is multipart with the image as its only part. */
export const staffC2cUploadQuery = z.strictObject(staffOrder);
export const staffC2cImageQuery = z.object({ id: chatImageId, orderId });

export const staffC2cRow = z
  .object({
    id: z.string(),
    reference: z.string(),
    userId: z.string(),
    status: z.enum(C2C_STATUSES),
    label: z.enum(C2C_LABELS),
    amount: z.string(),
    currency: z.string(),
    payAmount: z.string(),
    sellerId: z.string().nullable(),
    createdAt: z.number(),
    expiresAt: z.number().nullable(),
    changedAt: z.number(),
    unread: z.number().describe('Messages of the person that nobody of the staff has read.'),
  })
  .meta({ id: 'StaffC2cRow', description: '`/staff/c2c-orders`: nothing in it tells who the person is.' });
export type StaffC2cRow = z.output<typeof staffC2cRow>;

export const staffC2cView = staffC2cRow
  .extend({
    price: z.string(),
    contractNumber: z.string().nullable(),
    sellerLabel: z.string().nullable(),
    payerName: z.string().nullable(),
    payerBank: z.string().nullable(),
    reasons: z.array(z.string()),
    reinstatableUntil: z.number().nullable(),
    timeline: c2cOrderView.shape.timeline,
    messages: z.array(c2cMessageView),
  })
  .meta({
    id: 'StaffC2cView',
    description: '`/staff/c2c-orders/<id>`: with what was written, for those who help; nothing personal for auditors.',
  });
export type StaffC2cView = z.output<typeof staffC2cView>;
