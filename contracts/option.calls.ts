import { defineCall } from './call.contract.js';
import { z } from 'zod';
import { pageOf } from './envelope.contract.js';
import {
  buyOptionBody,
  confirmOptionWarningBody,
  exportOptionsQuery,
  getOpenOptionsQuery,
  getOptionHistoryQuery,
  getOptionQuery,
  getOptionStandingQuery,
  getOptionTermsQuery,
  openOptionsView,
  optionAnswer,
  optionDetail,
  optionQuote,
  optionStanding,
  optionTermsPage,
  optionView,
  quoteOptionQuery,
  setOptionLossLimitBody,
  setOptionPauseBody,
} from './option.contract.js';
import { staffOptionExposureRow, staffOptionHouseRow, staffOptionRow } from './option.staff.contract.js';
import { TRADE_PASSWORD } from './order.calls.js';
import { LIST_CALL } from './staff.contract.js';

const MARKET = [
  'market.symbol-unknown',
  'market.closed',
  'market.halted',
  'market.not-listed',
  'market.delisted',
  'request.unavailable',
] as const;

export const getOptionTerms = defineCall({
  method: 'GET',
  path: 'web/getOptionTerms',
  cost: 5,
  access: 'public',
  summary: 'Chances, payouts, edge and limits of rise-or-fall options, for every delivery time of each symbol.',
  input: getOptionTermsQuery,
  output: optionTermsPage,
  refusals: ['market.symbol-unknown', 'request.unavailable'],
});

export const quoteOption = defineCall({
  method: 'GET',
  path: 'web/quoteOption',
  access: 'user',
  summary: 'What an option would pay and cost now, and all that stands against buying it. It binds nobody.',
  input: quoteOptionQuery,
  output: optionQuote,
  refusals: ['market.symbol-unknown', 'request.unavailable'],
});

export const buyOption = defineCall({
  method: 'POST',
  path: 'web/buyOption',
  access: 'user',
  event: 'tradeBuy',
  repeats: 'command',
  summary: 'Buys an option on a rise or a fall. The stake is put on hold, and so is the highest payout of the house.',
  input: buyOptionBody,
  output: optionAnswer,
  refusals: [
    ...MARKET,
    ...TRADE_PASSWORD,
    'option.warning-not-confirmed',
    'option.paused-by-owner',
    'option.stake-below-minimum',
    'option.stake-above-maximum',
    'option.not-offered',
    'option.equal-too-likely',
    'option.closes-before-settlement',
    'option.pause-near',
    'option.payout-worse',
    'option.too-many-open',
    'option.person-limit',
    'option.expiry-limit',
    'option.market-limit',
    'option.house-limit',
    'option.uncovered',
    'option.loss-limit',
    'option.cap-exceeded',
    'asset.amount-zero',
    'asset.too-many-decimals',
    'asset.insufficient',
  ],
});

export const getOpenOptions = defineCall({
  method: 'GET',
  path: 'web/getOpenOptions',
  access: 'user',
  summary: 'The options that are not over, with the price now and the chance that each wins.',
  input: getOpenOptionsQuery,
  output: openOptionsView,
  refusals: ['request.unavailable'],
});

export const getOptionHistory = defineCall({
  method: 'GET',
  path: 'web/getOptionHistory',
  cost: 2,
  access: 'user',
  summary: 'Options that are over, newest first.',
  input: getOptionHistoryQuery,
  output: pageOf(optionView),
  refusals: ['request.unavailable'],
});

export const exportOptions = defineCall({
  method: 'GET',
  path: 'web/exportOptions',
  access: 'user',
  summary: 'Options that are over as a CSV file (RFC 4180, UTF-8), newest first.',
  input: exportOptionsQuery,
  output: 'csv',
  refusals: ['request.unavailable'],
});

export const getOption = defineCall({
  method: 'GET',
  path: 'web/getOption',
  cost: 2,
  access: 'user',
  summary: 'One option, and how anyone computes its entry, settlement and payout again.',
  input: getOptionQuery,
  output: optionDetail,
  refusals: ['option.not-found', 'request.unavailable'],
});

export const getOptionStanding = defineCall({
  method: 'GET',
  path: 'web/getOptionStanding',
  access: 'user',
  summary: 'Own totals of options (staked, returned, expected), own limits, pause and cap.',
  input: getOptionStandingQuery,
  output: optionStanding,
  refusals: ['request.unavailable'],
});

export const setOptionLossLimit = defineCall({
  method: 'POST',
  path: 'web/setOptionLossLimit',
  access: 'user',
  repeats: 'command',
  summary: 'Sets the own loss limit for a day: a lower one at once, a higher one after 24 hours.',
  input: setOptionLossLimitBody,
  output: optionStanding,
  refusals: ['option.limit-unchanged', 'request.unavailable'],
});

export const setOptionPause = defineCall({
  method: 'POST',
  path: 'web/setOptionPause',
  access: 'user',
  repeats: 'command',
  summary: 'Pauses options for oneself: at once and for longer, or shorter after 24 hours.',
  input: setOptionPauseBody,
  output: optionStanding,
  refusals: ['option.limit-unchanged', 'option.pause-too-long', 'request.unavailable'],
});

export const confirmOptionWarning = defineCall({
  method: 'POST',
  path: 'web/confirmOptionWarning',
  access: 'user',
  repeats: 'command',
  summary: 'Confirms the warning of first use.',
  input: confirmOptionWarningBody,
  output: optionStanding,
  refusals: ['option.warning-confirmed-before', 'request.unavailable'],
});

export const staffOptions = defineCall({
  method: 'GET',
  path: 'staff/options',
  access: 'staff:orders',
  summary: 'Options of all accounts, the newest first.',
  output: z.array(staffOptionRow),
  ...LIST_CALL,
});

export const staffOptionExposures = defineCall({
  method: 'GET',
  path: 'staff/option-exposures',
  access: 'staff:orders',
  summary: 'Stakes and payouts of options by symbol and minute of settlement.',
  output: z.array(staffOptionExposureRow),
  ...LIST_CALL,
});

export const staffOptionHouse = defineCall({
  method: 'GET',
  path: 'staff/option-house',
  access: 'staff:orders',
  summary: 'The account that pays options: grants, what is available and on hold, and how it did.',
  output: z.array(staffOptionHouseRow),
  ...LIST_CALL,
});
