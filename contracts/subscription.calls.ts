import { z } from 'zod';
import { defineCall } from './call.contract.js';
import { TRADE_PASSWORD } from './order.calls.js';
import { LIST_CALL, ROW_CALL } from './staff.contract.js';
import {
  getNewCoinsQuery,
  getSubscriptionQuery,
  getSubscriptionsQuery,
  newCoins,
  subscribeNewCoinBody,
  subscriptionInfo,
  subscriptionPage,
  subscriptionPlaced,
} from './subscription.contract.js';
import {
  approveNewCoinBody,
  endNewCoinBody,
  newCoinChanged,
  proposeNewCoinBody,
  staffNewCoinRow,
  staffSubscriptionRow,
} from './subscription.staff.contract.js';

export const getNewCoins = defineCall({
  method: 'GET',
  path: 'web/getNewCoins',
  access: 'public',
  cost: 2,
  summary: 'Issues of new coins with terms, outcomes, what is subscribed, and allocation; own limits with a session.',
  input: getNewCoinsQuery,
  output: newCoins,
  refusals: ['request.unavailable'],
});

export const subscribeNewCoin = defineCall({
  method: 'POST',
  path: 'web/subscribeNewCoin',
  access: 'real',
  repeats: 'command',
  summary: 'Subscribes to a new coin, once for each issue. The whole price and the fee are put on hold.',
  input: subscribeNewCoinBody,
  output: subscriptionPlaced,
  refusals: [
    ...TRADE_PASSWORD,
    'subscription.issue-unknown',
    'subscription.wrong-stage',
    'subscription.expired',
    'subscription.already',
    'subscription.verification-needed',
    'subscription.whole-coins',
    'subscription.below-minimum',
    'subscription.above-maximum',
    'subscription.agreement-needed',
    'agreement.changed',
    'subscription.cap-exceeded',
    'asset.amount-zero',
    'asset.insufficient',
    'asset.debts-uncovered',
    'request.unavailable',
  ],
});

export const getSubscriptions = defineCall({
  method: 'GET',
  path: 'web/getSubscriptions',
  access: 'user',
  cost: 2,
  summary: 'Own subscriptions, newest first.',
  input: getSubscriptionsQuery,
  output: subscriptionPage,
  refusals: ['request.unavailable'],
});

export const getSubscription = defineCall({
  method: 'GET',
  path: 'web/getSubscription',
  access: 'user',
  cost: 2,
  summary: 'An own subscription with its estimate, or its allocation and all that this follows from.',
  input: getSubscriptionQuery,
  output: subscriptionInfo,
  refusals: ['subscription.not-found', 'request.unavailable'],
});

export const staffNewCoins = defineCall({
  method: 'GET',
  path: 'staff/new-coins',
  access: 'staff:market',
  summary: 'Issues of new coins: who proposed and decided what, and what they were shared out by.',
  output: z.array(staffNewCoinRow),
  ...LIST_CALL,
});

export const staffNewCoin = defineCall({
  method: 'GET',
  path: 'staff/new-coins/:id',
  access: 'staff:market',
  summary: 'One issue of a new coin.',
  output: staffNewCoinRow,
  ...ROW_CALL,
});

export const staffSubscriptions = defineCall({
  method: 'GET',
  path: 'staff/subscriptions',
  access: 'staff:orders',
  summary: 'Subscriptions of all accounts, with what their coins follow from.',
  output: z.array(staffSubscriptionRow),
  ...LIST_CALL,
});

const TERMS = ['subscription.coin-taken', 'subscription.dates-wrong', 'subscription.terms-wrong'] as const;

export const proposeNewCoin = defineCall({
  method: 'POST',
  path: 'staff/proposeNewCoin',
  access: 'staff:policies',
  repeats: 'command',
  summary: 'Proposes an issue of a new coin; subscription begins once another member of the staff approves.',
  input: proposeNewCoinBody,
  output: newCoinChanged,
  bare: true,
  refusals: [...TERMS, 'subscription.reason-short', 'request.unavailable'],
});

export const approveNewCoin = defineCall({
  method: 'POST',
  path: 'staff/approveNewCoin',
  access: 'staff:policies',
  repeats: 'command',
  summary: 'Opens an issue that somebody else proposed for subscription.',
  input: approveNewCoinBody,
  output: newCoinChanged,
  bare: true,
  refusals: [
    ...TERMS,
    'subscription.issue-unknown',
    'subscription.wrong-stage',
    'subscription.own-proposal',
    'request.unavailable',
  ],
});

export const rejectNewCoin = defineCall({
  method: 'POST',
  path: 'staff/rejectNewCoin',
  access: 'staff:policies',
  repeats: 'command',
  summary: 'Rejects a proposed issue, or takes back one’s own.',
  input: endNewCoinBody,
  output: newCoinChanged,
  bare: true,
  refusals: [
    'subscription.issue-unknown',
    'subscription.wrong-stage',
    'subscription.reason-short',
    'request.unavailable',
  ],
});

export const cancelNewCoin = defineCall({
  method: 'POST',
  path: 'staff/cancelNewCoin',
  access: 'staff:policies',
  repeats: 'command',
  summary:
    'Proposes to cancel an open issue; when somebody else calls it too, the issue fails and everybody is refunded.',
  input: endNewCoinBody,
  output: newCoinChanged,
  bare: true,
  refusals: [
    'subscription.issue-unknown',
    'subscription.wrong-stage',
    'subscription.own-proposal',
    'subscription.reason-short',
    'request.unavailable',
  ],
});
