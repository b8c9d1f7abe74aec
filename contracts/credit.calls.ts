import { defineCall } from './call.contract.js';
import { creditProofSubmittedView, creditView, getCreditQuery, submitCreditProofBody } from './credit.contract.js';

export const getCredit = defineCall({
  method: 'GET',
  path: 'web/getCredit',
  access: 'real',
  summary: 'Credit score, everything that raised or lowered it, and how each proof stands.',
  input: getCreditQuery,
  output: creditView,
});

export const submitCreditProof = defineCall({
  method: 'POST',
  path: 'web/submitCreditProof',
  access: 'real',
  repeats: 'command',
  summary: 'Sends a credit proof for review. Its images are uploaded before and named by id, parted by commas.',
  input: submitCreditProofBody,
  output: creditProofSubmittedView,
  refusals: [
    'account.not-found',
    'credit.identity-required',
    'credit.proof-under-review',
    'credit.proof-accepted',
    'credit.image-required',
    'image.not-found',
    'image.purpose-wrong',
    'image.already-used',
    'request.unavailable',
  ],
});
