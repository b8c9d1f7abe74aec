import { z } from 'zod';
import { defineCall } from './call.contract.js';
import {
  addPayeeAddressBody,
  addPayeeCardBody,
  getPayeesQuery,
  labelPayeeBody,
  payeeAddedView,
  payeesView,
  removePayeeBody,
  setPaymentSettingsBody,
} from './payee.contract.js';
import type { RefusalCode } from './refusal.contract.js';

export const getPayees = defineCall({
  method: 'GET',
  path: 'web/getPayees',
  access: 'real',
  summary:
    'Saved withdrawal addresses, bank cards and payment settings, with the networks that addresses can be saved for.',
  input: getPayeesQuery,
  output: payeesView,
});

/** What the trade password and the authenticator's code may be refused by. */
const PROOF: RefusalCode[] = [
  'security.trade-password-missing',
  'security.trade-password-required',
  'security.trade-password-wrong',
  'security.google-required',
  'security.google-wrong',
  'security.google-used',
  'security.changed-meanwhile',
  'account.locked',
  'request.unavailable',
];

export const addPayeeAddress = defineCall({
  method: 'POST',
  path: 'web/addPayeeAddress',
  access: 'real',
  repeats: 'command',
  summary: 'Saves a withdrawal address; it may be paid to once it has cooled off (policy `payee.rules`).',
  input: addPayeeAddressBody,
  output: payeeAddedView,
  refusals: [
    'payee.currency-not-on-network',
    'payee.address-format',
    'payee.address-checksum',
    'payee.address-network',
    'payee.tag-required',
    'payee.tag-unused',
    'payee.address-known',
    'payee.too-many',
    ...PROOF,
  ],
});

export const addPayeeCard = defineCall({
  method: 'POST',
  path: 'web/addPayeeCard',
  access: 'real',
  repeats: 'command',
  summary: 'Saves a bank card or account; it may be paid to once it has cooled off.',
  input: addPayeeCardBody,
  output: payeeAddedView,
  refusals: [
    'payee.country-unknown',
    'payee.account-format',
    'payee.iban-required',
    'payee.iban-country',
    'payee.iban-unknown-country',
    'payee.iban-length',
    'payee.iban-checksum',
    'payee.iban-format',
    'payee.bic-required',
    'payee.bic-format',
    'payee.routing-required',
    'payee.routing-checksum',
    'payee.routing-unused',
    'account.phone-invalid',
    'payee.card-known',
    'payee.too-many',
    ...PROOF,
  ],
});

export const labelPayee = defineCall({
  method: 'POST',
  path: 'web/labelPayee',
  access: 'real',
  repeats: 'command',
  summary: 'Gives a saved address or bank card another name; it does not cool off again.',
  input: labelPayeeBody,
  output: z.null(),
  refusals: ['payee.not-found', 'request.unavailable'],
});

export const removePayee = defineCall({
  method: 'POST',
  path: 'web/removePayee',
  access: 'real',
  repeats: 'command',
  summary: 'Takes an address or a bank card out of the book. What is on its way there goes on.',
  input: removePayeeBody,
  output: z.null(),
  refusals: ['payee.not-found'],
});

export const setPaymentSettings = defineCall({
  method: 'POST',
  path: 'web/setPaymentSettings',
  access: 'real',
  repeats: 'command',
  summary: 'Sets name, bank, Alipay and WeChat of the person, all six at once.',
  input: setPaymentSettingsBody,
  output: z.null(),
  refusals: PROOF,
});
