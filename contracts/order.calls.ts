import { z } from 'zod';
import { defineCall } from './call.contract.js';
import { pageOf } from './envelope.contract.js';
import type { RefusalCode } from './refusal.contract.js';
import {
  amendOrderBody,
  cancelAllOrdersBody,
  cancelOrderBody,
  exportOrdersQuery,
  exportTradesQuery,
  getMyTradesQuery,
  getOpenOrdersQuery,
  getOrderEventsQuery,
  getOrderHistoryQuery,
  getOrderQuery,
  orderAnswer,
  orderEventsView,
  orderView,
  orderRefusals,
  tradeView,
} from './order.contract.js';

export const getOpenOrders = defineCall({
  method: 'GET',
  path: 'web/getOpenOrders',
  access: 'user',
  summary: 'The orders that are not done yet, newest first.',
  input: getOpenOrdersQuery,
  output: z.array(orderView),
  refusals: ['request.unavailable'],
});

export const getOrder = defineCall({
  method: 'GET',
  path: 'web/getOrder',
  access: 'user',
  summary: 'One order, by its id or by the client order id.',
  input: getOrderQuery,
  output: orderView,
  refusals: ['order.not-found', 'request.unavailable'],
});

export const getOrderHistory = defineCall({
  method: 'GET',
  path: 'web/getOrderHistory',
  cost: 2,
  access: 'user',
  summary: 'Past orders, newest first; with a status, the orders of that status, open ones too.',
  input: getOrderHistoryQuery,
  output: pageOf(orderView),
  refusals: ['request.unavailable'],
});

export const getMyTrades = defineCall({
  method: 'GET',
  path: 'web/getMyTrades',
  cost: 2,
  access: 'user',
  summary: 'The trades of the account, newest first.',
  input: getMyTradesQuery,
  output: pageOf(tradeView),
  refusals: ['request.unavailable'],
});

export const getOrderEvents = defineCall({
  method: 'GET',
  path: 'web/getOrderEvents',
  access: 'user',
  summary: 'What happened to one order, fact by fact, with the place and hash of each in the history.',
  input: getOrderEventsQuery,
  output: orderEventsView,
  refusals: ['order.not-found', 'request.unavailable'],
});

export const exportOrders = defineCall({
  method: 'GET',
  path: 'web/exportOrders',
  access: 'user',
  summary: 'Past orders as a CSV file (RFC 4180, UTF-8), newest first.',
  input: exportOrdersQuery,
  output: 'csv',
  refusals: ['request.unavailable'],
});

export const exportTrades = defineCall({
  method: 'GET',
  path: 'web/exportTrades',
  access: 'user',
  summary: 'The trades of the account as a CSV file (RFC 4180, UTF-8), newest first.',
  input: exportTradesQuery,
  output: 'csv',
  refusals: ['request.unavailable'],
});

/** What commands of trading refuse until the owner has unlocked them. */
export const TRADE_PASSWORD = [
  'security.trade-password-missing',
  'security.trade-password-required',
] as const satisfies RefusalCode[];

/** What placing or amending an order can refuse, whatever is traded. */
export const PLACING: RefusalCode[] = [
  'market.symbol-unknown',
  'market.closed',
  'market.delisted',
  ...TRADE_PASSWORD,
  'request.unavailable',
  ...(Object.keys(orderRefusals) as RefusalCode[]),
];

export const amendOrder = defineCall({
  method: 'POST',
  path: 'web/amendOrder',
  access: 'user',
  repeats: 'command',
  event: 'amendOrder',
  summary:
    'Changes price, stop price, quantity or attached levels; a smaller quantity at the same price keeps its place in the queue.',
  input: amendOrderBody,
  output: orderAnswer,
  refusals: PLACING,
});

const CANCELLING: RefusalCode[] = ['market.symbol-unknown', 'order.not-found', 'request.unavailable'];

export const cancelOrder = defineCall({
  method: 'POST',
  path: 'web/cancelOrder',
  access: 'user',
  repeats: 'command',
  event: 'cancelOrder',
  summary: 'Cancels an order; of an OCO pair both. One at the close (`ATC`) stands after the cut-off.',
  input: cancelOrderBody,
  output: orderAnswer,
  refusals: [...CANCELLING, 'order.closing-cut-off'],
});

export const cancelAllOrders = defineCall({
  method: 'POST',
  path: 'web/cancelAllOrders',
  access: 'user',
  repeats: 'command',
  event: 'cancelOrder',
  summary: 'Cancels every open order, of one symbol or of all, but for those at the close (`ATC`) after their cut-off.',
  input: cancelAllOrdersBody,
  output: orderAnswer,
  refusals: CANCELLING,
});
