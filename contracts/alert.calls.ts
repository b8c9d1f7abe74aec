import { z } from 'zod';
import {
  alertLimitsView,
  alertSetView,
  alertsView,
  changeAlertBody,
  getAlertsQuery,
  pauseAlertBody,
  removeAlertBody,
  setAlertBody,
  staffAlertRow,
} from './alert.contract.js';
import { defineCall } from './call.contract.js';
import { commonOnly } from './envelope.contract.js';
import type { RefusalCode } from './refusal.contract.js';
import { LIST_CALL } from './staff.contract.js';

export const getAlerts = defineCall({
  method: 'GET',
  path: 'web/getAlerts',
  access: 'user',
  summary: 'Own price alerts, newest first: active ones, those that were told, or those that are over.',
  input: getAlertsQuery,
  output: alertsView,
  refusals: ['request.unavailable'],
});

export const getAlertLimits = defineCall({
  method: 'GET',
  path: 'web/getAlertLimits',
  access: 'user',
  summary: 'What the policy of price alerts allows, and how many the caller has open.',
  input: commonOnly,
  output: alertLimitsView,
  refusals: ['request.unavailable'],
});

/** What the terms of an alert may be refused by. */
const TERMS: RefusalCode[] = [
  'market.symbol-unknown',
  'alert.delisted',
  'alert.not-listed-yet',
  'alert.price-tick',
  'alert.price-range',
  'alert.percent-range',
  'alert.already-reached',
  'alert.end-past',
  'alert.end-far',
  'alert.pause-short',
  'alert.real-only',
  'alert.email-missing',
  'request.unavailable',
];

export const setAlert = defineCall({
  method: 'POST',
  path: 'web/setAlert',
  access: 'user',
  repeats: 'command',
  summary:
    'Sets a price alert: the price rises to, falls to or crosses a level, or moves by some per cent in 24 hours.',
  input: setAlertBody,
  output: alertSetView,
  refusals: ['alert.too-many', ...TERMS],
});

export const changeAlert = defineCall({
  method: 'POST',
  path: 'web/changeAlert',
  access: 'user',
  repeats: 'command',
  summary: 'Gives an open price alert other terms, all at once; it is watched anew from then on.',
  input: changeAlertBody,
  output: alertSetView,
  refusals: ['alert.not-found', ...TERMS],
});

export const pauseAlert = defineCall({
  method: 'POST',
  path: 'web/pauseAlert',
  access: 'user',
  repeats: 'command',
  summary: 'Pauses an open price alert, or resumes it; a resumed one waits until the price is off its level again.',
  input: pauseAlertBody,
  output: z.null(),
  refusals: ['alert.not-found'],
});

export const removeAlert = defineCall({
  method: 'POST',
  path: 'web/removeAlert',
  access: 'user',
  repeats: 'command',
  whenBarred: true,
  summary: 'Removes an open price alert.',
  input: removeAlertBody,
  output: z.null(),
  refusals: ['alert.not-found'],
});

export const staffAlerts = defineCall({
  method: 'GET',
  path: 'staff/alerts',
  access: 'staff:orders',
  summary: 'Price alerts of all accounts, the newest first, without their notes.',
  output: z.array(staffAlertRow),
  ...LIST_CALL,
});
