import { z } from 'zod';
import { commonFields } from './envelope.contract.js';
import { orderProblem } from './order.contract.js';
import type { RefusalRule } from './refusal.contract.js';

export const rollRefusals = {
  /** `symbol` never delivers. */
  'contract.roll-perpetual': { status: 422, field: 'symbol' },
  /** No contract on `underlying` that delivers later is traded yet. */
  'contract.no-later-contract': { status: 200, field: 'symbol' },
  /** `symbol`, the next contract, is in one-way mode and the other side is open there. */
  'contract.roll-against': { status: 200, field: 'side' },
  /** To keep the margin, `needed` USDT would have to be added once all is filled; `available` would be there. */
  'contract.roll-margin-short': { status: 200 },
} as const satisfies Record<string, RefusalRule>;

export const rollPositionBody = z.strictObject({
  ...commonFields,
  symbol: z.string().min(2).max(24),
  side: z.enum(['long', 'short']),
});
export const previewRollQuery = rollPositionBody;

export const rollPreview = z
  .object({
    problems: z.array(orderProblem),
    to: z.string().describe('The next contract on the same underlying.'),
    deliversAt: z.number(),
    leverage: z.number(),
    figures: z
      .object({
        quantity: z.string(),
        closePrice: z.string(),
        openPrice: z.string(),
        basis: z.string().describe('What the next contract costs more; below zero where it costs less.'),
        closingFee: z.string(),
        openingFee: z.string(),
        realisedPnl: z.string().describe('Before fees, by closing.'),
        margin: z.string().describe('Of the position in the next contract, with what was open there before.'),
        liquidationPrice: z.string().nullable(),
        bankruptcyPrice: z.string(),
      })
      .nullable()
      .describe('`null` where a rule is broken.'),
  })
  .meta({ id: 'RollPreview', description: 'What rolling a position would do now. Amounts in USDT. It binds nobody.' });
export type RollPreview = z.output<typeof rollPreview>;
