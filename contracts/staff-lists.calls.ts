import { z } from 'zod';
import { REALMS } from './realm.contract.js';
import { defineCall } from './call.contract.js';
import { pageOf } from './envelope.contract.js';
import {
  changeOwnUsersBody,
  changeQueuesBody,
  changeRoleBody,
  createMemberBody,
  exportQuery,
  ledgerSumsView,
  memberBody,
  removeFilterBody,
  savedFilterView,
  saveFilterBody,
  searchBody,
  staffBalanceRow,
  staffInstrumentRow,
  staffLockRow,
  staffMemberRow,
  staffPasswordView,
  staffQueueView,
  staffSearchHit,
  staffTimelineItem,
  staffTimerRow,
  staffTrendsView,
  timelineQuery,
} from './staff-lists.contract.js';
import { LIST_CALL, nothing, ROW_CALL } from './staff.contract.js';

export const staffUserBalances = defineCall({
  method: 'GET',
  path: 'staff/users/:id/balances',
  access: 'staff:users',
  summary: 'What a user’s present account holds.',
  output: z.array(staffBalanceRow),
  ...ROW_CALL,
});

export const staffUserTimeline = defineCall({
  method: 'GET',
  path: 'staff/users/:id/timeline',
  access: 'staff:users',
  summary: 'What happened to a user, the newest first: sessions, orders, fills, postings.',
  output: pageOf(staffTimelineItem),
  ...ROW_CALL,
  input: timelineQuery,
  refusals: ['staff.not-found', 'request.unavailable'],
});

const byRealm = z.object({ realm: z.enum(REALMS) });

export const staffLedgerSums = defineCall({
  method: 'GET',
  path: 'staff/ledger-sums',
  access: 'staff:ledger',
  summary: 'What postings and balances of a realm add up to: zero for every asset.',
  input: byRealm,
  output: ledgerSumsView,
  bare: true,
});

export const staffSearch = defineCall({
  method: 'POST',
  path: 'staff/search',
  access: 'staff',
  summary: 'Records by id, reference or hash, or a person by their own data, as far as the caller may open them.',
  input: searchBody,
  output: z.array(staffSearchHit),
  bare: true,
  refusals: ['staff.role-missing', 'request.too-many', 'request.unavailable'],
});

export const staffExport = defineCall({
  method: 'GET',
  path: 'staff/export',
  access: 'staff',
  summary: 'A list as CSV or JSON, up to 50,000 rows, for readers of the list.',
  input: exportQuery,
  output: 'csv',
  refusals: ['staff.role-missing', 'request.unavailable', 'request.too-many'],
});

export const staffSavedFilters = defineCall({
  method: 'GET',
  path: 'staff/saved-filters',
  access: 'staff',
  summary: 'The filters of lists that the caller has named.',
  input: nothing,
  output: z.array(savedFilterView),
  bare: true,
});

export const saveFilter = defineCall({
  method: 'POST',
  path: 'staff/saved-filters',
  access: 'staff',
  repeats: 'transaction',
  summary: 'Keeps a filter under a name, in place of one of the same name.',
  input: saveFilterBody,
  output: savedFilterView,
  bare: true,
  refusals: ['staff.too-many-saved'],
});

export const removeSavedFilter = defineCall({
  method: 'POST',
  path: 'staff/saved-filters/remove',
  access: 'staff',
  repeats: 'transaction',
  summary: 'Removes a filter that the caller has named.',
  input: removeFilterBody,
  output: z.null(),
  bare: true,
  refusals: ['staff.not-found'],
});

export const staffMembers = defineCall({
  method: 'GET',
  path: 'staff/members',
  access: 'staff:staff',
  summary: 'Who works here.',
  output: z.array(staffMemberRow),
  ...LIST_CALL,
});

export const staffMember = defineCall({
  method: 'GET',
  path: 'staff/members/:id',
  access: 'staff:staff',
  summary: 'One account of the staff.',
  output: staffMemberRow,
  ...ROW_CALL,
});

export const createMember = defineCall({
  method: 'POST',
  access: 'staff:staff',
  bare: true,
  path: 'staff/createMember',
  summary: 'Makes an account; its password is shown once.',
  input: createMemberBody,
  output: staffPasswordView,
  refusals: ['staff.name-taken', 'staff.queues-for-reviewers'],
});

// Administrators cannot change their own account.
const OTHERS = ['staff.not-found', 'staff.own-account'] as const;

export const changeMemberRole = defineCall({
  method: 'POST',
  access: 'staff:staff',
  bare: true,
  path: 'staff/changeMemberRole',
  summary: 'Gives an account another role and ends its sessions.',
  input: changeRoleBody,
  output: z.null(),
  refusals: [...OTHERS, 'staff.last-admin'],
});

export const disableMember = defineCall({
  method: 'POST',
  access: 'staff:staff',
  bare: true,
  path: 'staff/disableMember',
  summary: 'Shuts an account and ends its sessions.',
  input: memberBody,
  output: z.null(),
  refusals: [...OTHERS, 'staff.last-admin'],
});

export const enableMember = defineCall({
  method: 'POST',
  access: 'staff:staff',
  bare: true,
  path: 'staff/enableMember',
  summary: 'Opens an account that was shut.',
  input: memberBody,
  output: z.null(),
  refusals: OTHERS,
});

export const endMemberSessions = defineCall({
  method: 'POST',
  access: 'staff:staff',
  bare: true,
  path: 'staff/endMemberSessions',
  summary: 'Ends every session of an account.',
  input: memberBody,
  output: z.null(),
  refusals: OTHERS,
});

export const resetMemberPassword = defineCall({
  method: 'POST',
  access: 'staff:staff',
  bare: true,
  path: 'staff/resetMemberPassword',
  summary: 'Makes a new password, shown once, and ends the sessions under the old one.',
  input: memberBody,
  output: staffPasswordView,
  refusals: OTHERS,
});

export const resetMemberFactor = defineCall({
  method: 'POST',
  access: 'staff:staff',
  bare: true,
  path: 'staff/resetMemberFactor',
  summary: 'Takes a lost authenticator away and ends the sessions; the next log-in binds another.',
  input: memberBody,
  output: z.null(),
  refusals: OTHERS,
});

export const changeMemberQueues = defineCall({
  method: 'POST',
  access: 'staff:staff',
  bare: true,
  path: 'staff/changeMemberQueues',
  summary: 'Says which queues of requests a reviewer decides, and ends the sessions.',
  input: changeQueuesBody,
  output: z.null(),
  refusals: [...OTHERS, 'staff.queues-for-reviewers'],
});

export const changeMemberOwnUsers = defineCall({
  method: 'POST',
  access: 'staff:staff',
  bare: true,
  path: 'staff/changeMemberOwnUsers',
  summary: 'Records which user accounts are a member’s own; they never review those requests.',
  input: changeOwnUsersBody,
  output: z.null(),
  refusals: OTHERS,
});

export const staffQueues = defineCall({
  method: 'GET',
  path: 'staff/queues',
  access: 'staff:dashboard',
  summary: 'The queues of the caller’s roles, with the oldest item of each.',
  input: nothing,
  output: z.array(staffQueueView),
  bare: true,
});

export const staffTrends = defineCall({
  method: 'GET',
  path: 'staff/trends',
  access: 'staff:dashboard',
  summary: 'Orders, trades and new accounts of the last 24 hours, by the hour.',
  input: nothing,
  output: staffTrendsView,
  bare: true,
  refusals: ['request.unavailable'],
});

export const staffLocks = defineCall({
  method: 'GET',
  path: 'staff/locks',
  access: 'staff:users',
  summary: 'Logins that too many wrong passwords have locked.',
  output: z.array(staffLockRow),
  ...LIST_CALL,
});

export const staffTimers = defineCall({
  method: 'GET',
  path: 'staff/timers',
  access: 'staff:events',
  summary: 'Commands that are due later, and those that are late.',
  output: z.array(staffTimerRow),
  ...LIST_CALL,
});

export const staffInstruments = defineCall({
  method: 'GET',
  path: 'staff/instruments',
  access: 'staff:market',
  summary: 'Instruments as they are listed now.',
  output: z.array(staffInstrumentRow),
  ...LIST_CALL,
});

export const staffInstrument = defineCall({
  method: 'GET',
  path: 'staff/instruments/:id',
  access: 'staff:market',
  summary: 'One instrument.',
  output: staffInstrumentRow,
  ...ROW_CALL,
});
