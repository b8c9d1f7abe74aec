import { checkpointsView, getCheckpointsQuery } from './audit.contract.js';
import { defineCall } from './call.contract.js';

export const getCheckpoints = defineCall({
  method: 'GET',
  path: 'web/getCheckpoints',
  access: 'public',
  summary: 'Signed checkpoints of the histories, newest first, and the public keys: keep some, and check the house.',
  input: getCheckpointsQuery,
  output: checkpointsView,
});
