import { z } from 'zod';
import {
  accountRecordRow,
  assetHistoryView,
  assetsAtView,
  assetsView,
  balancePostingsView,
  exportAccountRecordsQuery,
  getAccountRecordsQuery,
  getAsset2Query,
  getAssetHistoryQuery,
  getAssetsAtQuery,
  getBalancePostingsQuery,
  getHoldsQuery,
  holdRow,
} from './asset.contract.js';
import { defineCall } from './call.contract.js';
import { pageOf } from './envelope.contract.js';

export const getAsset2 = defineCall({
  method: 'GET',
  path: 'web/getAsset2',
  access: 'user',
  summary: 'What the account holds, by space and currency, and what it is worth now.',
  input: getAsset2Query,
  output: assetsView,
});

export const getAssetsAt = defineCall({
  method: 'GET',
  path: 'web/getAssetsAt',
  cost: 5,
  access: 'user',
  summary: 'What the account held at a past instant, by space and currency, and what it was worth then.',
  input: getAssetsAtQuery,
  output: assetsAtView,
  refusals: ['request.unavailable'],
});

export const getAssetHistory = defineCall({
  method: 'GET',
  path: 'web/getAssetHistory',
  cost: 5,
  access: 'user',
  summary: 'What the account was worth over a day, a week, a month or a year, in a chosen currency.',
  input: getAssetHistoryQuery,
  output: assetHistoryView,
  refusals: ['request.unavailable'],
});

export const getHolds = defineCall({
  method: 'GET',
  path: 'web/getHolds',
  access: 'user',
  summary: 'What every frozen amount of the account is frozen by.',
  input: getHoldsQuery,
  output: z.array(holdRow),
  refusals: ['request.unavailable'],
});

export const getBalancePostings = defineCall({
  method: 'GET',
  path: 'web/getBalancePostings',
  cost: 5,
  access: 'user',
  summary: 'The postings behind one balance, newest first, each with the balance after it; also as of a past instant.',
  input: getBalancePostingsQuery,
  output: balancePostingsView,
  refusals: ['request.unavailable'],
});

export const getAccountRecords = defineCall({
  method: 'GET',
  path: 'web/getAccountRecords',
  cost: 2,
  access: 'user',
  summary: 'Every posting to the account, newest first.',
  input: getAccountRecordsQuery,
  output: pageOf(accountRecordRow),
  refusals: ['request.unavailable'],
});

export const exportAccountRecords = defineCall({
  method: 'GET',
  path: 'web/exportAccountRecords',
  access: 'user',
  summary: 'Every posting to the account as a CSV file (RFC 4180, UTF-8), newest first.',
  input: exportAccountRecordsQuery,
  output: 'csv',
  refusals: ['request.unavailable'],
});
