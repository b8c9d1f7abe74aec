import { z } from 'zod';
import { defineCall } from './call.contract.js';
import { commonFields } from './envelope.contract.js';
import { ownedView } from './owned.contract.js';
import { ROW_CALL } from './staff.contract.js';

export const getOwned = defineCall({
  method: 'GET',
  path: 'web/getOwned',
  cost: 5,
  access: 'user',
  summary: 'Net assets over all products, less debts: by product and coin, when they can be had, and dated income.',
  input: z.strictObject(commonFields),
  output: ownedView,
  refusals: ['request.unavailable'],
});

export const staffUserOwned = defineCall({
  method: 'GET',
  path: 'staff/users/:id/owned',
  access: 'staff:users',
  summary: 'What a user owns over all products, less debts.',
  output: ownedView,
  ...ROW_CALL,
  refusals: ['staff.not-found', 'request.unavailable'],
});
