import { z } from 'zod';
import { defineCall } from './call.contract.js';
import {
  getIdentityFormQuery,
  getIdentityQuery,
  identityFormView,
  identitySubmittedView,
  identityView,
  levelBody,
  submitAddressBody,
  submitAdvancedBody,
  submitPrimaryBody,
} from './identity.contract.js';

export const getIdentity = defineCall({
  method: 'GET',
  path: 'web/getIdentity',
  access: 'real',
  summary: 'How far one is verified: the three levels with their states, and the rules that their forms follow.',
  input: getIdentityQuery,
  output: identityView,
});

export const getIdentityForm = defineCall({
  method: 'GET',
  path: 'web/getIdentityForm',
  access: 'real',
  summary: 'What was rejected or taken back, in full, to be corrected and sent again.',
  input: getIdentityFormQuery,
  output: identityFormView.nullable(),
});

const ACCOUNT_REFUSALS = ['account.not-found', 'request.unavailable'] as const;

const IMAGE_REFUSALS = ['image.not-found', 'image.purpose-wrong', 'image.already-used'] as const;

export const submitPrimary = defineCall({
  method: 'POST',
  path: 'web/submitPrimary',
  access: 'real',
  repeats: 'command',
  summary: 'Sends name, document and its photos for review. The images are uploaded before and named by id.',
  input: submitPrimaryBody,
  output: identitySubmittedView,
  refusals: [
    ...ACCOUNT_REFUSALS,
    'identity.already-verified',
    'identity.under-review',
    'identity.country-empty',
    'identity.document-type-empty',
    'identity.document-type-not-accepted',
    'identity.name-empty',
    'identity.name-invalid',
    'identity.number-empty',
    'identity.number-invalid',
    'identity.birth-date-empty',
    'identity.birth-date-invalid',
    'identity.too-young',
    'identity.front-missing',
    'identity.back-missing',
    'identity.held-missing',
    ...IMAGE_REFUSALS,
    'identity.country-fixed',
    'identity.document-used',
  ],
});

const LEVEL_REFUSALS = ['identity.already-verified', 'identity.under-review', 'identity.primary-required'] as const;

export const submitAdvanced = defineCall({
  method: 'POST',
  path: 'web/submitAdvanced',
  access: 'real',
  repeats: 'command',
  summary: 'Sends occupation, income, source of wealth and a proof of assets for review.',
  input: submitAdvancedBody,
  output: identitySubmittedView,
  refusals: [
    ...ACCOUNT_REFUSALS,
    ...LEVEL_REFUSALS,
    'identity.answer-empty',
    'identity.proof-missing',
    ...IMAGE_REFUSALS,
  ],
});

export const submitAddress = defineCall({
  method: 'POST',
  path: 'web/submitAddress',
  access: 'real',
  repeats: 'command',
  summary: 'Sends the address and a utility or broadband bill for review.',
  input: submitAddressBody,
  output: identitySubmittedView,
  refusals: [
    ...ACCOUNT_REFUSALS,
    ...LEVEL_REFUSALS,
    'identity.country-empty',
    'identity.address-empty',
    'identity.address-invalid',
    'identity.answer-empty',
    'identity.proof-missing',
    ...IMAGE_REFUSALS,
  ],
});

export const withdrawIdentity = defineCall({
  method: 'POST',
  path: 'web/withdrawIdentity',
  access: 'real',
  repeats: 'command',
  summary: 'Takes one’s own open request back before anybody decided.',
  input: levelBody,
  output: z.null(),
  refusals: [...ACCOUNT_REFUSALS, 'identity.already-verified', 'identity.nothing-to-withdraw'],
});
