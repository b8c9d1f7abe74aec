import { defineCall } from './call.contract.js';
import {
  depositAddressView,
  depositChannelsView,
  depositDetailView,
  depositSubmittedView,
  depositView,
  exportDepositsQuery,
  getDepositAddressQuery,
  getDepositChannelsQuery,
  getDepositQuery,
  getDepositsQuery,
  submitDepositBody,
} from './deposit.contract.js';
import { pageOf } from './envelope.contract.js';

export const getDepositChannels = defineCall({
  method: 'GET',
  path: 'web/getDepositChannels',
  access: 'real',
  summary: 'Currencies and networks that deposits are taken in, with minimums and confirmations.',
  input: getDepositChannelsQuery,
  output: depositChannelsView,
});

export const getDepositAddress = defineCall({
  method: 'GET',
  path: 'web/getDepositAddress',
  access: 'real',
  summary: 'The own address on a network; the first asking assigns it for ever.',
  input: getDepositAddressQuery,
  output: depositAddressView,
  refusals: ['deposit.channel-closed', 'account.frozen', 'account.not-found', 'request.unavailable'],
});

export const submitDeposit = defineCall({
  method: 'POST',
  path: 'web/submitDeposit',
  access: 'real',
  repeats: 'command',
  summary:
    'Says what was sent, by its hash. What the network knows confirms by itself; everything else waits for staff.',
  input: submitDepositBody,
  output: depositSubmittedView,
  refusals: [
    'deposit.channel-closed',
    'deposit.amount-zero',
    'deposit.amount-over-precise',
    'deposit.hash-required',
    'deposit.hash-invalid',
    'account.not-found',
    'deposit.too-many-waiting',
    'image.not-found',
    'image.purpose-wrong',
    'image.already-used',
    'deposit.hash-used',
    'request.unavailable',
  ],
});

export const getDeposits = defineCall({
  method: 'GET',
  path: 'web/getDeposits',
  access: 'real',
  summary: 'Own deposits, newest first, by currency, network, label, beginning of the hash and period.',
  input: getDepositsQuery,
  output: pageOf(depositView),
  refusals: ['request.unavailable'],
});

export const getDeposit = defineCall({
  method: 'GET',
  path: 'web/getDeposit',
  access: 'real',
  summary: 'One deposit, fact by fact, with the place and hash of each in the history.',
  input: getDepositQuery,
  output: depositDetailView,
  refusals: ['deposit.not-found'],
});

export const exportDeposits = defineCall({
  method: 'GET',
  path: 'web/exportDeposits',
  access: 'real',
  summary: 'Own deposits as a CSV file (RFC 4180, UTF-8), newest first.',
  input: exportDepositsQuery,
  output: 'csv',
  refusals: ['request.unavailable'],
});
