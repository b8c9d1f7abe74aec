import { z } from 'zod';
import { requestToken } from './envelope.contract.js';
import { ORDER_PRODUCTS, POSITION_SIDES } from './order.contract.js';

/** Staff roles (decisions, "Staff roles"). Nothing here is both made and approved by the same role. */
export const STAFF_ROLES = ['reviewer', 'support', 'content', 'risk', 'auditor', 'admin'] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

/** The queues of requests that staff review. An account of the role `reviewer` works in those that it was given. */
export const REVIEW_QUEUES = [
  'identity',
  'credit',
  'deposit',
  'withdrawal',
  'c2c',
  'custody',
  'invitation',
  'loan',
  'subscription',
] as const;
export type ReviewQueue = (typeof REVIEW_QUEUES)[number];

export const STAFF_PERMISSIONS = [
  'dashboard',
  'users',
  'lookup',
  'accounts',
  'orders',
  'trades',
  'ledger',
  'events',
  'market',
  'policies',
  'stopping',
  'content',
  'editorial',
  'staff',
  'messages',
  'reviews',
  'reviewing',
  'escalations',
  'review-identity',
  'review-credit',
  'review-deposit',
  'review-withdrawal',
  'review-c2c',
  'review-custody',
  'review-invitation',
  'review-loan',
  'review-subscription',
  'purchases',
  'talking',
  'reinstating',
  'conversations',
  'answering',
  'sellers',
  'reconciliation',
  'reconciling',
  'deposits',
  'withdrawals',
] as const;
export type StaffPermission = (typeof STAFF_PERMISSIONS)[number];

/**
 * Who may read what in the console, find persons by what is their own (`lookup`), write and publish content (`editorial`), propose
 * and agree to policies (`policies`), stop payouts at once (`stopping`), read conversations with support (`conversations`) and answer them (`answering`), settle what was escalated (`escalations`), and decide
 * requests (`reviewing`; the account's queues name which ones, so no role has `review-<queue>` by itself). One pure table, used by
 * the server to refuse and by the console to hide.
 */
export const PERMISSIONS: Record<StaffRole, readonly StaffPermission[]> = {
  reviewer: ['dashboard', 'users', 'lookup', 'reviews', 'reviewing'],
  support: [
    'dashboard',
    'users',
    'lookup',
    'accounts',
    'messages',
    'orders',
    'trades',
    'reviews',
    'purchases',
    'talking',
    'reinstating',
    'conversations',
    'answering',
    'deposits',
    'withdrawals',
  ],
  content: ['dashboard', 'content', 'editorial'],
  risk: [
    'dashboard',
    'users',
    'orders',
    'trades',
    'market',
    'policies',
    'stopping',
    'sellers',
    'reviews',
    'escalations',
    'deposits',
    'withdrawals',
    'reconciliation',
    'reconciling',
  ],
  auditor: [
    'dashboard',
    'users',
    'orders',
    'trades',
    'ledger',
    'events',
    'market',
    'content',
    'reviews',
    'purchases',
    'conversations',
    'reconciliation',
    'deposits',
    'withdrawals',
  ],
  admin: ['dashboard', 'staff', 'content', 'stopping'],
};

/** What a queue opens besides the decisions in it. */
const OPENED_BY: Partial<Record<ReviewQueue, readonly StaffPermission[]>> = {
  c2c: ['purchases', 'talking'],
  deposit: ['deposits'],
  withdrawal: ['withdrawals'],
};

/** Whether these roles with these queues have the permission. Without queues: whether the role alone has it. */
export function permits(
  roles: readonly StaffRole[],
  permission: StaffPermission,
  queues: readonly ReviewQueue[] = [],
): boolean {
  if (roles.some((role) => PERMISSIONS[role].includes(permission))) return true;
  const opens = (queue: ReviewQueue): boolean =>
    permission === `review-${queue}` || OPENED_BY[queue]?.includes(permission) === true;
  return roles.includes('reviewer') && queues.some(opens);
}

/** A repeat of a change has one effect and one answer. */
const repeatable = { requestToken: requestToken.optional() };
const code = z.string().max(64);
const password = z.string().min(1).max(256);
/** `code`: of the authenticator, or a recovery code; required (`staff.code-required`) once there is an authenticator. */
export const staffLoginBody = z.strictObject({
  name: z.string().min(1).max(64),
  password,
  code: code.optional(),
  ...repeatable,
});
export const changeStaffPasswordBody = z.strictObject({
  password,
  newPassword: password,
  code: code.optional(),
  ...repeatable,
});
/** Nothing where the account has no authenticator yet. */
export const proveStaffBody = z.strictObject({ password: password.optional(), code: code.optional(), ...repeatable });
export const confirmFactorBody = z.strictObject({ code: code.min(1), ...repeatable });

export const staffCodeWanted = z
  .object({
    codeWanted: z.literal(true),
  })
  .meta({
    id: 'StaffCodeWanted',
    description: 'Name and password are right, and a code has to come with them: no mistake, so no refusal.',
  });

/** The first steps of a member: choose an own password, bind an authenticator. */
export const staffSetup = z.enum(['password', 'factor']);
export type StaffSetup = z.output<typeof staffSetup>;

export const staffSessionView = z
  .object({
    token: z.string(),
    staffId: z.string(),
    name: z.string(),
    roles: z.array(z.enum(STAFF_ROLES)),
    queues: z.array(z.enum(REVIEW_QUEUES)).describe('The queues that a reviewer works in.'),
    setup: staffSetup.nullable(),
    expiresAt: z.number(),
  })
  .meta({ id: 'StaffSessionView' });
export type StaffSessionView = z.output<typeof staffSessionView>;

export const staffLoginView = z.union([staffSessionView, staffCodeWanted]);
export type StaffLoginView = z.output<typeof staffLoginView>;

export const staffFactorView = z
  .object({
    secret: z.string(),
    uri: z.string(),
  })
  .meta({
    id: 'StaffFactorView',
    description: 'A secret for an authenticator, as a QR code carries it (`uri`) and to type by hand.',
  });
export type StaffFactorView = z.output<typeof staffFactorView>;

export const staffRecoveryView = z
  .object({
    codes: z.array(z.string()),
  })
  .meta({
    id: 'StaffRecoveryView',
    description: 'Ten codes that replace the authenticator once each; shown once and not stored.',
  });
export type StaffRecoveryView = z.output<typeof staffRecoveryView>;

/**
 * The console reads by ra-data-simple-rest under `/staff/<resource>`: `filter`, `range`, `sort` as JSON in the query and
 * `Content-Range` in the answer; bodies are bare arrays or objects, refusals come in the envelope with the HTTP status.
 */
export const listQuery = z.object({
  filter: z.string().max(2000).optional(),
  range: z.string().max(64).optional(),
  sort: z.string().max(128).optional(),
});

const byId = z.object({ id: z.string().min(1).max(300) });

/** What every list of the console has in common. */
export const LIST_CALL = { input: listQuery, bare: true, refusals: ['request.unavailable'] } as const;
/** What every single row of the console has in common. */
export const ROW_CALL = { input: byId, event: 'show', bare: true, refusals: ['staff.not-found'] } as const;
/** The input of a console call without further fields. */
export const nothing = z.object({});

export const dashboardView = z
  .object({
    at: z.number(),
    uptimeSeconds: z.number(),
    realms: z.array(
      z.object({
        realm: z.string(),
        position: z.number(),
        headHash: z.string(),
        leaseEpoch: z.number(),
        leaseHeld: z.boolean(),
        queueDepth: z.number(),
        lastAppendMs: z.number(),
        streams: z.number(),
      }),
    ),
    projections: z.array(
      z.object({
        name: z.string(),
        realm: z.string(),
        position: z.number(),
        lagEvents: z.number(),
        state: z.enum(['live', 'rebuilding', 'halted']),
        error: z.string().nullable().describe('What halted it.'),
      }),
    ),
    counts: z.object({
      usersDemo: z.number(),
      usersReal: z.number(),
      ordersOpen: z.number(),
      ordersTotal: z.number(),
      trades: z.number(),
      events: z.number(),
    }),
    memoryMb: z.number(),
  })
  .meta({ id: 'DashboardView' });
export type DashboardView = z.output<typeof dashboardView>;

export const staffUserRow = z
  .object({
    id: z.string(),
    realm: z.string(),
    name: z.string(),
    status: z.string(),
    openedAt: z.number(),
    generation: z.number(),
    expiresAt: z.number().nullable(),
    ordersOpen: z.number(),
    trades: z.number(),
  })
  .meta({ id: 'StaffUserRow', description: '`/staff/users`' });
export type StaffUserRow = z.output<typeof staffUserRow>;

export const staffOrderRow = z
  .object({
    id: z.string(),
    realm: z.string(),
    ownerId: z.string(),
    product: z.enum(ORDER_PRODUCTS),
    symbol: z.string(),
    side: z.string(),
    type: z.string(),
    positionSide: z.enum(POSITION_SIDES).nullable().describe('As for the user: `null` and `false` for spot.'),
    reduceOnly: z.boolean(),
    leverage: z.number().nullable(),
    price: z.string().nullable(),
    stopPrice: z.string().nullable(),
    trigger: z.string().nullable(),
    quantity: z.string(),
    filledQuantity: z.string(),
    status: z.string(),
    placedAt: z.number(),
    updatedAt: z.number(),
    position: z.number(),
  })
  .meta({
    id: 'StaffOrderRow',
    description: "`/staff/orders` and `/staff/trades`: the user's views with realm and owner.",
  });
export type StaffOrderRow = z.output<typeof staffOrderRow>;

export const staffTradeRow = z
  .object({
    id: z.string(),
    realm: z.string(),
    product: z.enum(ORDER_PRODUCTS),
    symbol: z.string(),
    price: z.string(),
    quantity: z.string(),
    makerOwnerId: z.string(),
    takerOwnerId: z.string(),
    makerOrderId: z.string().nullable(),
    takerOrderId: z.string().nullable(),
    feeMaker: z.string(),
    feeTaker: z.string(),
    rateMaker: z.string().nullable().describe('By which rate and fee tier each side paid; `null` for agents.'),
    tierMaker: z.number().nullable(),
    rateTaker: z.string().nullable(),
    tierTaker: z.number().nullable(),
    at: z.number(),
    position: z.number(),
  })
  .meta({ id: 'StaffTradeRow' });
export type StaffTradeRow = z.output<typeof staffTradeRow>;

export const staffMessageRow = z
  .object({
    id: z.number(),
    kind: z.enum(['email', 'sms']),
    userId: z.string().nullable(),
    address: z.string().describe('Masked; empty once the person is erased.'),
    template: z.string(),
    lang: z.string(),
    status: z
      .enum(['waiting', 'sent', 'kept', 'failed'])
      .describe('`kept`: this installation sends nothing of its kind outside.'),
    tries: z.number(),
    createdAt: z.number(),
    sentAt: z.number().nullable(),
  })
  .meta({
    id: 'StaffMessageRow',
    description:
      '`/staff/outbox`: a message out, with its address masked. Its words are opened one by one, and the opening is recorded.',
  });
export type StaffMessageRow = z.output<typeof staffMessageRow>;

export const staffMessageView = staffMessageRow
  .extend({
    subject: z.string(),
    text: z.string(),
  })
  .meta({
    id: 'StaffMessageView',
    description: "The words of a message, its code masked: that is the addressee's alone, and no role is given it.",
  });
export type StaffMessageView = z.output<typeof staffMessageView>;
