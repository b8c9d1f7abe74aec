import { z } from 'zod';
import { requestToken } from './envelope.contract.js';
import type { RefusalRule } from './refusal.contract.js';
import { REVIEW_QUEUES, STAFF_ROLES } from './staff.contract.js';

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

/** Rows of one CSV file at most; a longer list wants a narrower filter. */
export const EXPORT_ROWS_MAX = 50_000;

export const exportQuery = z.object({
  list: z.string().max(40).describe('The name of a list: `orders` for `/staff/orders`.'),
  filter: z.string().max(2000).optional(),
  sort: z.string().max(128).optional(),
  format: z.enum(['csv', 'json']).default('csv'),
});

export const staffQueueView = z
  .object({
    name: z.string(),
    count: z.number(),
    oldestAt: z.number().nullable().describe('When the longest waiting thing began to wait, where that is known.'),
    valueUsdt: z
      .exactOptional(z.string())
      .describe('What the waiting requests are worth together, where they are about money.'),
    resource: z.string().describe('Where the work is: a resource of the console and the filter of its list.'),
    filter: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])),
  })
  .meta({
    id: 'StaffQueueView',
    description: "`/staff/queues`: work that waits for the caller's roles. A queue with nothing in it is answered too.",
  });
export type StaffQueueView = z.output<typeof staffQueueView>;

export const staffTrendsView = z
  .object({
    from: z.number().describe('The beginning of the first hour; the others follow without a gap.'),
    orders: z.array(z.number()),
    trades: z.array(z.number()),
    accounts: z.array(z.number()),
  })
  .meta({
    id: 'StaffTrendsView',
    description: '`/staff/trends`: counted rows of the last 24 hours, an hour each, the running hour last.',
  });
export type StaffTrendsView = z.output<typeof staffTrendsView>;

export const ledgerSumRow = z
  .object({
    asset: z.string(),
    accounts: z.number(),
    balances: z.string(),
    postings: z.string(),
  })
  .meta({
    id: 'LedgerSumRow',
    description:
      "`/staff/ledger-sums`: what an asset's postings and balances add up to in a realm. Double entry wants both to be 0.",
  });

export const ledgerSumsView = z
  .object({
    realm: z.string(),
    summedTo: z
      .number()
      .describe(
        'Postings were added up from the first event to this one. Less than `position` while that is still going on.',
      ),
    position: z.number(),
    accounts: z.number(),
    sums: z.array(ledgerSumRow),
  })
  .meta({ id: 'LedgerSumsView' });
export type LedgerSumsView = z.output<typeof ledgerSumsView>;

export const TIMELINE_KINDS = ['session', 'account', 'order', 'fill', 'money', 'policy'] as const;
export type TimelineKind = (typeof TIMELINE_KINDS)[number];

export const timelineQuery = z.object({
  id: z.string().min(1).max(300),
  kind: z.enum(TIMELINE_KINDS).optional(),
  symbol: z.string().max(24).optional().describe('Only what happened to positions in this contract.'),
  side: z.enum(['long', 'short']).optional().describe('With `symbol`: of the position on this side only.'),
  cursor: z.string().max(120).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(40),
});

export const staffTimelineItem = z
  .object({
    id: z.string(),
    at: z.number(),
    kind: z.string(),
    sentence: z.string(),
    values: z.record(z.string(), z.union([z.string(), z.number()])),
    by: z.string().describe('Who did it: `user`, `staff`, `policy`, `timer`, `market`.'),
    byName: z.string().nullable().describe('Who of the staff did it; `null` where it was somebody else.'),
    byRoles: z.array(z.enum(STAFF_ROLES)).describe('In what roles; empty where nobody of the staff did it.'),
    eventId: z.string().nullable().describe('The event, `<realm>:<position>`; a session is none.'),
    orderId: z.string().nullable().describe('The order, or the request to review, that it is about.'),
    amounts: z
      .array(z.object({ space: z.string(), bucket: z.string(), asset: z.string(), amount: z.string() }))
      .describe("What moved on the user's own accounts."),
  })
  .meta({
    id: 'StaffTimelineItem',
    description:
      'One thing that happened to a user, ready to be said in words: `sentence` is the key, `values` stand in it.',
  });
export type StaffTimelineItem = z.output<typeof staffTimelineItem>;

export const staffBalanceRow = z
  .object({
    id: z.string(),
    space: z.string(),
    asset: z.string(),
    available: z.string(),
    frozen: z.string(),
  })
  .meta({ id: 'StaffBalanceRow', description: '`/staff/users/<id>/balances`' });
export type StaffBalanceRow = z.output<typeof staffBalanceRow>;

export const staffLockRow = z
  .object({
    id: z.string(),
    realm: z.string(),
    wrong: z.number(),
    since: z.number(),
    lockedUntil: z.number(),
  })
  .meta({
    id: 'StaffLockRow',
    description: '`/staff/locks`: logins of users that too many wrong passwords have locked.',
  });
export type StaffLockRow = z.output<typeof staffLockRow>;

export const staffTimerRow = z
  .object({
    id: z.string(),
    realm: z.string(),
    type: z.string(),
    actor: z.string(),
    dueAt: z.number(),
    overdue: z.boolean(),
  })
  .meta({ id: 'StaffTimerRow', description: '`/staff/timers`: commands that are due later; `id` is `<realm>:<id>`.' });
export type StaffTimerRow = z.output<typeof staffTimerRow>;

export const staffInstrumentRow = z
  .object({
    id: z.string(),
    name: z.string(),
    class: z.string(),
    tickSize: z.string(),
    lotSize: z.string(),
    minNotional: z.string(),
    leverageMax: z.number(),
    calendar: z.string(),
    version: z.number(),
    changedAt: z.number(),
    ordersOpen: z.number(),
  })
  .meta({
    id: 'StaffInstrumentRow',
    description: '`/staff/instruments`: the newest version of each; amounts are decimal strings.',
  });
export type StaffInstrumentRow = z.output<typeof staffInstrumentRow>;

export const staffMemberRow = z
  .object({
    id: z.string(),
    name: z.string(),
    role: z.enum(STAFF_ROLES),
    createdAt: z.number(),
    disabledAt: z.number().nullable(),
    lockedUntil: z.number().nullable(),
    sessions: z.number(),
    lastSignInAt: z.number().nullable(),
    factor: z.boolean().describe('Whether the member has an authenticator.'),
    queues: z.array(z.enum(REVIEW_QUEUES)).describe('The queues that a reviewer works in.'),
    ownUsers: z.array(z.string()).describe('The member’s own user accounts, whose requests they must not review.'),
  })
  .meta({ id: 'StaffMemberRow', description: '`/staff/members`: who works here.' });
export type StaffMemberRow = z.output<typeof staffMemberRow>;

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

export const staffPasswordView = z
  .object({
    staffId: z.string(),
    name: z.string(),
    password: z.string(),
  })
  .meta({ id: 'StaffPasswordView', description: 'A password that is shown once and not stored.' });
export type StaffPasswordView = z.output<typeof staffPasswordView>;

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

export const savedFilterView = z
  .object({
    id: z.string(),
    list: z.string(),
    name: z.string(),
    filter: z.string(),
    sort: z.string(),
  })
  .meta({
    id: 'SavedFilterView',
    description: '`/staff/saved-filters`: filters that the caller has named, over all lists.',
  });
export type SavedFilterView = z.output<typeof savedFilterView>;

/** What persons are looked up by. The key itself is never kept. */
export const LOOKUP_KEYS = ['email', 'phone', 'name', 'address', 'iban'] as const;
export type LookupKey = (typeof LOOKUP_KEYS)[number];

/** `person`: the text is a person's own: e-mail, phone, name, IBAN or address. It is matched whole, and the look-up is recorded. */
export const searchBody = z.strictObject({
  q: z.string().trim().min(2).max(120),
  person: z.boolean().default(false),
  ...repeatable,
});

export const staffSearchHit = z
  .object({
    resource: z.string(),
    id: z.string(),
    realm: z.string(),
    label: z.string(),
  })
  .meta({ id: 'StaffSearchHit', description: '`/staff/search`: what the caller may open and what the words fit.' });
export type StaffSearchHit = z.output<typeof staffSearchHit>;
