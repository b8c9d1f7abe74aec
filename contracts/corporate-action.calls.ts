import { z } from 'zod';
import { defineCall } from './call.contract.js';
import {
  actionChanged,
  actionView,
  approveActionBody,
  endActionBody,
  getActionsQuery,
  proposeActionBody,
  staffActionRow,
} from './corporate-action.contract.js';
import { LIST_CALL, ROW_CALL } from './staff.contract.js';

export const getCorporateActions = defineCall({
  method: 'GET',
  path: 'web/getCorporateActions',
  access: 'public',
  summary:
    'What was announced for an instrument: dividends, splits, delistings and days of earnings, the latest date first.',
  input: getActionsQuery,
  output: z.array(actionView),
  refusals: ['market.symbol-unknown', 'request.unavailable'],
});

export const staffCorporateActions = defineCall({
  method: 'GET',
  path: 'staff/corporate-actions',
  access: 'staff:market',
  summary: 'Corporate actions: who proposed and decided what, and what was paid.',
  output: z.array(staffActionRow),
  ...LIST_CALL,
});

export const staffCorporateAction = defineCall({
  method: 'GET',
  path: 'staff/corporate-actions/:id',
  access: 'staff:market',
  summary: 'One corporate action.',
  output: staffActionRow,
  ...ROW_CALL,
});

/** What the terms may be refused by, when they are proposed and again when they are approved. */
const TERMS = [
  'action.date-past',
  'action.notice-short',
  'action.date-far',
  'action.amount-range',
  'action.ratio-range',
  'action.split-price-low',
] as const;

export const proposeCorporateAction = defineCall({
  method: 'POST',
  path: 'staff/proposeCorporateAction',
  access: 'staff:policies',
  repeats: 'command',
  summary: 'Proposes a corporate action; it is announced once another member of the staff approves.',
  input: proposeActionBody,
  output: actionChanged,
  bare: true,
  refusals: [
    'market.symbol-unknown',
    'action.not-for-class',
    'market.delisted',
    'action.market-shut',
    'action.overlap',
    'action.session-missing',
    'action.amount-missing',
    'action.ratio-missing',
    'action.reason-short',
    ...TERMS,
  ],
});

export const approveCorporateAction = defineCall({
  method: 'POST',
  path: 'staff/approveCorporateAction',
  access: 'staff:policies',
  repeats: 'command',
  summary: 'Announces a corporate action that somebody else proposed.',
  input: approveActionBody,
  output: actionChanged,
  bare: true,
  refusals: [
    'market.symbol-unknown',
    'market.delisted',
    'action.not-found',
    'action.decided',
    'action.own-proposal',
    ...TERMS,
  ],
});

export const rejectCorporateAction = defineCall({
  method: 'POST',
  path: 'staff/rejectCorporateAction',
  access: 'staff:policies',
  repeats: 'command',
  summary: 'Rejects a corporate action that somebody else proposed.',
  input: endActionBody,
  output: actionChanged,
  bare: true,
  refusals: ['action.not-found', 'action.decided', 'action.own-proposal', 'action.reason-short'],
});

export const withdrawCorporateAction = defineCall({
  method: 'POST',
  path: 'staff/withdrawCorporateAction',
  access: 'staff:policies',
  repeats: 'command',
  summary: 'Takes back one’s own proposal, or what was announced, before it is effective.',
  input: endActionBody,
  output: actionChanged,
  bare: true,
  refusals: [
    'action.not-found',
    'action.decided',
    'action.not-your-proposal',
    'action.too-late',
    'action.reason-short',
  ],
});
