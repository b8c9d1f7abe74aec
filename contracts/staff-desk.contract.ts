import { z } from 'zod';
import { requestToken } from './envelope.contract.js';
import type { RefusalRule } from './refusal.contract.js';
import {
  REVIEW_QUEUES,
  STAFF_ROLES,
  type ReviewQueue,
  type StaffPermission,
  type StaffRole,
} from './staff.contract.js';

export const staffRefusals = {
  'staff.name-taken': { status: 409 },
  'staff.own-account': { status: 403 },
  'staff.last-admin': { status: 409 },
  'staff.too-many-saved': { status: 409 },
  'staff.setup-needed': { status: 403 },
  'staff.code-required': { status: 401 },
  'staff.code-wrong': { status: 401 },
  'staff.code-used': { status: 401 },
  'staff.password-short': { status: 422, policy: 'staff.login' },
  'staff.password-same': { status: 422 },
  'staff.password-guessable': { status: 422 },
  'staff.queues-for-reviewers': { status: 409 },
  'staff.not-open-yet': { status: 404 },
  'staff.replay-too-long': { status: 422 },
} as const satisfies Record<string, RefusalRule>;

/** The lists that staff may take away as CSV, and who may read each. */
export const LIST_PERMISSIONS = {
  users: 'users',
  locks: 'users',
  orders: 'orders',
  trades: 'trades',
  'ledger-accounts': 'ledger',
  postings: 'ledger',
  events: 'events',
  streams: 'events',
  timers: 'events',
  epochs: 'market',
  instruments: 'market',
  policies: 'market',
  'policy-versions': 'market',
  'policy-proposals': 'market',
  decisions: 'users',
  members: 'staff',
  reviews: 'reviews',
  'c2c-orders': 'purchases',
  reconciliations: 'reconciliation',
  sellers: 'sellers',
  deposits: 'deposits',
  withdrawals: 'withdrawals',
  content: 'content',
  'content-versions': 'content',
} as const satisfies Record<string, StaffPermission>;
export type StaffListName = keyof typeof LIST_PERMISSIONS;
export const staffListNames = Object.keys(LIST_PERMISSIONS) as StaffListName[];

/** Rows of one CSV file at most; a longer list wants a narrower filter. */
export const EXPORT_ROWS_MAX = 50_000;

export const exportQuery = z.object({
  list: z.enum(staffListNames),
  filter: z.string().max(2000).optional(),
  sort: z.string().max(128).optional(),
  format: z.enum(['csv', 'json']).default('csv'),
});

/** `/staff/queues`: work that waits for the asker's roles. A queue with nothing in it is answered too. */
export interface StaffQueueView {
  name: string;
  count: number;
  /** When the longest waiting thing began to wait, where that is known. */
  oldestAt: number | null;
  /** What the waiting requests are worth together, where they are about money. */
  valueUsdt?: string;
  /** Where the work is: a resource of the console and the filter of its list. */
  resource: string;
  filter: Record<string, string | number | boolean | string[]>;
}

/** `/staff/trends`: counted rows of the last 24 hours, an hour each, the running hour last. */
export interface StaffTrendsView {
  /** The beginning of the first hour; the others follow without a gap. */
  from: number;
  orders: number[];
  trades: number[];
  accounts: number[];
}

/** `/staff/ledger-sums`: what an asset's postings and balances add up to in a realm. Double entry wants both to be 0. */
export interface LedgerSumRow {
  asset: string;
  accounts: number;
  balances: string;
  postings: string;
}

export interface LedgerSumsView {
  realm: string;
  /** Postings were added up from the first event to this one. Less than `position` while that is still going on. */
  summedTo: number;
  position: number;
  accounts: number;
  sums: LedgerSumRow[];
}

export const TIMELINE_KINDS = ['session', 'account', 'order', 'fill', 'money', 'policy'] as const;
export type TimelineKind = (typeof TIMELINE_KINDS)[number];

export const timelineQuery = z.object({
  id: z.string().min(1).max(300),
  kind: z.enum(TIMELINE_KINDS).optional(),
  cursor: z.string().max(120).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(40),
});

/** One thing that happened to a user, ready to be said in words: `sentence` is the key, `values` stand in it. */
export interface StaffTimelineItem {
  id: string;
  at: number;
  kind: string;
  sentence: string;
  values: Record<string, string | number>;
  /** Who did it: `user`, `staff`, `policy`, `timer`, `market`. */
  by: string;
  /** Who of the staff did it; `null` where it was somebody else. */
  byName: string | null;
  /** In what roles; empty where nobody of the staff did it. */
  byRoles: StaffRole[];
  /** The event, `<realm>:<position>`; a session is none. */
  eventId: string | null;
  /** The order, or the request to review, that it is about. */
  orderId: string | null;
  /** What moved on the user's own accounts. */
  amounts: { space: string; bucket: string; asset: string; amount: string }[];
}

/** `/staff/users/<id>/balances` */
export interface StaffBalanceRow {
  id: string;
  space: string;
  asset: string;
  available: string;
  frozen: string;
}

/** `/staff/locks`: logins of users that too many wrong passwords have locked. */
export interface StaffLockRow {
  id: string;
  realm: string;
  wrong: number;
  since: number;
  lockedUntil: number;
}

/** `/staff/timers`: commands that are due later; `id` is `<realm>:<id>`. */
export interface StaffTimerRow {
  id: string;
  realm: string;
  type: string;
  actor: string;
  dueAt: number;
  overdue: boolean;
}

/** `/staff/instruments`: the newest version of each; amounts are decimal strings. */
export interface StaffInstrumentRow {
  id: string;
  name: string;
  class: string;
  tickSize: string;
  lotSize: string;
  minNotional: string;
  leverageMax: number;
  calendar: string;
  version: number;
  changedAt: number;
  ordersOpen: number;
}

/** `/staff/members`: who works here. */
export interface StaffMemberRow {
  id: string;
  name: string;
  role: StaffRole;
  createdAt: number;
  disabledAt: number | null;
  lockedUntil: number | null;
  sessions: number;
  lastSignInAt: number | null;
  /** Whether he has bound an authenticator. */
  factor: boolean;
  /** The queues that a reviewer works in. */
  queues: ReviewQueue[];
  /** Accounts of users that are his own, whose requests he must not review. */
  ownUsers: string[];
}

/** A repeat of a change has one effect and one answer. */
const repeatable = { requestToken: requestToken.optional() };
const staffId = z.string().min(1).max(64);
const memberName = z.string().regex(/^[a-z][a-z0-9._-]{1,39}$/i);

const queues = z.array(z.enum(REVIEW_QUEUES)).max(REVIEW_QUEUES.length);
export const createMemberBody = z.strictObject({
  name: memberName,
  role: z.enum(STAFF_ROLES),
  queues: queues.default([]),
  ...repeatable,
});
export const changeQueuesBody = z.strictObject({ staffId, queues, ...repeatable });
export const changeOwnUsersBody = z.strictObject({
  staffId,
  userIds: z.array(z.string().min(1).max(64)).max(20),
  ...repeatable,
});
export const changeRoleBody = z.strictObject({ staffId, role: z.enum(STAFF_ROLES), ...repeatable });
export const memberBody = z.strictObject({ staffId, ...repeatable });

/** A password that is told once and kept nowhere. */
export interface StaffPasswordView {
  staffId: string;
  name: string;
  password: string;
}

export const SAVED_FILTERS_MAX = 50;
export const saveFilterBody = z.strictObject({
  list: z.string().min(1).max(40),
  name: z.string().trim().min(1).max(60),
  /** `filter` and `sort` of the list as the console's address carries them. */
  filter: z.string().max(2000),
  sort: z.string().max(128),
  ...repeatable,
});
export const removeFilterBody = z.strictObject({ id: z.string().min(1).max(64), ...repeatable });

/** `/staff/saved-filters`: filters that the asker has named, over all lists. */
export interface SavedFilterView {
  id: string;
  list: string;
  name: string;
  filter: string;
  sort: string;
}

/** What persons are looked up by. The key itself is never kept. */
export const LOOKUP_KEYS = ['email', 'phone', 'name', 'address', 'iban'] as const;
export type LookupKey = (typeof LOOKUP_KEYS)[number];

/** `person`: the text is a person's own: e-mail, phone, name, IBAN or address. It is matched whole, and the look-up is recorded. */
export const searchBody = z.strictObject({
  q: z.string().trim().min(2).max(120),
  person: z.boolean().default(false),
  ...repeatable,
});

/** `/staff/search`: what the asker may open and what the words fit. */
export interface StaffSearchHit {
  resource: string;
  id: string;
  realm: string;
  label: string;
}
