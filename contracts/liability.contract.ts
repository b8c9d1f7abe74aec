import { z } from 'zod';
import { commonFields } from './account.contract.js';
import type { RefusalRule } from './refusal.contract.js';

export const liabilityRefusals = {
  /** `nextAt`: when the first is due. */
  'liability.none-yet': { status: 200 },
  /** Nothing was owed to the asker at that epoch. */
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

/** What is owed of an asset: a decimal string above zero, without needless zeros. Lists are in the order of assets. */
export interface LiabilitySum {
  asset: string;
  amount: string;
}

/** A published root. Hashes are 32 bytes in lower-case hex. */
export interface LiabilityRootView {
  realm: string;
  epoch: number;
  /** The balances are those after the event at this position, whose hash is `head`. */
  position: number;
  head: string;
  leaves: number;
  sums: LiabilitySum[];
  root: string;
  /** The event that holds all this: it is chained to everything before it, and covered by the next checkpoint. */
  committedPosition: number;
  committedHash: string;
}

export interface LiabilityEpochView extends LiabilityRootView {
  committedAt: number;
  /** Whether `web/getLiabilityProof` still answers proofs of it. */
  kept: boolean;
}

/** Newest first. */
export interface LiabilityEpochsView {
  items: LiabilityEpochView[];
  nextCursor: string | null;
  /** When the next epoch is due, and how many hours lie between two. */
  nextAt: number;
  hours: number;
}

/**
 * That a person's balances are in a published root; docs/liabilities.md says how it is checked. `index` says for every level,
 * lowest bit first, whether the node is a left (0) or a right one (1).
 */
export interface LiabilityProofView extends LiabilityRootView {
  format: 'glassbook/liability-proof/1';
  leaf: { index: number; ownerId: string; nonce: string; sums: LiabilitySum[] };
  /** Siblings from the leaf upwards. */
  path: { sums: LiabilitySum[]; hash: string }[];
}
