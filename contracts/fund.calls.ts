import { z } from 'zod';
import { defineCall } from './call.contract.js';
import {
  buyFundBody,
  cancelFundRequestBody,
  endedFundPlan,
  endFundPlanBody,
  fundAnswer,
  fundPlanAnswer,
  fundPlans,
  fundRequestPage,
  fundView,
  getFundPlansQuery,
  getFundQuery,
  getFundRequestsQuery,
  redeemFundBody,
  setFundPlanBody,
} from './fund.contract.js';
import { staffFundNavRow, staffFundRequestRow } from './fund.staff.contract.js';
import { TRADE_PASSWORD } from './order.calls.js';
import { LIST_CALL } from './staff.contract.js';

export const getFund = defineCall({
  method: 'GET',
  path: 'web/getFund',
  access: 'public',
  summary:
    'A fund: fact sheet, holdings, net asset values, and the date that an order of now gets; own units with a session.',
  cost: 2,
  input: getFundQuery,
  output: fundView,
  refusals: ['request.unavailable'],
});

export const getFundRequests = defineCall({
  method: 'GET',
  path: 'web/getFundRequests',
  access: 'user',
  summary: 'Own purchases and redemptions of funds, newest first.',
  cost: 2,
  input: getFundRequestsQuery,
  output: fundRequestPage,
  refusals: ['request.unavailable'],
});

export const buyFund = defineCall({
  method: 'POST',
  path: 'web/buyFund',
  access: 'real',
  repeats: 'command',
  summary: 'Puts USDT on hold for units of a fund, at the first net asset value made of later closes alone.',
  input: buyFundBody,
  output: fundAnswer,
  refusals: [
    ...TRADE_PASSWORD,
    'fund.not-for-sale',
    'fund.below-minimum',
    'fund.above-maximum',
    'fund.agreement-needed',
    'agreement.changed',
    'fund.terms-changed',
    'fund.date-changed',
    'fund.cap-exceeded',
    'fund.too-many-waiting',
    'asset.amount-zero',
    'asset.too-many-decimals',
    'asset.insufficient',
    'asset.debts-uncovered',
    'request.unavailable',
  ],
});

export const redeemFund = defineCall({
  method: 'POST',
  path: 'web/redeemFund',
  access: 'real',
  repeats: 'command',
  summary: 'Redeems units of a fund, at the first net asset value made of later closes alone.',
  input: redeemFundBody,
  output: fundAnswer,
  refusals: [
    ...TRADE_PASSWORD,
    'fund.units-zero',
    'fund.units-decimals',
    'fund.redeeming-already',
    'fund.units-short',
    'fund.too-many-waiting',
    'fund.date-changed',
    'request.unavailable',
  ],
});

export const cancelFundRequest = defineCall({
  method: 'POST',
  path: 'web/cancelFundRequest',
  access: 'real',
  repeats: 'command',
  summary: 'Cancels a purchase or redemption, before the first close that its net asset value is made of.',
  input: cancelFundRequestBody,
  output: fundAnswer,
  refusals: ['fund.request-not-found', 'fund.request-over', 'fund.cancel-late', 'request.unavailable'],
});

export const getFundPlans = defineCall({
  method: 'GET',
  path: 'web/getFundPlans',
  access: 'user',
  summary: 'Own recurring purchases of funds that run, with the next date and the last outcome.',
  cost: 1,
  input: getFundPlansQuery,
  output: fundPlans,
  refusals: ['request.unavailable'],
});

export const setFundPlan = defineCall({
  method: 'POST',
  path: 'web/setFundPlan',
  access: 'real',
  repeats: 'command',
  summary: 'Sets a recurring purchase of a fund, weekly or monthly. To change one, end it and set another.',
  input: setFundPlanBody,
  output: fundPlanAnswer,
  refusals: [
    ...TRADE_PASSWORD,
    'fund.not-for-sale',
    'fund.below-minimum',
    'fund.above-maximum',
    'fund.agreement-needed',
    'agreement.changed',
    'fund.terms-changed',
    'fund.plan-date',
    'fund.too-many-plans',
    'asset.amount-zero',
    'asset.too-many-decimals',
    'request.unavailable',
  ],
});

export const endFundPlan = defineCall({
  method: 'POST',
  path: 'web/endFundPlan',
  access: 'real',
  repeats: 'command',
  summary: 'Ends a recurring purchase at once. What it ordered already stays.',
  input: endFundPlanBody,
  output: endedFundPlan,
  refusals: ['fund.plan-not-found', 'request.unavailable'],
});

export const staffFundRequests = defineCall({
  method: 'GET',
  path: 'staff/fund-requests',
  access: 'staff:orders',
  summary: 'Purchases and redemptions of funds of all accounts, the newest first.',
  output: z.array(staffFundRequestRow),
  ...LIST_CALL,
});

export const staffFundNavs = defineCall({
  method: 'GET',
  path: 'staff/fund-navs',
  access: 'staff:orders',
  summary: 'Net asset values of funds with all that they follow from, the newest first.',
  output: z.array(staffFundNavRow),
  ...LIST_CALL,
});
