import { z } from 'zod';
import { defineCall } from './call.contract.js';
import { reconciliationBegunView, runReconciliationBody, staffReconciliationRow } from './reconciliation.contract.js';
import { LIST_CALL, ROW_CALL } from './staff.contract.js';

export const staffReconciliations = defineCall({
  method: 'GET',
  path: 'staff/reconciliations',
  access: 'staff:reconciliation',
  summary: 'Comparisons of the books with chain, bank and wires, the newest first.',
  output: z.array(staffReconciliationRow),
  ...LIST_CALL,
});

export const staffReconciliation = defineCall({
  method: 'GET',
  path: 'staff/reconciliations/:id',
  access: 'staff:reconciliation',
  summary: 'One comparison with every line.',
  output: staffReconciliationRow,
  ...ROW_CALL,
  refusals: ['staff.not-found', 'request.unavailable'],
});

export const runReconciliation = defineCall({
  method: 'POST',
  path: 'staff/runReconciliation',
  access: 'staff:reconciling',
  repeats: 'command',
  summary: 'Compares books, chain and bank now, besides the daily run.',
  input: runReconciliationBody,
  output: reconciliationBegunView,
  bare: true,
});
