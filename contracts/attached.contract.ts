import { z } from 'zod';
import type { RefusalRule } from './refusal.contract.js';

/** In the order in which they are checked. */
export const attachedRefusals = {
  'order.attached-not-for-closing': { status: 422, field: 'attached' },
  'order.attached-not-at-close': { status: 422, field: 'attached' },
  'order.attached-level-empty': { status: 422, field: 'attached' },
  'order.attached-share-above-whole': { status: 422, field: 'attached' },
  'order.attached-take-profit-on-wrong-side': { status: 422, field: 'attached' },
  'order.attached-stop-loss-on-wrong-side': { status: 422, field: 'attached' },
} as const satisfies Record<string, RefusalRule>;

export const ATTACHED_LEVELS_MAX = 5;

const PRICE = String.raw`(\d{1,18}(\.\d{1,18})?)?`;
const LEVEL = String.raw`([1-9]\d?|100):${PRICE}:${PRICE}`;

/**
 * Take-profits and stop-losses of an order that opens: `share:takeProfit:stopLoss` for each level, the share in whole per cent of what is
 * filled, and one of the two prices may be empty. `50:70000:60000,50:75000:60000`.
 */
export const attachedText = z
  .string()
  .regex(new RegExp(`^${LEVEL}(,${LEVEL}){0,${ATTACHED_LEVELS_MAX - 1}}$`))
  .max(400);

export const attachedLevelView = z
  .object({
    share: z.number().describe('In per cent of what is filled.'),
    takeProfit: z.string().nullable(),
    stopLoss: z.string().nullable(),
    quantity: z.string().describe('What its orders were placed for so far.'),
    takeProfitOrderId: z.string().nullable().describe('The newest one; `null` before the first fill.'),
    stopLossOrderId: z.string().nullable(),
  })
  .meta({ id: 'AttachedLevelView', description: 'A take-profit and a stop-loss attached to an order.' });
export type AttachedLevelView = z.output<typeof attachedLevelView>;
