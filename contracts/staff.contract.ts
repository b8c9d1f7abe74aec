import { z } from 'zod';
import { requestToken } from './envelope.contract.js';

/** Staff roles (decisions, "Staff roles"). Nothing here is both made and approved by the same role. */
export const STAFF_ROLES = ['reviewer', 'support', 'content', 'risk', 'auditor', 'admin'] as const;
export type StaffRole = (typeof STAFF_ROLES)[number];

/** The queues of requests that staff review. An account of the role `reviewer` works in those that it was given. */
export const REVIEW_QUEUES = ['identity', 'credit', 'deposit', 'withdrawal', 'c2c'] as const;
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
  'purchases',
  'talking',
  'reinstating',
  'sellers',
  'reconciliation',
  'reconciling',
  'deposits',
  'withdrawals',
] as const;
export type StaffPermission = (typeof STAFF_PERMISSIONS)[number];

/**
 * Who may read what in the console, find persons by what is their own (`lookup`), write and publish content (`editorial`),
 * propose and agree to policies (`policies`), stop payouts at once (`stopping`), settle what was escalated (`escalations`), and decide requests (`reviewing`; which ones,
 * say the queues that an account was given, so no role has `review-<queue>` by itself). One pure table, used by the server to
 * refuse and by the console to hide.
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

/** Whether somebody of these roles, given these queues, may. Without the queues: whether his role alone lets him. */
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
/** `code`: of the authenticator, or a recovery code; asked for (`staff.code-required`) once there is an authenticator. */
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

/** Name and password are right, and a code has to come with them: no mistake, so no refusal. */
export interface StaffCodeWanted {
  codeWanted: true;
}
export type StaffLoginView = StaffSessionView | StaffCodeWanted;

/** What a member of the staff has to do before anything else: choose a password of his own, bind an authenticator. */
export type StaffSetup = 'password' | 'factor';

/** A secret for an authenticator, as a QR code carries it (`uri`) and to type by hand. */
export interface StaffFactorView {
  secret: string;
  uri: string;
}

/** Ten codes that replace the authenticator once each; told once and kept nowhere. */
export interface StaffRecoveryView {
  codes: string[];
}

export interface StaffSessionView {
  token: string;
  staffId: string;
  name: string;
  roles: StaffRole[];
  /** The queues that a reviewer works in. */
  queues: ReviewQueue[];
  setup: StaffSetup | null;
  expiresAt: number;
}

/**
 * The console reads by ra-data-simple-rest under `/staff/<resource>`: `filter`, `range`, `sort` as JSON in the query and
 * `Content-Range` in the answer; bodies are bare arrays or objects, refusals come in the envelope with the HTTP status.
 */
export const listQuery = z.object({
  filter: z.string().max(2000).optional(),
  range: z.string().max(64).optional(),
  sort: z.string().max(128).optional(),
});

export interface DashboardView {
  at: number;
  uptimeSeconds: number;
  realms: {
    realm: string;
    position: number;
    headHash: string;
    leaseEpoch: number;
    leaseHeld: boolean;
    queueDepth: number;
    lastAppendMs: number;
    streams: number;
  }[];
  projections: {
    name: string;
    realm: string;
    position: number;
    lagEvents: number;
    state: 'live' | 'rebuilding' | 'halted';
    /** What halted it. */
    error: string | null;
  }[];
  counts: {
    usersDemo: number;
    usersReal: number;
    ordersOpen: number;
    ordersTotal: number;
    trades: number;
    events: number;
  };
  memoryMb: number;
}

/** `/staff/users` */
export interface StaffUserRow {
  id: string;
  realm: string;
  name: string;
  status: string;
  openedAt: number;
  generation: number;
  expiresAt: number | null;
  ordersOpen: number;
  trades: number;
}

/** `/staff/orders` and `/staff/trades`: the user's views with realm and owner. */
export interface StaffOrderRow {
  id: string;
  realm: string;
  ownerId: string;
  symbol: string;
  side: string;
  type: string;
  price: string | null;
  quantity: string;
  filledQuantity: string;
  status: string;
  placedAt: number;
  updatedAt: number;
  position: number;
}

export interface StaffTradeRow {
  id: string;
  realm: string;
  symbol: string;
  price: string;
  quantity: string;
  makerOwnerId: string;
  takerOwnerId: string;
  makerOrderId: string | null;
  takerOrderId: string | null;
  feeMaker: string;
  feeTaker: string;
  at: number;
  position: number;
}

/** `/staff/outbox`: a message out, with its address masked. Its words are opened one by one, and the opening is recorded. */
export interface StaffMessageRow {
  id: number;
  kind: 'email' | 'sms';
  userId: string | null;
  /** Masked; empty once the person is erased. */
  address: string;
  template: string;
  lang: string;
  /** `kept`: this installation sends nothing of its kind outside. */
  status: 'waiting' | 'sent' | 'kept' | 'failed';
  tries: number;
  createdAt: number;
  sentAt: number | null;
}

/** The words of a message, its code masked: that is the addressee's alone, and no role is given it. */
export interface StaffMessageView extends StaffMessageRow {
  subject: string;
  text: string;
}
