import { defineCall } from './call.contract.js';
import { transferBody, transferView } from './transfer.contract.js';

export const transferFunds = defineCall({
  method: 'POST',
  path: 'web/transfer',
  access: 'user',
  repeats: 'command',
  summary: 'Moves an available amount from one account space to another, at once and free of charge.',
  input: transferBody,
  output: transferView,
  refusals: [
    'transfer.same-space',
    'asset.amount-zero',
    'asset.insufficient',
    'asset.too-many-decimals',
    'request.unavailable',
  ],
});
