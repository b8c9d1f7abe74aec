import { z } from 'zod';
import { defineCall } from './call.contract.js';
import { eraseMeBody, exportMeBody, imageQuery, uploadedImageView, uploadImageQuery } from './personal.contract.js';

export const uploadImage = defineCall({
  method: 'POST',
  path: 'web/uploadImage',
  access: 'real',
  summary: 'Takes one private image in, to be sent with a form by its id: re-encoded without metadata, and sealed.',
  input: uploadImageQuery,
  upload: true,
  output: uploadedImageView,
  refusals: [
    'image.missing',
    'image.too-large',
    'image.type-wrong',
    'image.broken',
    'image.too-many-pixels',
    'image.too-small',
    'image.too-many',
  ],
});

export const getImage = defineCall({
  method: 'GET',
  path: 'web/getImage',
  access: 'real',
  summary: 'One of your own private images, as a file.',
  input: imageQuery,
  output: 'jpeg',
  refusals: ['image.not-found'],
});

export const removeImage = defineCall({
  method: 'POST',
  path: 'web/removeImage',
  access: 'real',
  summary: 'Takes an uploaded image away again, as long as it was not sent with a form.',
  input: imageQuery,
  output: z.null(),
  refusals: ['image.not-found', 'image.already-used'],
});

const PROOF = [
  'security.password-missing',
  'security.password-wrong',
  'security.google-required',
  'security.google-wrong',
  'security.google-used',
  'security.changed-meanwhile',
  'account.locked',
] as const;

export const exportMe = defineCall({
  method: 'POST',
  path: 'web/exportMe',
  access: 'real',
  whenBarred: true,
  summary: 'Everything that is held about you, as a ZIP: data.json and your images. Asks for your password.',
  input: exportMeBody,
  output: 'zip',
  refusals: ['person.exports-too-many', ...PROOF],
});

export const eraseMe = defineCall({
  method: 'POST',
  path: 'web/eraseMe',
  access: 'real',
  summary: 'Closes the account for good and erases everything that names you; the ledger goes on under a number.',
  input: eraseMeBody,
  output: z.null(),
  refusals: [
    'person.confirm-wrong',
    'person.orders-open',
    'person.positions-open',
    'person.requests-open',
    'account.not-found',
    'request.unavailable',
    ...PROOF,
  ],
});
