import { z } from 'zod';
import {
  appealC2cBody,
  c2cChangedView,
  c2cCreatedView,
  c2cMessagesView,
  c2cOrderQuery,
  c2cOrderRow,
  c2cOrderView,
  c2cView,
  createC2cBody,
  exportC2cOrdersQuery,
  getC2cOrdersQuery,
  getC2cQuery,
  readC2cMessagesBody,
  sendC2cMessageBody,
  staffC2cImageQuery,
  staffC2cMessageBody,
  staffC2cOrderBody,
  staffC2cRow,
  staffC2cUploadQuery,
  staffC2cView,
  submitC2cBody,
} from './c2c.contract.js';
import { defineCall } from './call.contract.js';
import { chatImageView } from './chat.contract.js';
import { pageOf } from './envelope.contract.js';
import { LIST_CALL, ROW_CALL } from './staff.contract.js';

export const staffC2cOrders = defineCall({
  method: 'GET',
  path: 'staff/c2c-orders',
  access: 'staff:purchases',
  summary: 'C2C orders of everybody, the newest first.',
  output: z.array(staffC2cRow),
  ...LIST_CALL,
});

export const staffC2cOrder = defineCall({
  method: 'GET',
  path: 'staff/c2c-orders/:id',
  access: 'staff:purchases',
  summary: 'One order with what was written on it. The reading is recorded.',
  output: staffC2cView,
  ...ROW_CALL,
  refusals: ['staff.not-found', 'request.unavailable'],
});

export const staffSendC2cMessage = defineCall({
  method: 'POST',
  path: 'staff/sendC2cMessage',
  access: 'staff:talking',
  repeats: 'command',
  summary: 'Writes to the person on an order.',
  input: staffC2cMessageBody,
  output: z.null(),
  bare: true,
  refusals: [
    ...['c2c.order-not-found', 'staff.role-missing', 'review.own', 'account.not-found'],
    ...['c2c.message-empty', 'c2c.messages-full', 'image.not-found', 'image.purpose-wrong', 'image.already-used'],
  ] as const,
});

export const uploadStaffC2cImage = defineCall({
  method: 'POST',
  path: 'staff/uploadC2cImage',
  access: 'staff:talking',
  summary:
    'Takes an image in for an answer on an order: re-encoded without metadata, and sealed under the person’s key.',
  input: staffC2cUploadQuery,
  upload: true,
  output: chatImageView,
  bare: true,
  refusals: [
    'c2c.order-not-found',
    'staff.role-missing',
    'review.own',
    'account.not-found',
    'image.missing',
    'image.too-large',
    'image.type-wrong',
    'image.broken',
    'image.too-many-pixels',
    'image.too-small',
    'image.too-many',
  ],
});

export const staffC2cImage = defineCall({
  method: 'GET',
  path: 'staff/c2c-images/:id',
  access: 'staff:talking',
  summary: 'An image of the chat on an order. Every opening is recorded before the first byte leaves.',
  input: staffC2cImageQuery,
  output: 'jpeg',
  refusals: ['c2c.order-not-found', 'image.not-found', 'staff.role-missing', 'review.own'],
});

export const staffReadC2cMessages = defineCall({
  method: 'POST',
  path: 'staff/readC2cMessages',
  access: 'staff:talking',
  repeats: 'command',
  summary: 'Marks what the person wrote on an order as read.',
  input: staffC2cOrderBody,
  output: z.null(),
  bare: true,
  refusals: ['c2c.order-not-found', 'staff.role-missing', 'review.own'],
});

export const reinstateC2c = defineCall({
  method: 'POST',
  path: 'staff/reinstateC2c',
  access: 'staff:reinstating',
  repeats: 'command',
  summary: 'Gives an expired order new time, while the rules allow it.',
  input: staffC2cOrderBody,
  output: c2cChangedView,
  bare: true,
  refusals: [
    'c2c.order-not-found',
    'staff.role-missing',
    'review.own',
    'c2c.not-expired',
    'c2c.expired-for-good',
    'c2c.order-moved',
  ],
});

export const getC2c = defineCall({
  method: 'GET',
  path: 'web/getC2c',
  access: 'real',
  summary: 'The price of one USDT now in each currency, the rules, and the caller’s progress.',
  input: getC2cQuery,
  output: c2cView,
  refusals: ['request.unavailable'],
});

const ACCOUNT = ['account.not-found', 'request.unavailable'] as const;

export const createC2c = defineCall({
  method: 'POST',
  path: 'web/createC2c',
  access: 'real',
  repeats: 'command',
  summary: 'Pre-orders at the price that was shown; staff look for a seller.',
  input: createC2cBody,
  output: c2cCreatedView,
  refusals: [
    ...ACCOUNT,
    'c2c.primary-required',
    'c2c.currency-not-offered',
    'c2c.amount-empty',
    'c2c.amount-invalid',
    'c2c.amount-below-minimum',
    'c2c.amount-above-maximum',
    'c2c.amount-needs-advanced',
    'market.symbol-unknown',
    'market.halted',
    'market.not-listed',
    'market.delisted',
    'c2c.price-moved',
    'c2c.too-many-open',
  ],
});

export const getC2cOrder = defineCall({
  method: 'GET',
  path: 'web/getC2cOrder',
  access: 'real',
  summary: 'One order of the caller: the seller’s account to wire to, the time left, and everything that happened.',
  input: c2cOrderQuery,
  output: c2cOrderView,
  refusals: ['c2c.order-not-found', 'request.unavailable'],
});

export const getC2cOrders = defineCall({
  method: 'GET',
  path: 'web/getC2cOrders',
  access: 'real',
  summary: 'The caller’s orders, newest first.',
  input: getC2cOrdersQuery,
  output: pageOf(c2cOrderRow),
  refusals: ['request.unavailable'],
});

export const exportC2cOrders = defineCall({
  method: 'GET',
  path: 'web/exportC2cOrders',
  access: 'real',
  summary: 'The same as a CSV file (RFC 4180, UTF-8), newest first.',
  input: exportC2cOrdersQuery,
  output: 'csv',
  refusals: ['request.unavailable'],
});

export const submitC2c = defineCall({
  method: 'POST',
  path: 'web/submitC2c',
  access: 'real',
  repeats: 'command',
  summary:
    'Sends the remittance voucher (an image uploaded before) with who paid from which bank. The time stops with it.',
  input: submitC2cBody,
  output: c2cChangedView,
  refusals: [
    ...ACCOUNT,
    'c2c.order-not-found',
    'c2c.not-matched',
    'c2c.already-remitted',
    'c2c.order-closed',
    'c2c.expired',
    'c2c.payer-name-empty',
    'c2c.payer-bank-empty',
    'c2c.voucher-missing',
    'image.not-found',
    'image.purpose-wrong',
    'image.already-used',
  ],
});

export const appealC2c = defineCall({
  method: 'POST',
  path: 'web/appealC2c',
  access: 'real',
  repeats: 'command',
  summary: 'Contests the rejection of a voucher, once; somebody else looks at it.',
  input: appealC2cBody,
  output: c2cChangedView,
  refusals: [
    ...ACCOUNT,
    'c2c.order-not-found',
    'c2c.nothing-to-appeal',
    'c2c.appealed-before',
    'c2c.appeal-late',
    'c2c.appeal-empty',
  ],
});

export const getC2cMessages = defineCall({
  method: 'GET',
  path: 'web/getC2cMessages',
  access: 'real',
  summary: 'The chat of the caller and support on an order, oldest first.',
  input: c2cOrderQuery,
  output: c2cMessagesView,
  refusals: ['c2c.order-not-found', 'request.unavailable'],
});

export const sendC2cMessage = defineCall({
  method: 'POST',
  path: 'web/sendC2cMessage',
  access: 'real',
  repeats: 'command',
  summary: 'Writes to support on an order.',
  input: sendC2cMessageBody,
  output: z.null(),
  refusals: [
    ...['c2c.order-not-found', 'c2c.message-empty', 'c2c.messages-full', 'c2c.images-full', 'request.unavailable'],
    ...['image.not-found', 'image.purpose-wrong', 'image.already-used'],
  ] as const,
});

export const readC2cMessages = defineCall({
  method: 'POST',
  path: 'web/readC2cMessages',
  access: 'real',
  repeats: 'command',
  summary: 'Marks what support wrote on an order as read.',
  input: readC2cMessagesBody,
  output: z.null(),
  refusals: ['c2c.order-not-found', 'request.unavailable'],
});
