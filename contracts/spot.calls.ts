import { defineCall } from './call.contract.js';
import { feesView, feeTableView, getFeesQuery } from './fee.contract.js';
import { PLACING } from './order.calls.js';
import { orderAnswer, orderPreview, placeOcoBody, placeOrderBody, previewOrderQuery } from './order.contract.js';

export const placeOrder = defineCall({
  method: 'POST',
  path: 'web/placeOrder',
  access: 'user',
  repeats: 'command',
  event: 'createOrder',
  summary: 'Places a spot order: limit, market, stop, take-profit or trailing stop.',
  input: placeOrderBody,
  output: orderAnswer,
  refusals: PLACING,
});

export const placeOco = defineCall({
  method: 'POST',
  path: 'web/placeOco',
  access: 'user',
  repeats: 'command',
  event: 'createOrder',
  summary: 'Places a limit and a stop order of which one cancels the other.',
  input: placeOcoBody,
  output: orderAnswer,
  refusals: PLACING,
});

export const getFeeTable = defineCall({
  method: 'GET',
  path: 'web/getFeeTable',
  access: 'public',
  summary: 'Every fee tier: the 30-day volume that it begins with, and its rates.',
  input: getFeesQuery,
  output: feeTableView,
});

export const getFees = defineCall({
  method: 'GET',
  path: 'web/getFees',
  access: 'user',
  summary: "The account's fee tier, its 30-day volume and what is missing for the next tier.",
  input: getFeesQuery,
  output: feesView,
  refusals: ['request.unavailable'],
});

export const previewOrder = defineCall({
  method: 'GET',
  path: 'web/previewOrder',
  access: 'user',
  summary: 'What an order would fill, cost and pay in fees now, and all that stands against it, without placing it.',
  input: previewOrderQuery,
  output: orderPreview,
  refusals: ['market.symbol-unknown', 'market.closed', 'request.unavailable'],
});
