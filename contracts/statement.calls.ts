import { defineCall } from './call.contract.js';
import { exportDisposalsQuery, exportStatementQuery, getStatementQuery, statementView } from './statement.contract.js';

export const getStatement = defineCall({
  method: 'GET',
  path: 'web/getStatement',
  cost: 5,
  access: 'user',
  summary: 'Opening balances, sums by kind and closing balances of a period, with the history’s hash at both ends.',
  input: getStatementQuery,
  output: statementView,
  refusals: ['request.unavailable'],
});

export const exportStatement = defineCall({
  method: 'GET',
  path: 'web/exportStatement',
  access: 'user',
  summary: 'The period as a CSV file (RFC 4180, UTF-8): every posting with the balance after it, the oldest first.',
  input: exportStatementQuery,
  output: 'csv',
  refusals: ['request.unavailable'],
});

export const exportDisposals = defineCall({
  method: 'GET',
  path: 'web/exportDisposals',
  access: 'user',
  summary:
    'Disposals, income and charges of the period with proceeds, cost, fee and gain in USDT, as a CSV file for taxes.',
  input: exportDisposalsQuery,
  output: 'csv',
  refusals: ['request.unavailable'],
});

export const exportStatementPdf = defineCall({
  method: 'GET',
  path: 'web/exportStatementPdf',
  access: 'user',
  summary: 'The period as a PDF document in the caller’s language; many movements are left to the CSV file.',
  input: exportStatementQuery,
  output: 'pdf',
  refusals: ['request.unavailable'],
});
