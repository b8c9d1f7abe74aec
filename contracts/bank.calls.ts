import { z } from 'zod';
import { commonOnly } from './envelope.contract.js';
import { sendWireBody, sentWireView, staffBankView } from './bank.contract.js';
import { defineCall } from './call.contract.js';
import { nothing } from './staff.contract.js';

export const sendWire = defineCall({
  method: 'POST',
  path: 'web/sendWire',
  access: 'real',
  repeats: 'transaction',
  whenBarred: true,
  summary:
    'Plays the person’s own bank: the wire arrives at the account at once, with its reference; once for an `endToEndId`.',
  input: sendWireBody,
  output: sentWireView,
  refusals: ['asset.amount-zero', 'bank.too-many-decimals'],
});

export const getSentWires = defineCall({
  method: 'GET',
  path: 'web/getSentWires',
  access: 'real',
  summary: 'The wires that the person sent by web/sendWire, the newest first, at most 100.',
  input: commonOnly,
  output: z.array(sentWireView),
});

export const staffBank = defineCall({
  method: 'GET',
  path: 'staff/bank',
  access: 'staff:market',
  summary: 'The simulated bank: payouts by status, wires by currency, its hours and when it settled last.',
  input: nothing,
  output: staffBankView,
  bare: true,
});
