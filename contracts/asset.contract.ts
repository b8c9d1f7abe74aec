import { z } from 'zod';
import { commonFields, pageQuery, periodQuery } from './envelope.contract.js';
import type { RefusalRule } from './refusal.contract.js';

export const assetRefusals = {
  /** With the prompt to deposit: `currency`, `available` and `needed` as decimal strings. */
  /** What is available less `owed` USDT is all that may go in: `maximum` USDT. */
  'asset.debts-uncovered': { status: 200, field: 'amount' },
  'asset.insufficient': { status: 200 },
  'asset.amount-zero': { status: 200 },
  /** `currency`, and `decimals` that it has at most. */
  'asset.too-many-decimals': { status: 200 },
} as const satisfies Record<string, RefusalRule>;

export const ACCOUNT_SPACES = ['spot', 'contract', 'options', 'futures', 'finance'] as const;
export type AccountSpace = (typeof ACCOUNT_SPACES)[number];

export const assetRow = z
  .object({
    space: z.enum(ACCOUNT_SPACES),
    currency: z.string(),
    available: z.string(),
    frozen: z.string(),
    total: z.string(),
    valueUsdt: z.string(),
    priceUsdt: z.string().nullable().describe('USDT per unit now; `null` when nothing prices the asset.'),
  })
  .meta({
    id: 'AssetRow',
    description:
      'One asset in one account space. Amounts are decimal strings in the asset; `valueUsdt` at the market price now.',
  });
export type AssetRow = z.output<typeof assetRow>;

/**
 * What a value may be shown in. The platform quotes everything in USDT; a US dollar counts as one, as its currency pairs
 * have it. Yen, yuan and won come from their dollar pairs.
 */
export const DISPLAY_CURRENCIES = [
  'USDT',
  'USD',
  'EUR',
  'CNY',
  'JPY',
  'KRW',
  'THB',
  'HKD',
  'SGD',
  'GBP',
  'CHF',
  'AUD',
  'CAD',
  'BTC',
  'ETH',
] as const;
export type DisplayCurrency = (typeof DISPLAY_CURRENCIES)[number];

export const assetsView = z
  .object({
    totalUsdt: z.string(),
    rows: z.array(assetRow),
    position: z.number().describe("The position in the realm's history that these balances stand at."),
    at: z.number().describe('The instant whose prices value them.'),
    rates: z
      .partialRecord(z.enum(DISPLAY_CURRENCIES), z.string())
      .describe('Units of each display currency that one USDT is worth at `at`; without those that nothing prices.'),
  })
  .meta({ id: 'AssetsView' });
export type AssetsView = z.output<typeof assetsView>;

export const assetsAtView = assetsView
  .extend({
    hash: z
      .string()
      .describe('Of the last event up to then, hex of 32 bytes; of the empty history where there is none.'),
  })
  .meta({
    id: 'AssetsAtView',
    description: 'What the account held at an instant, valued at the prices of that instant.',
  });
export type AssetsAtView = z.output<typeof assetsAtView>;

export const getAsset2Query = z.strictObject({
  ...commonFields,
  /** Wait until the balances have reached this position (read your own writes). */
  after: z.coerce.number().int().min(0).optional(),
});

export const holdRow = z
  .object({
    space: z.enum(ACCOUNT_SPACES),
    currency: z.string(),
    cause: z
      .string()
      .describe('`orders`: of one book; otherwise the noun that its stream begins with: `withdrawal`, `c2c`, …'),
    reference: z.string().describe("The instrument of the book, or the id that stands in the stream's name."),
    amount: z.string(),
    since: z.number().describe('When it first held something, and the last event that changed it.'),
    position: z.number(),
    orders: z
      .array(
        z.object({
          orderId: z.string(),
          symbol: z.string(),
          side: z.string(),
          remaining: z.string(),
          placedAt: z.number(),
        }),
      )
      .describe('The orders that are open in that book, the oldest first; empty for other causes.'),
  })
  .meta({
    id: 'HoldRow',
    description:
      'What holds a frozen amount: the orders of a book, a withdrawal, or whatever else happened in one stream of its own.',
  });
export type HoldRow = z.output<typeof holdRow>;

/** How far the history chart reaches back, and how far its points lie apart. */
export const HISTORY_SPANS = ['day', 'week', 'month', 'year'] as const;
export type HistorySpan = (typeof HISTORY_SPANS)[number];

export const assetHistoryView = z
  .object({
    span: z.enum(HISTORY_SPANS),
    currency: z.enum(DISPLAY_CURRENCIES),
    points: z.array(z.object({ at: z.number(), value: z.string() })),
  })
  .meta({
    id: 'AssetHistoryView',
    description: 'What the account was worth at instants, oldest first; the last one is now. Values are in `currency`.',
  });
export type AssetHistoryView = z.output<typeof assetHistoryView>;

export const accountRecordRow = z
  .object({
    position: z.number(),
    at: z.number(),
    event: z.string(),
    space: z.enum(ACCOUNT_SPACES),
    bucket: z
      .enum(['available', 'frozen'])
      .nullable()
      .describe('`null` where the postings of one event are one row: both together.'),
    currency: z.string(),
    amount: z.string(),
    reference: z.string().describe('What it belongs to: an order id, a trade id, a grant.'),
    orderId: z
      .string()
      .nullable()
      .describe('The order that it belongs to, with the instrument; `null` when it belongs to none.'),
    symbol: z.string().nullable(),
    hash: z.string().describe('Of the event, hex of 32 bytes: it chains this one to everything before it.'),
  })
  .meta({
    id: 'AccountRecordRow',
    description:
      'One line of the account record: a posting, or all that an event changed of a currency in an account space.',
  });
export type AccountRecordRow = z.output<typeof accountRecordRow>;

export const balancePostingsView = z
  .object({
    balance: z.string().describe('Of the chosen bucket, or of both together, at the instant asked for.'),
    at: z.number(),
    items: z.array(
      accountRecordRow.extend({
        balance: z.string(),
      }),
    ),
    nextCursor: z.string().nullable(),
  })
  .meta({
    id: 'BalancePostingsView',
    description: 'The postings behind one balance, newest first, and what the balance was after each of them.',
  });
export type BalancePostingsView = z.output<typeof balancePostingsView>;

/** `holds`: frozen for orders and quotes, and released again; `trades`: what changed hands, fees included; `funds`: everything else. */
export const RECORD_KINDS = [
  'trades',
  'holds',
  'deposits',
  'withdrawals',
  'transfers',
  'conversions',
  'dividends',
  'splits',
  'delistings',
  'options',
  'custody',
  'loans',
  'fund-units',
  'rewards',
  'subscriptions',
  'invitations',
  'contracts',
  'c2c',
  'funds',
] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];

/**
 * Which kind a movement is of: the first line that fits the event's type, `funds` where none does. What a product's orders do is
 * called alike, with the product's name in front. A new noun that moves value another way adds its line here, and its events'
 * names to the group `asset` of its texts (`event.<type>`); filters, statements and files follow. PostgreSQL and JavaScript read the expressions alike.
 */
export const KINDS_OF_EVENTS: readonly (readonly [types: RegExp, kind: RecordKind])[] = [
  [/^C2c/, 'c2c'],
  [/^HoldingSplit|OrdersSplit$/, 'splits'],
  [/^HoldingCashedOut/, 'delistings'],
  [/OrderMatched$/, 'trades'],
  [/Order|^ConversionQuote/, 'holds'],
  [/^Deposit/, 'deposits'],
  [/^Withdrawal/, 'withdrawals'],
  [/^FundsTransferred/, 'transfers'],
  [/^FundsConverted/, 'conversions'],
  [/^DividendPaid/, 'dividends'],
  [/^Option/, 'options'],
  [/^Custody/, 'custody'],
  [/^L(oan|ending)/, 'loans'],
  [/^Fund[A-Z]/, 'fund-units'],
  [/^FeeVoucher/, 'rewards'],
  [/^Subscri(bed|ption)/, 'subscriptions'],
  [/^Invitation/, 'invitations'],
  [/^(Contract|Position)/, 'contracts'],
];

export const kindOfEvent = (type: string): RecordKind =>
  KINDS_OF_EVENTS.find(([types]) => types.test(type))?.[1] ?? 'funds';

/** `money`: what changed an amount that is owned; what was put on hold and released again is left out. */
export const RECORD_POSTINGS = ['all', 'money'] as const;

const recordFilters = {
  postings: z.enum(RECORD_POSTINGS).default('all'),
  currency: z.string().max(16).optional(),
  space: z.enum(ACCOUNT_SPACES).optional(),
  kind: z.enum(RECORD_KINDS).optional(),
  /** The beginning of what a record names (an order, a withdrawal), or an event's number. */
  search: z.string().trim().max(100).optional(),
  ...periodQuery,
};

export const getAccountRecordsQuery = z.strictObject({
  ...commonFields,
  ...pageQuery.shape,
  ...recordFilters,
});
/** The same rows as one CSV file, from the newest to the oldest. */
export const exportAccountRecordsQuery = z.strictObject({ ...commonFields, ...recordFilters });

const instant = z.coerce.number().int().min(0).max(8_640_000_000_000_000);
/** IANA name of the time zone whose days are meant. */
export const timeZoneField = z.string().max(64).refine(isTimeZone, { message: 'not a time zone' }).default('UTC');

export const getAssetsAtQuery = z.strictObject({ ...commonFields, at: instant });
export const getAssetHistoryQuery = z.strictObject({
  ...commonFields,
  span: z.enum(HISTORY_SPANS).default('month'),
  currency: z.enum(DISPLAY_CURRENCIES).default('USDT'),
  timeZone: timeZoneField,
});
export const getHoldsQuery = z.strictObject({
  ...commonFields,
  currency: z.string().max(16).optional(),
  space: z.enum(ACCOUNT_SPACES).optional(),
});
export const getBalancePostingsQuery = z.strictObject({
  ...commonFields,
  cursor: z.string().max(64).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  currency: z.string().min(1).max(16),
  /** Of one space; without it of all of them together. */
  space: z.enum(ACCOUNT_SPACES).optional(),
  bucket: z.enum(['available', 'frozen']).optional(),
  /** As it was at this instant; without it as it is. */
  at: instant.optional(),
});

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) instanceof Intl.DateTimeFormat;
  } catch {
    return false;
  }
}
