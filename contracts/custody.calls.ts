import { z } from 'zod';
import { defineCall } from './call.contract.js';
import {
  buyProfitBody,
  continueCustodyBody,
  custodyAnswer,
  custodyInfo,
  custodyLimits,
  custodyOrderPage,
  custodyProducts,
  custodyTotals,
  exportCustodyQuery,
  getCustodyOrdersQuery,
  getProfitInfoQuery,
  getProfitListQuery,
  sellProfitBody,
  setCustodyLossLimitBody,
  setCustodyPauseBody,
} from './custody.contract.js';
import { staffCustodyHouseRow, staffCustodyRow } from './custody.staff.contract.js';
import { commonOnly } from './envelope.contract.js';
import { TRADE_PASSWORD } from './order.calls.js';
import { LIST_CALL } from './staff.contract.js';

export const getProfitTotal = defineCall({
  method: 'GET',
  path: 'web/getProfitTotal',
  access: 'user',
  summary: 'Own totals of AI custody: principal held, interest accrued and paid, penalties. Zeros for a demo account.',
  input: commonOnly,
  output: custodyTotals,
  refusals: ['request.unavailable'],
});

export const getProfitList = defineCall({
  method: 'GET',
  path: 'web/getProfitList',
  access: 'public',
  summary:
    'Custody or VIP products with rates, penalties and limits, the treasury; own limits and gates with a session.',
  cost: 2,
  input: getProfitListQuery,
  output: custodyProducts,
  refusals: ['request.unavailable'],
});

export const getProfitInfo = defineCall({
  method: 'GET',
  path: 'web/getProfitInfo',
  access: 'public',
  summary: 'A product with its last rates, or an own order with each date’s rate and what redeeming costs now.',
  input: getProfitInfoQuery,
  output: custodyInfo,
  refusals: ['custody.product-unknown', 'custody.not-found', 'request.unavailable'],
});

export const buyProfit = defineCall({
  method: 'POST',
  path: 'web/buyProfit',
  access: 'real',
  repeats: 'command',
  summary: 'Puts USDT into custody. The principal is put on hold, and so is the highest interest in the treasury.',
  input: buyProfitBody,
  output: custodyAnswer,
  refusals: [
    ...TRADE_PASSWORD,
    'custody.paused-by-owner',
    'custody.vip-advanced',
    'custody.vip-form',
    'custody.vip-class',
    'custody.vip-average',
    'custody.product-unknown',
    'custody.not-for-sale',
    'custody.below-minimum',
    'custody.above-maximum',
    'custody.agreement-needed',
    'agreement.changed',
    'custody.terms-changed',
    'custody.date-changed',
    'custody.above-quota',
    'custody.cap-exceeded',
    'custody.loss-limit',
    'custody.sold-out',
    'asset.amount-zero',
    'asset.too-many-decimals',
    'asset.insufficient',
    'asset.debts-uncovered',
    'request.unavailable',
  ],
});

export const sellProfit = defineCall({
  method: 'POST',
  path: 'web/sellProfit',
  access: 'real',
  repeats: 'command',
  summary: 'Asks staff to redeem a custody order early, at the penalty that was shown.',
  input: sellProfitBody,
  output: custodyAnswer,
  refusals: [
    ...TRADE_PASSWORD,
    'custody.not-found',
    'custody.over',
    'custody.redeeming-already',
    'custody.penalty-changed',
    'request.unavailable',
  ],
});

export const continueCustody = defineCall({
  method: 'POST',
  path: 'web/continueCustody',
  access: 'real',
  repeats: 'command',
  summary: 'Takes an undecided redemption back; custody continues.',
  input: continueCustodyBody,
  output: custodyAnswer,
  refusals: ['custody.not-found', 'custody.over', 'custody.not-redeeming', 'request.unavailable'],
});

export const getCustodyOrders = defineCall({
  method: 'GET',
  path: 'web/getCustodyOrders',
  cost: 2,
  access: 'user',
  summary: 'Own custody orders, newest first.',
  input: getCustodyOrdersQuery,
  output: custodyOrderPage,
  refusals: ['request.unavailable'],
});

export const exportCustody = defineCall({
  method: 'GET',
  path: 'web/exportCustody',
  access: 'user',
  summary: 'Own custody orders as a CSV file (RFC 4180, UTF-8), newest first.',
  input: exportCustodyQuery,
  output: 'csv',
  refusals: ['request.unavailable'],
});

export const setCustodyLossLimit = defineCall({
  method: 'POST',
  path: 'web/setCustodyLossLimit',
  access: 'real',
  repeats: 'command',
  summary: 'Sets the own loss limit of custody for a month: a lower one at once, a higher one after 24 hours.',
  input: setCustodyLossLimitBody,
  output: custodyLimits,
  refusals: ['custody.limit-unchanged', 'request.unavailable'],
});

export const setCustodyPause = defineCall({
  method: 'POST',
  path: 'web/setCustodyPause',
  access: 'real',
  repeats: 'command',
  summary: 'Pauses custody for oneself: at once and for longer, or shorter after 24 hours.',
  input: setCustodyPauseBody,
  output: custodyLimits,
  refusals: ['custody.limit-unchanged', 'custody.pause-too-long', 'request.unavailable'],
});

export const staffCustodyOrders = defineCall({
  method: 'GET',
  path: 'staff/custody-orders',
  access: 'staff:orders',
  summary: 'Custody orders of all accounts, the newest first.',
  output: z.array(staffCustodyRow),
  ...LIST_CALL,
});

export const staffCustodyHouse = defineCall({
  method: 'GET',
  path: 'staff/custody-house',
  access: 'staff:orders',
  summary: 'The treasury: grants, what is free and on hold, interest paid and penalties taken.',
  output: z.array(staffCustodyHouseRow),
  ...LIST_CALL,
});
