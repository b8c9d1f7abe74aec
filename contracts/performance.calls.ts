import { defineCall } from './call.contract.js';
import { getPerformanceQuery, performanceView } from './performance.contract.js';

export const getPerformance = defineCall({
  method: 'GET',
  path: 'web/getPerformance',
  cost: 5,
  access: 'user',
  summary: 'Average cost, realised and unrealised profit and loss of each coin and in total, and the result of today.',
  input: getPerformanceQuery,
  output: performanceView,
  refusals: ['request.unavailable'],
});
