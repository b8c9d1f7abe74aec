import type { Pool, PoolClient } from 'pg';
import {
  consistencyProof,
  inclusionProof,
  nodesFor,
  rootOf,
  type Hash,
  type NodeAt,
  type NodePlace,
} from '../../../shared/merkle.js';
import { TILE_HEIGHT, TILE_WIDTH } from '../../../shared/tlog-tiles.js';
import type { LoggedEvent, LogSalts } from './log-salts.js';
import { rootOver } from './tree-hash.js';

/** Neighbouring hashes of a level of tiles, from one index to before another: level 0 has the leaves. */
interface Stretch {
  readonly level: number;
  readonly from: number;
  readonly to: number;
}

/** Reads the tree of a realm's log: hashes of 256 leaves and more are stored, all below is made of the events. */
export class LogTree {
  constructor(
    private readonly database: Pool | PoolClient,
    private readonly salts: LogSalts,
    private readonly realm: string,
  ) {}

  rootAt(size: number): Promise<Hash> {
    return this.made((nodeAt) => rootOf(size, nodeAt));
  }

  /** That the tree of this size has the event at this position. */
  inclusion(position: number, size: number): Promise<Hash[]> {
    return this.made((nodeAt) => inclusionProof(position - 1, size, nodeAt));
  }

  consistency(from: number, to: number): Promise<Hash[]> {
    return this.made((nodeAt) => consistencyProof(from, to, nodeAt));
  }

  /** Of a level of tiles. Throws where one of them is missing. */
  async hashes(stretch: Stretch): Promise<Hash[]> {
    return inStretch(await this.read([stretch]), stretch);
  }

  /** The entries from one index to before another. */
  async entries(from: number, to: number): Promise<Buffer[]> {
    const events = await this.events([{ level: 0, from, to }]);
    return events.map((event) => this.salts.entry(this.realm, event));
  }

  /** Reads the nodes that something is made of, and makes it. */
  private async made<Made>(make: (nodeAt: NodeAt) => Made): Promise<Made> {
    const known = await this.read(nodesFor(make).map(stretchOf));
    return make((level, index) => rootOver(inStretch(known, stretchOf({ level, index }))));
  }

  private async read(stretches: readonly Stretch[]): Promise<ReadonlyMap<string, Hash>> {
    const known = new Map<string, Hash>();
    const leaves = stretches.filter(({ level }) => level === 0);
    if (leaves.length > 0)
      for (const event of await this.events(leaves))
        known.set(`0 ${event.position - 1}`, this.salts.leaf(this.realm, event));
    const above = stretches.filter(({ level }) => level > 0);
    if (above.length === 0) return known;
    const { rows } = await this.database.query<{ level: number; index: number; hash: Buffer }>(
      `SELECT n.level, n.index, n.hash FROM unnest($2::smallint[], $3::bigint[], $4::bigint[]) AS w(level, low, high)
         JOIN log_nodes n ON n.realm = $1 AND n.level = w.level AND n.index >= w.low AND n.index < w.high`,
      [this.realm, above.map(({ level }) => level), above.map(({ from }) => from), above.map(({ to }) => to)],
    );
    for (const { level, index, hash } of rows) known.set(`${level} ${index}`, hash);
    return known;
  }

  private async events(leaves: readonly Stretch[]): Promise<LoggedEvent[]> {
    const { rows } = await this.database.query<LoggedEvent>(
      `SELECT e.position, e.hash FROM unnest($2::bigint[], $3::bigint[]) AS w(low, high)
         JOIN events e ON e.realm = $1 AND e.position > w.low AND e.position <= w.high ORDER BY e.position`,
      [this.realm, leaves.map(({ from }) => from), leaves.map(({ to }) => to)],
    );
    return rows;
  }
}

/** The hashes of tiles that a node of the tree is the root of. */
function stretchOf({ level, index }: NodePlace): Stretch {
  const width = 2 ** (level % TILE_HEIGHT);
  return { level: Math.floor(level / TILE_HEIGHT), from: index * width, to: (index + 1) * width };
}

function inStretch(known: ReadonlyMap<string, Hash>, { level, from, to }: Stretch): Hash[] {
  const hashes: Hash[] = [];
  for (let index = from; index < to; index++) {
    const hash = known.get(`${level} ${index}`);
    if (hash === undefined) throw new Error(`the log has no hash ${index} on level ${level}`);
    hashes.push(hash);
  }
  return hashes;
}

/** How many hashes of each level of tiles a tree of this size has whole. */
export const wholeAt = (size: number, level: number): number => Math.floor(size / TILE_WIDTH ** level);
