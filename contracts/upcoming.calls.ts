import { z } from 'zod';
import { defineCall } from './call.contract.js';
import { upcomingInput } from './upcoming.contract.js';

const UPCOMING = {
  input: upcomingInput,
  summary: 'Not open yet: refused with `feature.not-open` until the product opens.',
  output: z.null(),
  refusals: ['feature.not-open'],
} as const;

export const lendMy = defineCall({
  method: 'GET',
  path: 'web/lendMy',
  access: 'public',
  ...UPCOMING,
});

export const lendList = defineCall({
  method: 'GET',
  path: 'web/lendList',
  access: 'public',
  ...UPCOMING,
});

export const lendMylist = defineCall({
  method: 'GET',
  path: 'web/lendMylist',
  access: 'public',
  ...UPCOMING,
});

export const lendBack = defineCall({
  method: 'GET',
  path: 'web/lendBack',
  access: 'public',
  ...UPCOMING,
});

export const lendImage = defineCall({
  method: 'GET',
  path: 'web/lend_img',
  access: 'public',
  ...UPCOMING,
});
