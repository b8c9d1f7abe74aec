import { z } from 'zod';
import { commonFields } from './envelope.contract.js';
import type { RefusalRule } from './refusal.contract.js';

export const liabilityRefusals = {
  /** `nextAt`: when the first is due. */
  'liability.none-yet': { status: 200 },
  /** The person had no balance at that epoch. */
  'liability.no-leaf': { status: 200 },
  /** The nodes of an epoch that old are not kept. */
  'liability.not-kept': { status: 200 },
} as const satisfies Record<string, RefusalRule>;

/** An epoch is the instant that it was due for. */
const epoch = z.coerce.number().int().min(0).max(8_640_000_000_000_000);

/** The newest epoch when absent. */
export const getLiabilityProofQuery = z.strictObject({ ...commonFields, epoch: epoch.optional() });

export const getLiabilityEpochsQuery = z.strictObject({
  ...commonFields,
  realm: z.enum(['demo', 'real']).default('real'),
  cursor: z.string().max(64).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});

export const liabilitySum = z
  .object({
    asset: z.string(),
    amount: z.string(),
  })
  .meta({
    id: 'LiabilitySum',
    description:
      'What is owed of an asset: a decimal string above zero, without needless zeros. Lists are in the order of assets.',
  });
export type LiabilitySum = z.output<typeof liabilitySum>;

export const liabilityRootView = z
  .object({
    realm: z.string(),
    epoch: z.number(),
    position: z.number().describe('The balances are those after the event at this position, whose hash is `head`.'),
    head: z.string(),
    leaves: z.number(),
    sums: z.array(liabilitySum),
    root: z.string(),
    committedPosition: z
      .number()
      .describe(
        'The event that holds all this: it is chained to everything before it, and covered by the next checkpoint.',
      ),
    committedHash: z.string(),
  })
  .meta({ id: 'LiabilityRootView', description: 'A published root. Hashes are 32 bytes in lower-case hex.' });
export type LiabilityRootView = z.output<typeof liabilityRootView>;

export const liabilityEpochView = liabilityRootView
  .extend({
    committedAt: z.number(),
    kept: z.boolean().describe('Whether `web/getLiabilityProof` still answers proofs of it.'),
  })
  .meta({ id: 'LiabilityEpochView' });
export type LiabilityEpochView = z.output<typeof liabilityEpochView>;

export const liabilityEpochsView = z
  .object({
    items: z.array(liabilityEpochView),
    nextCursor: z.string().nullable(),
    nextAt: z.number().describe('When the next epoch is due, and how many hours lie between two.'),
    hours: z.number(),
  })
  .meta({ id: 'LiabilityEpochsView', description: 'Newest first.' });
export type LiabilityEpochsView = z.output<typeof liabilityEpochsView>;

export const liabilityProofView = liabilityRootView
  .extend({
    format: z.literal('glassbook/liability-proof/1'),
    leaf: z.object({ index: z.number(), ownerId: z.string(), nonce: z.string(), sums: z.array(liabilitySum) }),
    path: z
      .array(z.object({ sums: z.array(liabilitySum), hash: z.string() }))
      .describe('Siblings from the leaf upwards.'),
  })
  .meta({
    id: 'LiabilityProofView',
    description:
      "That a person's balances are in a published root; docs/liabilities.md says how it is checked. `index` says for every level, lowest bit first, whether the node is a left (0) or a right one (1).",
  });
export type LiabilityProofView = z.output<typeof liabilityProofView>;
