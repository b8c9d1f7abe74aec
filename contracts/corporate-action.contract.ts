import { z } from 'zod';
import { commonFields, decimalText } from './envelope.contract.js';
import type { RefusalRule } from './refusal.contract.js';

export const corporateActionRefusals = {
  'action.not-found': { status: 404 },
  'action.not-for-class': { status: 422, field: 'symbol' },
  'action.date-past': { status: 422, field: 'date' },
  'action.market-shut': { status: 422, field: 'date' },
  'action.notice-short': { status: 422, field: 'date', policy: 'action.rules' },
  'action.date-far': { status: 422, field: 'date', policy: 'action.rules' },
  'action.overlap': { status: 409, field: 'date' },
  'action.session-missing': { status: 422, field: 'session' },
  'action.amount-missing': { status: 422, field: 'perShare' },
  'action.amount-range': { status: 422, field: 'perShare', policy: 'action.rules' },
  'action.ratio-missing': { status: 422, field: 'newShares' },
  'action.ratio-range': { status: 422, field: 'newShares', policy: 'action.rules' },
  'action.split-price-low': { status: 422, field: 'newShares', policy: 'action.rules' },
  'action.reason-short': { status: 422, field: 'reason', policy: 'action.rules' },
  'action.own-proposal': { status: 403 },
  'action.not-your-proposal': { status: 403 },
  'action.decided': { status: 409 },
  'action.too-late': { status: 409 },
} as const satisfies Record<string, RefusalRule>;

/**
 * `earnings`: the day on which a company reports. `dividend`: cash for each share or fund unit. `split`: so many new shares for so
 * many old ones; fewer new than old make a reverse split.
 * `delisting`: the day is the last one of trading; after its close holders are paid out.
 */
export const ACTION_KINDS = ['earnings', 'dividend', 'split', 'delisting'] as const;
export type ActionKind = (typeof ACTION_KINDS)[number];

/** `effective`: in the price, and holders are being paid or their shares split. `settled`: every holder has theirs. */
export const ACTION_STATUSES = ['proposed', 'announced', 'effective', 'settled', 'rejected', 'withdrawn'] as const;
export type ActionStatus = (typeof ACTION_STATUSES)[number];

/** When a company reports: before its market opens on that day, or after it has closed. */
export const EARNINGS_SESSIONS = ['before-open', 'after-close'] as const;
export type EarningsSession = (typeof EARNINGS_SESSIONS)[number];

/** Classes with shares or fund units. */
export const ACTION_CLASSES = ['stocks', 'etf'] as const;

const actionId = z.string().min(1).max(64);
const symbol = z.string().min(2).max(24);
const reason = z.string().trim().max(500);
/** Shares on one side of a split's ratio. */
const shares = z.int().min(1).max(10_000);
const date = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);

/** `POST staff/proposeCorporateAction`. `date`: the ex-date or the day of the report, as the instrument's market counts days. */
export const proposeActionBody = z.strictObject({
  ...commonFields,
  symbol,
  kind: z.enum(ACTION_KINDS),
  date,
  session: z.enum(EARNINGS_SESSIONS).optional(),
  /** Of a dividend: for each share, in the quote asset. */
  perShare: decimalText.optional(),
  /** Of a split: `10` new for `1` old is a 10-for-1 split, `1` new for `10` old a reverse split. */
  newShares: shares.optional(),
  oldShares: shares.optional(),
  reason,
});
export const approveActionBody = z.strictObject({ ...commonFields, symbol, actionId });
export const endActionBody = z.strictObject({ ...commonFields, symbol, actionId, reason });

export const actionChanged = z
  .object({ symbol: z.string(), actionId: z.string() })
  .meta({ id: 'CorporateActionChanged', description: 'The corporate action that a member of staff has decided on.' });
export type ActionChanged = z.output<typeof actionChanged>;

export const getActionsQuery = z.strictObject({ ...commonFields, symbol });

const terms = {
  symbol: z.string(),
  kind: z.enum(ACTION_KINDS),
  date: z
    .string()
    .describe(
      'The ex-date, the day of the report, or the last trading day: `YYYY-MM-DD` as the instrument’s market counts days.',
    ),
  dueAt: z
    .number()
    .describe(
      'The open from which a share trades without the dividend or split, the last close of a delisting, or when the report comes.',
    ),
  session: z.enum(EARNINGS_SESSIONS).nullable().describe('Of earnings; else `null`.'),
  perShare: z.string().nullable().describe('Of a dividend: for each share, in the quote asset; else `null`.'),
  newShares: z.number().nullable().describe('Of a split: for `oldShares` old ones; else `null`.'),
  oldShares: z.number().nullable().describe('Of a split; else `null`.'),
  status: z.enum(ACTION_STATUSES),
};

export const actionView = z
  .object({ actionId: z.string(), ...terms, announcedAt: z.number() })
  .meta({ id: 'CorporateActionView', description: 'An announced corporate action, withdrawn ones included.' });
export type ActionView = z.output<typeof actionView>;

/** `/staff/corporate-actions`. Absent texts are '' and absent instants 0. */
export const staffActionRow = z
  .object({
    id: z.string(),
    ...terms,
    reason: z.string(),
    proposedAt: z.number(),
    proposedBy: z.string(),
    proposedByName: z.string(),
    decidedAt: z.number(),
    decidedBy: z.string(),
    decidedByName: z.string(),
    decision: z.string().describe('Why it was rejected or withdrawn.'),
    closePrice: z.string().nullable().describe('The last price before the ex-date; `null` until it is effective.'),
    openPrice: z
      .string()
      .nullable()
      .describe('The same without the dividend, or after the split; of a delisting what each share was paid.'),
    holders: z.number().describe('Paid so far in both realms together, 0 until settled.'),
    paid: z.string().describe('In the quote asset; of a split what fractions of a lot were paid with.'),
    position: z.number(),
  })
  .meta({
    id: 'StaffCorporateActionRow',
    description: '`/staff/corporate-actions`: a corporate action with who decided what.',
  });
export type StaffActionRow = z.output<typeof staffActionRow>;
