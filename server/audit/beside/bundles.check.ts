import type { RecordedEvent } from '../../core/event.js';
import type { LiabilitiesCommitted } from '../../features/liability/liability.events.js';
import { nodesIn } from '../../features/liability/liability.proof.js';
import { parentOf, rootHash, type TreeNode } from '../../features/liability/liability.tree.js';
import { BUNDLE, MIDDLE, MIDDLE_LEVELS } from '../../features/liability/tree-levels.js';
import { KEY_BYTES } from '../../features/liability/tree-builder.js';
import { BesideCheck, placeOf, type BesideParts, type Place } from './beside.js';

interface BundleRow {
  readonly level: number;
  readonly ordinal: number;
  readonly first_key: Buffer;
  readonly keys: Buffer;
  readonly nodes: Buffer;
  readonly middle: Buffer;
}

const ROWS_AT_ONCE = 64;

/** Whether the nodes that proofs of liabilities are made of lead to the roots that were published. */
export class BundlesCheck extends BesideCheck {
  readonly types = ['LiabilitiesCommitted'];
  private readonly committed = new Map<string, Place & LiabilitiesCommitted & { readonly place: Place }>();

  constructor(parts: BesideParts) {
    super(parts, 'liabilities');
  }

  take(event: RecordedEvent): void {
    const data = event.data as LiabilitiesCommitted;
    const place = placeOf(event);
    this.committed.set(`${event.realm} ${data.epoch}`, { ...place, ...data, place });
  }

  async finish(): Promise<void> {
    const { rows } = await this.parts.client.query<{ realm: string; epoch: number }>(
      'SELECT DISTINCT realm, epoch FROM liability_bundles ORDER BY realm, epoch',
    );
    this.findMissing(rows);
    for (const { realm, epoch } of rows) {
      const commitment = this.committed.get(`${realm} ${epoch}`);
      // A tree in the making is committed in a moment; an uncommitted one proves nothing.
      if (commitment === undefined) continue;
      const problem = await this.problemOf(realm, commitment).catch(() => 'its nodes cannot be read');
      if (problem !== undefined) this.find(commitment.place, `the kept tree of liabilities of ${epoch}: ${problem}`);
    }
  }

  /** Only the oldest trees are dropped, and never the newest; a tree of one leaf has no nodes to keep. */
  private findMissing(rows: readonly { readonly realm: string; readonly epoch: number }[]): void {
    for (const realm of new Set([...this.committed.values()].map((commitment) => commitment.realm))) {
      const kept = new Set(rows.filter((row) => row.realm === realm).map(({ epoch }) => epoch));
      const commitments = [...this.committed.values()].filter((commitment) => commitment.realm === realm);
      const newest = Math.max(...commitments.map(({ epoch }) => epoch));
      const oldest = Math.min(newest, ...kept);
      for (const { epoch, leaves, place } of commitments)
        if (epoch >= oldest && leaves > 1 && !kept.has(epoch))
          this.find(place, `the kept tree of liabilities of ${epoch} is gone`);
    }
  }

  private async problemOf(realm: string, commitment: LiabilitiesCommitted): Promise<string | undefined> {
    const { epoch, position, head, leaves, root } = commitment;
    let expected: TreeNode[] | undefined;
    let count = leaves;
    for (let level = 0; count > 1; level += 1, count = Math.ceil(count / BUNDLE)) {
      const tops: TreeNode[] = [];
      for await (const row of this.bundles(realm, epoch, level)) {
        const nodes = nodesIn(row.nodes);
        const wanted = Math.min(BUNDLE, count - row.ordinal * BUNDLE);
        if (row.ordinal !== tops.length || nodes.length !== wanted) return `level ${level} has another number of nodes`;
        const below = expected?.slice(row.ordinal * BUNDLE, (row.ordinal + 1) * BUNDLE);
        if (below !== undefined && !nodes.every((node, at) => isSame(node, below[at])))
          return `bundle ${row.ordinal} of level ${level} does not follow from the nodes below it`;
        if (level === 0 && !inOrder(row, nodes.length)) return `the keys of bundle ${row.ordinal} are not in order`;
        const middle = MIDDLE < nodes.length ? climbed(nodes, MIDDLE_LEVELS) : [];
        const kept = nodesIn(row.middle);
        if (kept.length !== middle.length || !kept.every((node, at) => isSame(node, middle[at])))
          return `the middle of bundle ${row.ordinal} of level ${level} does not follow from its nodes`;
        tops.push(climbed(nodes, Infinity)[0] as TreeNode);
      }
      if (tops.length !== Math.ceil(count / BUNDLE)) return `level ${level} has another number of nodes`;
      expected = tops;
    }
    const top = expected?.[0];
    const made = top === undefined ? '' : rootHash({ realm, epoch, position, head }, leaves, top).toString('hex');
    return made === root ? undefined : 'its nodes do not lead to the published root';
  }

  private async *bundles(realm: string, epoch: number, level: number): AsyncGenerator<BundleRow> {
    for (let after = -1; ;) {
      const { rows } = await this.parts.client.query<BundleRow>(
        `SELECT level, ordinal, first_key, keys, nodes, middle FROM liability_bundles
          WHERE realm = $1 AND epoch = $2 AND level = $3 AND ordinal > $4 ORDER BY ordinal LIMIT ${ROWS_AT_ONCE}`,
        [realm, epoch, level, after],
      );
      yield* rows;
      const last = rows.at(-1);
      if (last === undefined || rows.length < ROWS_AT_ONCE) return;
      after = last.ordinal;
    }
  }
}

function climbed(nodes: readonly TreeNode[], levels: number): TreeNode[] {
  let level = [...nodes];
  for (let climb = 0; climb < levels && level.length > 1; climb += 1) {
    const below = level;
    level = Array.from({ length: below.length / 2 }, (_, pair) =>
      parentOf(below[2 * pair] as TreeNode, below[2 * pair + 1] as TreeNode),
    );
  }
  return level;
}

function isSame(one: TreeNode, other: TreeNode | undefined): boolean {
  if (other === undefined || !one.hash.equals(other.hash) || one.sums.length !== other.sums.length) return false;
  return one.sums.every(({ asset, amount }, at) => asset === other.sums[at]?.asset && amount === other.sums[at].amount);
}

/** A leaf is found by the beginning of its nonce: they stand in order, one for each. */
function inOrder({ first_key: first, keys }: BundleRow, count: number): boolean {
  if (keys.length !== count * KEY_BYTES || !first.equals(keys.subarray(0, KEY_BYTES))) return false;
  for (let at = KEY_BYTES; at < keys.length; at += KEY_BYTES)
    if (keys.compare(keys, at, at + KEY_BYTES, at - KEY_BYTES, at) > 0) return false;
  return true;
}
