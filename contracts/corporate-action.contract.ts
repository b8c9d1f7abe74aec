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
  'action.reason-short': { status: 422, field: 'reason', policy: 'action.rules' },
  'action.own-proposal': { status: 403 },
  'action.not-your-proposal': { status: 403 },
  'action.decided': { status: 409 },
  'action.too-late': { status: 409 },
} as const satisfies Record<string, RefusalRule>;

/** `earnings`: the day on which a company reports. `dividend`: cash for each share or fund unit. */
export const ACTION_KINDS = ['earnings', 'dividend'] as const;
export type ActionKind = (typeof ACTION_KINDS)[number];

/** `effective`: in the price, and the payment is under way. `settled`: every holder has been paid. */
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
    .describe('The ex-date or the day of the report: `YYYY-MM-DD` as the instrument’s market counts days.'),
  dueAt: z.number().describe('The open from which a share trades without the dividend, or when the report comes.'),
  session: z.enum(EARNINGS_SESSIONS).nullable().describe('Of earnings; else `null`.'),
  perShare: z.string().nullable().describe('Of a dividend: for each share, in the quote asset; else `null`.'),
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
    openPrice: z.string().nullable().describe('The same without the dividend.'),
    holders: z.number().describe('Paid so far in both realms together, 0 until settled.'),
    paid: z.string().describe('In the quote asset.'),
    position: z.number(),
  })
  .meta({
    id: 'StaffCorporateActionRow',
    description: '`/staff/corporate-actions`: a corporate action with who decided what.',
  });
export type StaffActionRow = z.output<typeof staffActionRow>;
