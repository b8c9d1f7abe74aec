import { z } from 'zod';
import { commonOnly } from './envelope.contract.js';
import { defineCall } from './call.contract.js';
import {
  exportInvitationRewardsQuery,
  getInvitationRewardsQuery,
  invitationRewardPage,
  invitationTerms,
  promotionView,
  staffInvitationDateRow,
  staffInvitationRewardRow,
} from './invitation.contract.js';
import { LIST_CALL } from './staff.contract.js';

export const getMyPromotion = defineCall({
  method: 'GET',
  path: 'web/getMyPromotion',
  cost: 5,
  access: 'real',
  summary: 'One’s own invitation code and link, and who came and what was earned on each of four levels.',
  input: commonOnly,
  output: promotionView,
  refusals: ['request.unavailable'],
});

export const getInvitationTerms = defineCall({
  method: 'GET',
  path: 'web/getInvitationTerms',
  cost: 5,
  access: 'public',
  summary: 'Who earns what of the trading fees of an invited person, and what the median inviter has earned.',
  input: commonOnly,
  output: invitationTerms,
  refusals: ['request.unavailable'],
});

export const getInvitationRewards = defineCall({
  method: 'GET',
  path: 'web/getInvitationRewards',
  access: 'real',
  summary: 'Own rewards of invitations, one for each UTC date, newest first.',
  input: getInvitationRewardsQuery,
  output: invitationRewardPage,
  refusals: ['request.unavailable'],
});

export const exportInvitationRewards = defineCall({
  method: 'GET',
  path: 'web/exportInvitationRewards',
  access: 'real',
  summary: 'Own rewards of invitations as a CSV file (RFC 4180, UTF-8), newest first.',
  input: exportInvitationRewardsQuery,
  output: 'csv',
  refusals: ['request.unavailable'],
});

export const staffInvitationRewards = defineCall({
  method: 'GET',
  path: 'staff/invitation-rewards',
  access: 'staff:orders',
  summary: 'Rewards of all inviters by UTC date, the newest first.',
  output: z.array(staffInvitationRewardRow),
  ...LIST_CALL,
});

export const staffInvitationDates = defineCall({
  method: 'GET',
  path: 'staff/invitation-dates',
  access: 'staff:orders',
  summary: 'Each UTC date: fees of invited people, and rewards paid, held and rejected.',
  output: z.array(staffInvitationDateRow),
  ...LIST_CALL,
});
