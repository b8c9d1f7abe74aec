import { z } from 'zod';
import { commonFields, decimalText, pageOf, pageQuery } from './envelope.contract.js';
import type { RefusalRule } from './refusal.contract.js';

export const alertRefusals = {
  'alert.not-found': { status: 404 },
  'alert.delisted': { status: 200, field: 'symbol' },
  'alert.not-listed-yet': { status: 200, field: 'symbol' },
  'alert.price-tick': { status: 200, field: 'level' },
  'alert.price-range': { status: 200, field: 'level', policy: 'alert.rules' },
  'alert.percent-range': { status: 200, field: 'level', policy: 'alert.rules' },
  'alert.already-reached': { status: 200, field: 'level' },
  'alert.end-past': { status: 200, field: 'endsAt' },
  'alert.end-far': { status: 200, field: 'endsAt', policy: 'alert.rules' },
  'alert.pause-short': { status: 200, field: 'pauseMinutes', policy: 'alert.rules' },
  'alert.too-many': { status: 200, policy: 'alert.rules' },
  'alert.real-only': { status: 200 },
  'alert.email-missing': { status: 200, field: 'email' },
} as const satisfies Record<string, RefusalRule>;

/**
 * What an alert waits for. `rises`, `falls` and `crosses`: the price reaches a level from below, from above, or from where it is.
 * `moves`: the price is some per cent away from that of 24 hours before, up or down.
 */
export const ALERT_KINDS = ['rises', 'falls', 'crosses', 'moves'] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];

export const ALERT_REPEATS = ['once', 'each'] as const;
export type AlertRepeat = (typeof ALERT_REPEATS)[number];

/** `triggered`: told for the last time. `ended`: by its date, or with its instrument. */
export const ALERT_STATUSES = ['active', 'paused', 'triggered', 'ended', 'removed'] as const;
export type AlertStatus = (typeof ALERT_STATUSES)[number];

/** `active`: watched or paused. `triggered`: told at least once. `ended`: over without or after being told. */
export const ALERT_VIEWS = ['active', 'triggered', 'ended'] as const;
export type AlertsFilter = (typeof ALERT_VIEWS)[number];

/** Characters of a note. */
export const ALERT_NOTE_MAX = 140;
/** Decimals of a level in per cent. */
export const ALERT_PERCENT_DECIMALS = 2;
/** The longest pause between two notifications, in minutes: a week. */
export const ALERT_PAUSE_MINUTES_MAX = 10_080;

const symbol = z.string().min(2).max(24);
const alertId = z.string().min(1).max(64);
const flag = z.enum(['true', 'false', '1', '0']).transform((text) => text === 'true' || text === '1');

/** All that may be changed of an alert later. */
const terms = {
  kind: z.enum(ALERT_KINDS),
  /** A price in the quote asset on the instrument's tick; of `moves`, a number of per cent. */
  level: decimalText,
  repeat: z.enum(ALERT_REPEATS).default('once'),
  /** Between two notifications of one that tells each time. */
  pauseMinutes: z.coerce.number().int().min(1).max(ALERT_PAUSE_MINUTES_MAX).optional(),
  /** When it ends, milliseconds since the Unix epoch. */
  endsAt: z.coerce.number().int().min(0).max(8_640_000_000_000_000),
  email: flag.optional(),
  /** The person's own words. */
  note: z.string().trim().max(ALERT_NOTE_MAX).optional(),
};

export const setAlertBody = z.strictObject({ ...commonFields, symbol, ...terms });
export const changeAlertBody = z.strictObject({ ...commonFields, alertId, ...terms });
export const pauseAlertBody = z.strictObject({ ...commonFields, alertId, paused: flag });
export const removeAlertBody = z.strictObject({ ...commonFields, alertId });

export const getAlertsQuery = z.strictObject({
  ...commonFields,
  ...pageQuery.shape,
  show: z.enum(ALERT_VIEWS).default('active'),
  symbol: symbol.optional(),
});

export const alertView = z
  .object({
    alertId: z.string(),
    symbol: z.string(),
    kind: z.enum(ALERT_KINDS),
    level: z.string().describe('A price in the quote asset; of `moves`, a number of per cent.'),
    repeat: z.enum(ALERT_REPEATS),
    pauseMinutes: z.number().describe('Between two notifications; 0 for an alert that tells once.'),
    endsAt: z.number(),
    email: z.boolean(),
    note: z.string().nullable(),
    status: z.enum(ALERT_STATUSES),
    createdAt: z.number(),
    times: z.number().describe('How often it was told.'),
    reachedAt: z.number().nullable().describe('When the price last reached it: the second of the public candle.'),
    reachedPrice: z.string().nullable(),
  })
  .meta({ id: 'AlertView', description: 'A price alert. Instants are milliseconds since the Unix epoch.' });
export type AlertView = z.output<typeof alertView>;

export const alertsView = pageOf(alertView).meta({ id: 'AlertsView', description: 'Newest first.' });
export type AlertsView = z.output<typeof alertsView>;

export const alertLimitsView = z
  .object({
    open: z.number().describe('How many are active or paused.'),
    activeMax: z.number(),
    endDaysMax: z.number(),
    pauseMinutesMin: z.number(),
    percentMin: z.string(),
    percentMax: z.string(),
    emailsPerDayMax: z.number(),
    policy: z.string(),
    version: z.number(),
  })
  .meta({ id: 'AlertLimitsView', description: 'What the policy `alert.rules` allows, and what of it is used.' });
export type AlertLimitsView = z.output<typeof alertLimitsView>;

export const alertSetView = z
  .object({ alertId: z.string(), last: z.string().describe('The public price at that instant.'), position: z.number() })
  .meta({ id: 'AlertSetView', description: "`position` in the realm's history: lists that have reached it show it." });
export type AlertSetView = z.output<typeof alertSetView>;

/** `/staff/alerts`: without the person's note. */
export const staffAlertRow = alertView
  .omit({ alertId: true, note: true })
  .extend({ id: z.string(), realm: z.string(), userId: z.string(), rulesVersion: z.number() })
  .meta({ id: 'StaffAlertRow', description: '`/staff/alerts`: a price alert without the note of its owner.' });
export type StaffAlertRow = z.output<typeof staffAlertRow>;
