import { defineCall } from './call.contract.js';
import { pageOf } from './envelope.contract.js';
import type { RefusalCode } from './refusal.contract.js';
import {
  cancelWithdrawalBody,
  exportWithdrawalsQuery,
  getWithdrawalQuery,
  getWithdrawalRulesQuery,
  getWithdrawalsQuery,
  previewWithdrawalQuery,
  submitWithdrawalBody,
  withdrawalPreview,
  withdrawalRulesView,
  withdrawalView,
} from './withdrawal.contract.js';

export const getWithdrawalRules = defineCall({
  method: 'GET',
  path: 'web/getWithdrawalRules',
  access: 'real',
  summary: 'The withdrawal rules in force, with the caller’s status for each.',
  input: getWithdrawalRulesQuery,
  output: withdrawalRulesView,
  refusals: ['request.unavailable'],
});

export const previewWithdrawal = defineCall({
  method: 'GET',
  path: 'web/previewWithdrawal',
  access: 'real',
  summary: 'What a withdrawal would cost and bring, and everything that stands against it, in the order of the checks.',
  input: previewWithdrawalQuery,
  output: withdrawalPreview,
  refusals: ['request.unavailable'],
});

/** In the order in which a submission is checked. */
const SUBMITTING: RefusalCode[] = [
  'account.not-found',
  'withdrawal.paused',
  'withdrawal.closed-after-recovery',
  'loan.overdue',
  'withdrawal.rules-changed',
  'withdrawal.amount-required',
  'withdrawal.payee-required',
  'withdrawal.bank-closed',
  'withdrawal.network-closed',
  'withdrawal.payee-mismatch',
  'payee.not-found',
  'payee.cooling-off',
  'withdrawal.amount-over-precise',
  'withdrawal.below-minimum',
  'withdrawal.above-maximum',
  'withdrawal.too-many-today',
  'withdrawal.window-closed',
  'withdrawal.turnover-missing',
  'withdrawal.not-invested',
  'withdrawal.above-share',
  'asset.insufficient',
  'loan.debts-first',
  'security.trade-password-missing',
  'security.google-missing',
  'security.trade-password-required',
  'security.trade-password-wrong',
  'security.google-required',
  'security.google-wrong',
  'security.google-used',
  'security.changed-meanwhile',
  'account.locked',
  'request.unavailable',
];

export const submitWithdrawal = defineCall({
  method: 'POST',
  path: 'web/submitWithdrawal',
  access: 'real',
  repeats: 'command',
  summary: 'Freezes the amount and asks staff to have it paid out, to an address or a bank card of the address book.',
  input: submitWithdrawalBody,
  output: withdrawalView,
  refusals: SUBMITTING,
});

export const cancelWithdrawal = defineCall({
  method: 'POST',
  path: 'web/cancelWithdrawal',
  access: 'real',
  repeats: 'command',
  summary: 'Takes a withdrawal back while it waits for staff; everything is available again.',
  input: cancelWithdrawalBody,
  output: withdrawalView,
  refusals: ['withdrawal.not-found', 'withdrawal.not-cancellable', 'request.unavailable'],
});

export const getWithdrawal = defineCall({
  method: 'GET',
  path: 'web/getWithdrawal',
  access: 'real',
  summary: 'One withdrawal with what happened to it.',
  input: getWithdrawalQuery,
  output: withdrawalView,
  refusals: ['withdrawal.not-found', 'request.unavailable'],
});

export const getWithdrawals = defineCall({
  method: 'GET',
  path: 'web/getWithdrawals',
  access: 'real',
  summary: 'The withdrawals of the caller, newest first.',
  input: getWithdrawalsQuery,
  output: pageOf(withdrawalView),
  refusals: ['request.unavailable'],
});

export const exportWithdrawals = defineCall({
  method: 'GET',
  path: 'web/exportWithdrawals',
  access: 'real',
  summary: 'The same as a CSV file (RFC 4180, UTF-8), newest first.',
  input: exportWithdrawalsQuery,
  output: 'csv',
  refusals: ['request.unavailable'],
});
