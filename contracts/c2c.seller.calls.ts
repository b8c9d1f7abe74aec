import { z } from 'zod';
import { defineCall } from './call.contract.js';
import {
  addSellerBody,
  changeSellerBody,
  sellerChangedView,
  staffSellerRow,
  staffSellerView,
  switchSellerBody,
} from './c2c.seller.contract.js';
import { LIST_CALL, ROW_CALL } from './staff.contract.js';

export const staffSellers = defineCall({
  method: 'GET',
  path: 'staff/sellers',
  access: 'staff:sellers',
  summary: 'The accounts that orders are matched with.',
  output: z.array(staffSellerRow),
  ...LIST_CALL,
});

export const staffSeller = defineCall({
  method: 'GET',
  path: 'staff/sellers/:id',
  access: 'staff:sellers',
  summary: 'One account with its bank details and what was matched with it today.',
  output: staffSellerView,
  ...ROW_CALL,
});

export const addSeller = defineCall({
  method: 'POST',
  path: 'staff/addSeller',
  access: 'staff:sellers',
  repeats: 'command',
  summary: 'Adds an account that orders may be matched with from now on.',
  input: addSellerBody,
  output: sellerChangedView,
  bare: true,
  refusals: ['staff.role-missing', 'seller.field-empty', 'seller.limits-crossed'],
});

export const changeSeller = defineCall({
  method: 'POST',
  path: 'staff/changeSeller',
  access: 'staff:sellers',
  repeats: 'command',
  summary: 'Makes a new version of an account; orders keep the version that they were matched with.',
  input: changeSellerBody,
  output: sellerChangedView,
  bare: true,
  refusals: ['staff.role-missing', 'seller.not-found', 'seller.changed', 'seller.field-empty', 'seller.limits-crossed'],
});

export const switchSeller = defineCall({
  method: 'POST',
  path: 'staff/switchSeller',
  access: 'staff:sellers',
  repeats: 'command',
  summary: 'Switches an account off or on; orders that are matched already go on.',
  input: switchSellerBody,
  output: sellerChangedView,
  bare: true,
  refusals: ['staff.role-missing', 'seller.not-found'],
});
