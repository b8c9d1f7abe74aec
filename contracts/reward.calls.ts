import { z } from 'zod';
import { defineCall } from './call.contract.js';
import { commonOnly } from './envelope.contract.js';
import {
  exchangePointsBody,
  getRewardRecordsQuery,
  rewardRecordPage,
  rewardsView,
  setSignInZoneBody,
  signInBody,
  staffVoucherRow,
} from './reward.contract.js';
import { LIST_CALL } from './staff.contract.js';

export const getRewards = defineCall({
  method: 'GET',
  path: 'web/getRewards',
  access: 'real',
  summary: 'Own sign-in calendar, points and fee vouchers, with the rules in force.',
  input: commonOnly,
  output: rewardsView,
  refusals: ['request.unavailable'],
});

export const signIn = defineCall({
  method: 'POST',
  path: 'web/signIn',
  access: 'real',
  repeats: 'command',
  summary: 'Signs in for the own date: 1 to 7 points, a day of the calendar each.',
  input: signInBody,
  output: z.null(),
  refusals: ['reward.zone-needed', 'reward.signed-already', 'request.unavailable'],
});

export const setSignInZone = defineCall({
  method: 'POST',
  path: 'web/setSignInZone',
  access: 'real',
  repeats: 'command',
  summary: 'Sets the time zone whose dates count for sign-in, once in 30 days at most.',
  input: setSignInZoneBody,
  output: z.null(),
  refusals: ['reward.zone-unchanged', 'reward.zone-too-soon', 'request.unavailable'],
});

export const exchangePoints = defineCall({
  method: 'POST',
  path: 'web/exchangePoints',
  access: 'real',
  repeats: 'command',
  summary: 'Exchanges points for a voucher that pays back a share of trading fees.',
  input: exchangePointsBody,
  output: z.null(),
  refusals: ['reward.verification-needed', 'reward.rules-changed', 'reward.points-missing', 'request.unavailable'],
});

export const getRewardRecords = defineCall({
  method: 'GET',
  path: 'web/getRewardRecords',
  access: 'real',
  summary: 'Own sign-ins and fee vouchers issued, used and ended, the newest first.',
  input: getRewardRecordsQuery,
  output: rewardRecordPage,
  refusals: ['request.unavailable'],
});

export const staffVouchers = defineCall({
  method: 'GET',
  path: 'staff/fee-vouchers',
  access: 'staff:orders',
  summary: 'Fee vouchers of all accounts, the newest first.',
  output: z.array(staffVoucherRow),
  ...LIST_CALL,
});
