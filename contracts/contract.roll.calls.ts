import { defineCall } from './call.contract.js';
import { rollPositionBody, rollPreview, rollRefusals, previewRollQuery } from './contract.roll.contract.js';
import { CONTRACT_PLACING } from './contract.calls.js';
import { orderAnswer } from './order.contract.js';
import type { RefusalCode } from './refusal.contract.js';

const ROLLING: RefusalCode[] = [
  ...CONTRACT_PLACING,
  'contract.no-position',
  ...(Object.keys(rollRefusals) as RefusalCode[]),
];

export const previewRoll = defineCall({
  method: 'GET',
  path: 'web/previewRoll',
  cost: 2,
  access: 'user',
  summary: 'Prices, fees and the position of moving one to the next delivery contract, and all that stands against it.',
  input: previewRollQuery,
  output: rollPreview,
  refusals: ['market.symbol-unknown', 'contract.roll-perpetual', 'contract.no-later-contract', 'request.unavailable'],
});

export const rollPosition = defineCall({
  method: 'POST',
  path: 'web/rollPosition',
  access: 'user',
  repeats: 'command',
  summary: 'Closes a position at the market price and opens it in the next delivery contract, wholly or not at all.',
  input: rollPositionBody,
  output: orderAnswer,
  refusals: ROLLING,
});
