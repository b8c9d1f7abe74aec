import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { z } from 'zod';
import type {
  getLiabilityEpochsQuery,
  LiabilityEpochsView,
  LiabilityEpochView,
  LiabilityProofView,
  LiabilityRootView,
  LiabilitySum,
} from '../../../contracts/liability.contract.js';
import type { KnownPolicies } from '../../../contracts/policy.contract.js';
import { Clock } from '../../core/clock.js';
import { format } from '../../../shared/money.js';
import { Vault } from '../../core/ports/vault.js';
import { PolicySource } from '../../core/ports/policy-source.js';
import { isRefusal, refuse, type Refusal } from '../../core/refusal.js';
import { pageOf } from '../../engine/projections/cursor.js';
import { LIABILITIES_ID } from './liability.decider.js';
import type { LiabilitiesCommitted } from './liability.events.js';
import { epochKey } from './liability.publisher.js';
import { nodesIn, pathIn } from './liability.proof.js';
import { FIRST_DUE_ID, nextEpoch } from './liability.commands.js';
import { leafHash, nonceOf, type Sum, type TreeNode } from './liability.tree.js';
import { KEY_BYTES } from './tree-builder.js';
import { BUNDLE } from './tree-levels.js';

interface CommittedRow {
  version: number;
  position: number;
  at: number;
  data: string;
  hash: string;
}

interface BundleRow {
  ordinal: number;
  keys: Buffer;
  nodes: Buffer;
  middle: Buffer;
}

/** Roots from the history itself, and proofs from the kept nodes. */
@Injectable()
export class LiabilityQuery {
  constructor(
    private readonly pool: Pool,
    private readonly policies: PolicySource<KnownPolicies>,
    private readonly vault: Vault,
    private readonly clock: Clock,
  ) {}

  async epochs({
    realm,
    cursor,
    limit,
  }: z.output<typeof getLiabilityEpochsQuery>): Promise<LiabilityEpochsView | Refusal> {
    const { rows: kept } = await this.pool.query<{ epoch: number }>(
      'SELECT epoch FROM liability_bundles WHERE realm = $1 AND level = 0 AND ordinal = 0',
      [realm],
    );
    const there = new Set(kept.map(({ epoch }) => epoch));
    const page = await pageOf(
      { cursor, limit },
      ['version'],
      ([before], count) => this.committed(realm, { before }, count),
      (row): LiabilityEpochView => {
        const root = viewOf(realm, row);
        return { ...root, committedAt: row.at, kept: there.has(root.epoch) };
      },
    );
    return isRefusal(page) ? page : { ...page, ...(await this.next(realm)) };
  }

  /** The owner's own proof, of the newest epoch by default. */
  async proof(realm: string, ownerId: string, epoch?: number): Promise<LiabilityProofView | Refusal> {
    const { rows } = await this.committed(realm, epoch === undefined ? {} : { epoch }, 1);
    const [row] = rows;
    if (row === undefined)
      return epoch === undefined
        ? refuse('liability.none-yet', { nextAt: (await this.next(realm)).nextAt })
        : refuse('liability.not-kept', { epochAt: epoch });
    const root = viewOf(realm, row);
    const nonce = nonceOf(epochKey(this.vault, realm, root.epoch), ownerId);
    const bundles = await this.bundles(root, nonce);
    if (bundles[0] === undefined) return refuse('liability.not-kept', { epochAt: root.epoch });
    const found = leafIn(bundles[0], nonce, ownerId);
    if (found === undefined) return refuse('liability.no-leaf', { epochAt: root.epoch });
    const { index, leaf } = found;
    const path = pathIn(root.leaves, index, (level) => {
      const bundle = bundles[level];
      if (bundle === undefined) throw new Error(`nodes of level ${level} of ${realm} ${root.epoch} are missing`);
      return bundle;
    });
    return {
      format: 'glassbook/liability-proof/1',
      ...root,
      leaf: { index, ownerId, nonce: nonce.toString('hex'), sums: leaf.sums.map(sumView) },
      path: path.map(({ sums, hash }) => ({ sums: sums.map(sumView), hash: hash.toString('hex') })),
    };
  }

  /** The bundle that holds the leaf of the nonce if there is one, and those above it; none when the epoch is not kept. */
  private async bundles({ realm, epoch }: LiabilityRootView, nonce: Buffer): Promise<BundleRow[]> {
    const { rows } = await this.pool.query<BundleRow>({
      name: 'liability-bundles',
      // A nonce below the first bundle takes the first one; without bundles the epoch is no longer kept.
      text: `WITH RECURSIVE path AS (
          (SELECT * FROM liability_bundles
            WHERE realm = $1 AND epoch = $2 AND level = 0 AND first_key <= greatest($3, (
              SELECT first_key FROM liability_bundles WHERE realm = $1 AND epoch = $2 AND level = 0 AND ordinal = 0))
            ORDER BY first_key DESC LIMIT 1)
          UNION ALL
          SELECT above.* FROM path JOIN liability_bundles AS above
              ON above.realm = $1 AND above.epoch = $2 AND above.level = path.level + 1
             AND above.ordinal = path.ordinal / ${BUNDLE})
        SELECT ordinal, keys, nodes, middle FROM path ORDER BY level`,
      values: [realm, epoch, nonce.subarray(0, KEY_BYTES)],
    });
    return rows;
  }

  /** Newest first: those before a version of their stream, or the one of an epoch. */
  private committed(realm: string, { before, epoch }: { before?: number | undefined; epoch?: number }, limit: number) {
    return this.pool.query<CommittedRow>({
      name: 'liability-roots',
      text: `SELECT version, position, at, data, encode(hash, 'hex') AS hash FROM events
        WHERE realm = $1 AND stream = 'liabilities-${LIABILITIES_ID}' AND type = 'LiabilitiesCommitted'
          AND version < $2 AND ($3::bigint IS NULL OR (data::json->>'epoch')::bigint = $3)
        ORDER BY version DESC LIMIT $4`,
      values: [realm, before ?? Number.MAX_SAFE_INTEGER, epoch ?? null, limit],
    });
  }

  /** The first epoch of a realm comes between the hours. */
  private async next(realm: string): Promise<{ nextAt: number; hours: number }> {
    const { pool, policies, clock } = this;
    const { hours } = policies.inForce('liabilities.rules').values;
    const { rows } = await pool.query<{ due_at: number }>(
      'SELECT due_at FROM due_commands WHERE realm = $1 AND id = $2',
      [realm, FIRST_DUE_ID],
    );
    return { nextAt: Math.min(rows[0]?.due_at ?? Infinity, nextEpoch(clock.now(), hours)), hours };
  }
}

function viewOf(realm: string, { position, data, hash }: CommittedRow): LiabilityRootView {
  const committedData = JSON.parse(data) as LiabilitiesCommitted;
  const { epoch, head, leaves, root } = committedData;
  const sums = committedData.sums.map(({ asset, amount }) => ({ asset, amount }));
  const committed = { committedPosition: position, committedHash: hash };
  return { realm, epoch, position: committedData.position, head, leaves, sums, root, ...committed };
}

function leafIn({ ordinal, keys, nodes }: BundleRow, nonce: Buffer, ownerId: string) {
  for (let inside = 0; inside * KEY_BYTES < keys.length; inside += 1) {
    if (keys.compare(nonce, 0, KEY_BYTES, inside * KEY_BYTES, (inside + 1) * KEY_BYTES) !== 0) continue;
    const [leaf] = nodesIn(nodes, inside, 1) as [TreeNode];
    if (leafHash(nonce, ownerId, leaf.sums).equals(leaf.hash)) return { index: ordinal * BUNDLE + inside, leaf };
  }
  return undefined;
}

function sumView({ asset, amount }: Sum): LiabilitySum {
  return { asset, amount: format(amount) };
}
