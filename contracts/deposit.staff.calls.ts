import { z } from 'zod';
import { defineCall } from './call.contract.js';
import { staffDepositRow } from './deposit.staff.contract.js';
import { LIST_CALL } from './staff.contract.js';

export const staffDeposits = defineCall({
  method: 'GET',
  path: 'staff/deposits',
  access: 'staff:deposits',
  summary: 'Deposits of all persons and of nobody, the newest first, without anything that is personal.',
  output: z.array(staffDepositRow),
  ...LIST_CALL,
});
