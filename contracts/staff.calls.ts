import { z } from 'zod';
import { defineCall } from './call.contract.js';
import {
  changeStaffPasswordBody,
  confirmFactorBody,
  dashboardView,
  LIST_CALL,
  nothing,
  proveStaffBody,
  ROW_CALL,
  staffFactorView,
  staffLoginBody,
  staffLoginView,
  staffMessageRow,
  staffMessageView,
  staffOrderRow,
  staffRecoveryView,
  staffSessionView,
  staffTradeRow,
  staffUserRow,
} from './staff.contract.js';

export const staffLogin = defineCall({
  method: 'POST',
  path: 'staff/login',
  access: 'public',
  summary: 'Signs a member of the staff in; answers `{codeWanted: true}` where a code has to come with the password.',
  input: staffLoginBody,
  output: staffLoginView,
  bare: true,
  refusals: ['staff.credentials-wrong', 'staff.code-wrong', 'staff.code-used', 'account.locked'],
});

export const staffLogout = defineCall({
  method: 'POST',
  path: 'staff/logout',
  access: 'staff:setup',
  summary: 'Ends the session of a member of the staff.',
  input: nothing,
  output: z.null(),
  bare: true,
});

export const staffSession = defineCall({
  method: 'GET',
  path: 'staff/me',
  access: 'staff:setup',
  summary: 'The session and its roles.',
  input: nothing,
  output: staffSessionView,
  bare: true,
});

const PROOF = [
  'staff.credentials-wrong',
  'staff.code-required',
  'staff.code-wrong',
  'staff.code-used',
  'account.locked',
] as const;

export const staffChangePassword = defineCall({
  method: 'POST',
  path: 'staff/changePassword',
  access: 'staff:setup',
  summary: 'Sets the caller’s own password and ends their other sessions.',
  input: changeStaffPasswordBody,
  output: z.null(),
  bare: true,
  refusals: [...PROOF, 'staff.password-short', 'staff.password-same', 'staff.password-guessable'],
});

export const beginFactor = defineCall({
  method: 'POST',
  path: 'staff/beginFactor',
  access: 'staff:setup',
  summary: 'A secret for an authenticator; it is in force once a code of it is confirmed.',
  input: proveStaffBody,
  output: staffFactorView,
  bare: true,
  refusals: [...PROOF, 'staff.setup-needed'],
});

export const confirmFactor = defineCall({
  method: 'POST',
  path: 'staff/confirmFactor',
  access: 'staff:setup',
  summary: 'Binds the authenticator and answers ten recovery codes, once.',
  input: confirmFactorBody,
  output: staffRecoveryView,
  bare: true,
  refusals: ['staff.code-wrong'],
});

export const staffRenewRecoveryCodes = defineCall({
  method: 'POST',
  path: 'staff/renewRecoveryCodes',
  access: 'staff',
  summary: 'Ten new recovery codes in the place of the old ones.',
  input: proveStaffBody,
  output: staffRecoveryView,
  bare: true,
  refusals: PROOF,
});

export const staffDashboard = defineCall({
  method: 'GET',
  path: 'staff/dashboard',
  access: 'staff:dashboard',
  summary: 'Realms, read models, counts and memory of the server.',
  input: nothing,
  output: dashboardView,
  bare: true,
});

const outboxQuery = z.object({
  /** Id of the last message of the page before. */
  before: z.coerce.number().int().min(1).optional(),
  status: z.enum(['waiting', 'sent', 'kept', 'failed']).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});

export const staffOutbox = defineCall({
  method: 'GET',
  path: 'staff/outbox',
  access: 'staff:messages',
  summary: 'Messages out, the newest first, with masked addresses and without their words.',
  input: outboxQuery,
  output: z.array(staffMessageRow),
  bare: true,
});

const readBody = z.object({ id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) });

export const readOutboxMessage = defineCall({
  method: 'POST',
  path: 'staff/outbox/:id/read',
  access: 'staff:messages',
  summary: 'The words of one message, its code masked. The reading is recorded.',
  input: readBody,
  output: staffMessageView,
  bare: true,
  refusals: ['staff.not-found'],
});

export const staffUsers = defineCall({
  method: 'GET',
  path: 'staff/users',
  access: 'staff:users',
  summary: 'Accounts, demo and real.',
  output: z.array(staffUserRow),
  ...LIST_CALL,
});

export const staffUser = defineCall({
  method: 'GET',
  path: 'staff/users/:id',
  access: 'staff:users',
  summary: 'One account. The reading is recorded.',
  output: staffUserRow,
  ...ROW_CALL,
});

export const staffOrders = defineCall({
  method: 'GET',
  path: 'staff/orders',
  access: 'staff:orders',
  summary: 'Orders of everybody, open and past.',
  output: z.array(staffOrderRow),
  ...LIST_CALL,
});

export const staffOrder = defineCall({
  method: 'GET',
  path: 'staff/orders/:id',
  access: 'staff:orders',
  summary: 'One order.',
  output: staffOrderRow,
  ...ROW_CALL,
});

export const staffTrades = defineCall({
  method: 'GET',
  path: 'staff/trades',
  access: 'staff:trades',
  summary: 'Trades that users took part in.',
  output: z.array(staffTradeRow),
  ...LIST_CALL,
});

export const staffTrade = defineCall({
  method: 'GET',
  path: 'staff/trades/:id',
  access: 'staff:trades',
  summary: 'One trade.',
  output: staffTradeRow,
  ...ROW_CALL,
});
