import { once } from 'node:events';
import { createWriteStream, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import type { Pool, PoolClient } from 'pg';
import type { Amount } from '../../shared/money.js';
import { amount, format } from '../../shared/money.js';
import { genesisHash, type EventRow } from '../engine/history/codec.js';
import { HOUSE } from '../engine/ledger/chart.js';
import { createHash } from 'node:crypto';
import { readCheckpoints, type KeptCheckpoints } from './checkpoint.check.js';
import { onSnapshot, pagesOf, realmsOf } from './history.js';

interface ExportManifest extends KeptCheckpoints {
  readonly format: 'glassbook/export/2';
  readonly exportedAt: number;
  /** House accounts that may go below zero; no other account may. */
  readonly mayGoNegative: readonly string[];
  readonly realms: Readonly<Record<string, RealmExport>>;
}

interface RealmExport {
  readonly file: string;
  readonly position: number;
  readonly hash: string;
  /** SHA-256 over the balances that are not zero, one `account asset amount` a line in that order. */
  readonly balancesHash: string;
}

interface ExportOptions {
  readonly pool: Pool;
  readonly folder: string;
  /** All when absent. */
  readonly realm?: string;
  readonly at: number;
  readonly progress?: (realm: string, position: number, head: number) => void;
}

/** The server's own balances, beside the exported history: a JSON line a balance. `scripts/second-reader.mjs` compares them. */
export const BALANCES_FILE = 'balances.ndjson';

/**
 * Writes the history into a folder: a file of lines a realm with the exact texts that the hashes cover, a manifest, and a
 * verifier that needs neither this program nor its database.
 */
export async function exportHistory(options: ExportOptions): Promise<ExportManifest> {
  const { pool, folder, realm, at } = options;
  mkdirSync(folder, { recursive: true });
  return onSnapshot(pool, async (client) => {
    const realms: Record<string, RealmExport> = {};
    const wanted = (await realmsOf(client)).filter((name) => realm === undefined || name === realm);
    for (const name of wanted) realms[name] = await exportRealm(name, options, pagesOf(client, name));
    await exportBalances(client, folder, wanted);
    const { keys, checkpoints } = await readCheckpoints(client);
    const manifest: ExportManifest = {
      format: 'glassbook/export/2',
      exportedAt: at,
      mayGoNegative: Object.values(HOUSE)
        .filter(({ mayGoNegative }) => mayGoNegative)
        .map(({ account }) => account),
      realms,
      keys,
      checkpoints: checkpoints.filter((checkpoint) => wanted.includes(checkpoint.realm)),
    };
    writeFileSync(join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
    writeFileSync(join(folder, 'verify.mjs'), verifierText());
    return manifest;
  });
}

async function exportRealm(
  realm: string,
  { folder, progress }: ExportOptions,
  pages: AsyncIterable<readonly EventRow[]>,
): Promise<RealmExport> {
  const file = `${realm}.ndjson`;
  const out = createWriteStream(join(folder, file));
  const balances = new Map<string, Amount>();
  let position = 0;
  let hash = genesisHash(realm);
  for await (const rows of pages) {
    const text = rows.map(lineOf).join('');
    if (!out.write(text)) await once(out, 'drain');
    for (const row of rows) post(balances, row);
    ({ position, hash } = rows.at(-1) as EventRow);
    progress?.(realm, position, position);
  }
  out.end();
  await once(out, 'finish');
  return { file, position, hash, balancesHash: balancesHashOf(balances) };
}

/** The balances that the server answers people with: its own table, not computed here. */
async function exportBalances(client: PoolClient, folder: string, realms: readonly string[]): Promise<void> {
  const out = createWriteStream(join(folder, BALANCES_FILE));
  for (const realm of realms) {
    for (let after = ['', '']; ;) {
      const { rows } = await client.query<{ account: string; asset: string; amount: string }>(
        `SELECT account, asset, trim_scale(amount)::text AS amount FROM ledger_balances
          WHERE realm = $1 AND (account, asset) > ($2, $3) ORDER BY account, asset LIMIT 10000`,
        [realm, ...after],
      );
      for (const row of rows) if (!out.write(`${JSON.stringify({ realm, ...row })}\n`)) await once(out, 'drain');
      const last = rows.at(-1);
      if (last === undefined) break;
      after = [last.account, last.asset];
    }
  }
  out.end();
  await once(out, 'finish');
}

/** The fields in the order in which the hash covers them. */
function lineOf(row: EventRow): string {
  const { position, stream, version, type, schema, at, actor, correlation, causation, command, data, postings, hash } =
    row;
  const fields = {
    position,
    stream,
    version,
    type,
    schema,
    at,
    actor,
    correlation,
    causation,
    command,
    data,
    postings,
    hash,
  };
  return `${JSON.stringify(fields)}\n`;
}

function post(balances: Map<string, Amount>, { postings }: EventRow): void {
  if (postings === null) return;
  for (const [account, asset, value] of JSON.parse(postings) as [string, string, string][]) {
    const key = `${account} ${asset}`;
    balances.set(key, (balances.get(key) ?? 0n) + amount(value));
  }
}

function balancesHashOf(balances: ReadonlyMap<string, Amount>): string {
  const lines = [...balances].filter(([, value]) => value !== 0n).sort(([a], [b]) => (a < b ? -1 : 1));
  const text = lines.map(([key, value]) => `${key} ${format(value)}\n`).join('');
  return createHash('sha256').update(text).digest('hex');
}

/** The verifier as plain JavaScript: the built file beside this one, or, from the source, that without its types. */
function verifierText(): string {
  const built = join(import.meta.dirname, '..', 'cli', 'verify-export.js');
  if (existsSync(built)) return readFileSync(built, 'utf8').replace(/\/\/# sourceMappingURL.*\n?$/, '');
  const source = readFileSync(join(import.meta.dirname, '..', 'cli', 'verify-export.ts'), 'utf8');
  return stripTypeScriptTypes(source, { mode: 'transform' });
}
