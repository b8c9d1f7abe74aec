import { commonOnly } from './envelope.contract.js';
import { defineCall } from './call.contract.js';
import { promotionView } from './invitation.contract.js';

export const getMyPromotion = defineCall({
  method: 'GET',
  path: 'web/getMyPromotion',
  access: 'real',
  summary: 'One’s own invitation code and link, and how many came by it on each of four levels.',
  input: commonOnly,
  output: promotionView,
  refusals: ['request.unavailable'],
});
