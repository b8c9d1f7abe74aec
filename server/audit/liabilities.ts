import { createHash } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';
import type { Amount } from '../../shared/money.js';
import type { Vault } from '../core/ports/vault.js';
import { decode } from '../engine/history/codec.js';
import type { LiabilitiesCommitted } from '../features/liability/liability.events.js';
import { epochKey } from '../features/liability/liability.publisher.js';
import { rootHash } from '../features/liability/liability.tree.js';
import { TreeBuilder } from '../features/liability/tree-builder.js';
import { onSnapshot, pagesOf } from './history.js';

interface LiabilityAudit {
  readonly realm: string;
  readonly epoch: number;
  readonly position: number;
  /** Roots in hex. */
  readonly published: string;
  readonly computed: string;
  /** Kept bundles of nodes, which proofs are made of, that are others than those computed; none where the epoch is not kept. */
  readonly wrongBundles: number;
}

/**
 * Recomputes the trees of one epoch, or of the newest of each realm: from the postings of the history up to their position, and not
 * from the ledger's tables. It needs the installation's secret.
 */
export async function auditLiabilities(
  pool: Pool,
  vault: Pick<Vault, 'fingerprint'>,
  epoch?: number,
): Promise<LiabilityAudit[]> {
  return onSnapshot(pool, async (client) => {
    const audited: LiabilityAudit[] = [];
    for (const realm of ['demo', 'real']) {
      const commitment = await committed(client, realm, epoch);
      if (commitment === undefined) continue;
      const builder = new TreeBuilder(epochKey(vault, realm, commitment.epoch));
      const head = await add(client, realm, commitment.position, builder);
      const kept = await keptBundles(client, realm, commitment.epoch);
      const isKept = kept.size > 0;
      let wrongBundles = 0;
      const run = builder.build();
      let next = run.next();
      for (; next.done !== true; next = run.next()) {
        const { level, ordinal, keys, nodes, middle } = next.value;
        const digest = createHash('sha256').update(keys).update(nodes).update(middle).digest('hex');
        if (isKept && kept.get(`${level}/${ordinal}`) !== digest) wrongBundles += 1;
      }
      const { leaves, top } = next.value;
      const place = { realm, epoch: commitment.epoch, position: commitment.position, head };
      const computed = rootHash(place, leaves, top).toString('hex');
      audited.push({
        realm,
        epoch: commitment.epoch,
        position: commitment.position,
        published: commitment.root,
        computed,
        wrongBundles,
      });
    }
    return audited;
  });
}

async function keptBundles(client: PoolClient, realm: string, epoch: number): Promise<Map<string, string>> {
  const { rows } = await client.query<{ place: string; digest: string }>(
    `SELECT level || '/' || ordinal AS place, encode(sha256(keys || nodes || middle), 'hex') AS digest
       FROM liability_bundles WHERE realm = $1 AND epoch = $2`,
    [realm, epoch],
  );
  return new Map(rows.map(({ place, digest }) => [place, digest]));
}

/** The balances after an event; answers its hash. */
async function add(client: PoolClient, realm: string, position: number, builder: TreeBuilder): Promise<string> {
  const balances = new Map<string, Amount>();
  let head = '';
  for await (const rows of pagesOf(client, realm, position)) {
    for (const row of rows) {
      head = row.hash;
      for (const { account, asset, amount } of decode(row).postings ?? []) {
        const [kind, owner = ''] = account.split('/', 2);
        if (kind !== 'user') continue;
        const key = `${owner} ${asset}`;
        balances.set(key, (balances.get(key) ?? 0n) + amount);
      }
    }
  }
  for (const [key, balance] of balances) {
    const [owner = '', asset = ''] = key.split(' ');
    if (balance !== 0n) builder.add(Buffer.from(owner), asset, balance);
  }
  return head;
}

async function committed(client: PoolClient, realm: string, epoch: number | undefined) {
  const { rows } = await client.query<{ data: string }>(
    `SELECT data FROM events WHERE realm = $1 AND stream = 'liabilities-epochs' AND type = 'LiabilitiesCommitted'
       AND ($2::bigint IS NULL OR (data::json->>'epoch')::bigint = $2) ORDER BY version DESC LIMIT 1`,
    [realm, epoch ?? null],
  );
  return rows[0] === undefined ? undefined : (JSON.parse(rows[0].data) as LiabilitiesCommitted);
}
