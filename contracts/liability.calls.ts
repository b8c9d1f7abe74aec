import { defineCall } from './call.contract.js';
import {
  getLiabilityEpochsQuery,
  getLiabilityProofQuery,
  liabilityEpochsView,
  liabilityProofView,
} from './liability.contract.js';

export const getLiabilityProof = defineCall({
  method: 'GET',
  path: 'web/getLiabilityProof',
  access: 'user',
  summary: 'That the account’s balances are counted in a published root of all that is owed: leaf, path and root.',
  input: getLiabilityProofQuery,
  output: liabilityProofView,
  refusals: ['liability.none-yet', 'liability.no-leaf', 'liability.not-kept'],
});

export const getLiabilityEpochs = defineCall({
  method: 'GET',
  path: 'web/getLiabilityEpochs',
  access: 'public',
  summary:
    'The published roots of all that is owed, newest first, with sums by asset and where they stand in the history.',
  input: getLiabilityEpochsQuery,
  output: liabilityEpochsView,
});
