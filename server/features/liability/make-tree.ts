import pg from 'pg';
import { format, ONE } from '../../../shared/money.js';
import { copyOut } from './copy-out.js';
import { rootHash, type TreePlace } from './liability.tree.js';
import { KEY_BYTES, TreeBuilder, type Bundle } from './tree-builder.js';

export interface TreeJob {
  readonly databaseUrl: string;
  readonly realm: string;
  readonly epoch: number;
  readonly position: number;
  /** Under which nonces are made, 32 bytes in hex. */
  readonly key: string;
}

export interface TreeMade {
  /** 32 bytes in hex, as `head`. */
  readonly root: string;
  readonly head: string;
  readonly leaves: number;
  readonly sums: readonly { readonly asset: string; readonly amount: string }[];
}

const WRITE_BUNDLES = 32;

/**
 * Makes the tree of what a realm owed at a position, and keeps its nodes. It reads one snapshot of the balances and subtracts later
 * postings, so writers need not wait. Runs in a thread of its own.
 */
export async function makeTree(job: TreeJob): Promise<TreeMade> {
  const { databaseUrl, realm, epoch, position } = job;
  const builder = new TreeBuilder(Buffer.from(job.key, 'hex'));
  const head = await connected(databaseUrl, (reader) => readBalances(reader, job, builder));
  const place: TreePlace = { realm, epoch, position, head };
  return connected(databaseUrl, async (writer) => {
    await writer.query('BEGIN');
    await writer.query('DELETE FROM liability_bundles WHERE realm = $1 AND epoch = $2', [realm, epoch]);
    const run = builder.build();
    let waiting: Bundle[] = [];
    let written: Promise<unknown> = Promise.resolve();
    for (;;) {
      const next = run.next();
      if (next.done !== true) waiting.push(next.value);
      if (waiting.length === WRITE_BUNDLES || (next.done === true && waiting.length > 0)) {
        // The database writes the last ones while the next are made.
        await written;
        written = writeBundles(writer, place, waiting);
        written.catch(() => undefined);
        waiting = [];
      }
      if (next.done !== true) continue;
      await written;
      await writer.query('COMMIT');
      // Or proofs would read all bundles for their three, until the database looks at the table by itself.
      await writer.query('ANALYZE liability_bundles');
      const { leaves, top } = next.value;
      const sums = top.sums.map(({ asset, amount }) => ({ asset, amount: format(amount) }));
      return { root: rootHash(place, leaves, top).toString('hex'), head, leaves, sums };
    }
  });
}

/** Fills the builder; answers the hash of the event at the position, in hex. */
async function readBalances(
  reader: pg.Client,
  { realm, position }: Pick<TreeJob, 'realm' | 'position'>,
  builder: Pick<TreeBuilder, 'add'>,
): Promise<string> {
  await reader.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  const { rows } = await reader.query<{ head: string }>(
    `SELECT encode(hash, 'hex') AS head FROM events WHERE realm = $1 AND position = $2`,
    [realm, position],
  );
  const head = rows[0]?.head;
  if (head === undefined) throw new Error(`${realm} has no event at ${position}`);
  const literals = [reader.escapeLiteral(realm), String(position)] as const;
  await copyOut(reader, `COPY (${owed(...literals)}) TO STDOUT`, (line) => addLine(builder, line));
  return head;
}

/**
 * All that users have now, and, with the sign turned, all that was posted to them after the position: owner, asset, and whole
 * units of 10^-18.
 */
const owed = (realm: string, position: string): string => `
  SELECT split_part(account, '/', 2), asset, trunc(amount * ${ONE}) FROM ledger_balances
   WHERE realm = ${realm} AND account LIKE 'user/%' AND amount <> 0
  UNION ALL
  SELECT split_part(account, '/', 2), asset, trunc(-sum(amount) * ${ONE}) FROM ledger_postings
   WHERE realm = ${realm} AND position > ${position} AND account LIKE 'user/%' GROUP BY 1, 2`;

const TAB = 9;

/** Owner, asset and units, parted by tabs, with a line feed at the end. */
function addLine(builder: Pick<TreeBuilder, 'add'>, line: Buffer): void {
  const ownerEnd = line.indexOf(TAB);
  const assetEnd = line.indexOf(TAB, ownerEnd + 1);
  const units = BigInt(line.toString('latin1', assetEnd + 1, line.length - 1));
  builder.add(line.subarray(0, ownerEnd), line.toString('latin1', ownerEnd + 1, assetEnd), units);
}

async function writeBundles(writer: pg.Client, { realm, epoch }: TreePlace, bundles: readonly Bundle[]): Promise<void> {
  const values: unknown[] = [realm, epoch];
  const rows = bundles.map(({ level, ordinal, keys, nodes, middle }) => {
    values.push(level, ordinal, keys.subarray(0, KEY_BYTES), keys, nodes, middle);
    const n = values.length;
    return `($1, $2, $${n - 5}, $${n - 4}, $${n - 3}, $${n - 2}, $${n - 1}, $${n})`;
  });
  await writer.query(
    `INSERT INTO liability_bundles (realm, epoch, level, ordinal, first_key, keys, nodes, middle) VALUES ${rows.join(', ')}`,
    values,
  );
}

async function connected<Answer>(databaseUrl: string, work: (client: pg.Client) => Promise<Answer>): Promise<Answer> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'glassbook liabilities' });
  // A connection that breaks fails the current query, which is enough.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
