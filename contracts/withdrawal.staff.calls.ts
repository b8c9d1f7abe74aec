import { z } from 'zod';
import { defineCall } from './call.contract.js';
import { LIST_CALL } from './staff.contract.js';
import { staffWithdrawalRow, withdrawalPauseView } from './withdrawal.staff.contract.js';

export const staffWithdrawals = defineCall({
  method: 'GET',
  path: 'staff/withdrawals',
  access: 'staff:withdrawals',
  summary: 'Withdrawals of all persons, the newest first, without anything that is personal.',
  output: z.array(staffWithdrawalRow),
  ...LIST_CALL,
});

export const staffWithdrawalPause = defineCall({
  method: 'GET',
  path: 'staff/withdrawal-pause',
  access: 'staff:dashboard',
  summary: 'Whether all withdrawals are paused, by whom, and which change of that waits for a second person.',
  input: z.object({}),
  output: withdrawalPauseView,
  bare: true,
});
