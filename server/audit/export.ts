import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import type { Pool, PoolClient } from 'pg';
import type { Amount } from '../../shared/money.js';
import { amount, format } from '../../shared/money.js';
import { genesisHash, type EventRow } from '../engine/history/codec.js';
import { NO_SEGMENT, segmentHash, segmentText } from '../engine/history/segment.js';
import {
  SEGMENT_COLUMNS,
  storedSegment,
  type SegmentRow,
  type StoredSegment,
} from '../engine/history/stored-segment.js';
import { HOUSE } from '../engine/ledger/chart.js';
import { createHash } from 'node:crypto';
import { readCheckpoints, type KeptCheckpoints } from './checkpoint.check.js';
import { ExportFile } from './export-file.js';
import { onSnapshot, pagesOf, realmsOf } from './history.js';

interface ExportManifest extends KeptCheckpoints {
  readonly format: 'glassbook/export/3';
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
  /** SHA-256 over the bytes of the file. */
  readonly fileHash: string;
  readonly segments: SegmentsExport;
}

/** The signed segments of a realm and where they end. */
interface SegmentsExport {
  readonly file: string;
  readonly number: number;
  /** `segmentHash` of the last one. */
  readonly header: string;
  readonly fileHash: string;
}

interface ExportOptions {
  readonly pool: Pool;
  readonly folder: string;
  /** All when absent. */
  readonly realm?: string;
  /** The files of lines are packed with gzip. */
  readonly gzip?: boolean;
  readonly at: number;
  readonly progress?: (realm: string, position: number, head: number) => void;
}

/** The server's own balances, beside the exported history: a JSON line a balance. `scripts/second-reader.mjs` compares them. */
export const BALANCES_FILE = 'balances.ndjson';

const SEGMENTS_PAGE = 500;

/**
 * Writes the history into a folder: a file of lines a realm with the exact texts that the hashes cover, one with its signed segments,
 * a manifest, and a verifier that needs neither this program nor its database.
 */
export async function exportHistory(options: ExportOptions): Promise<ExportManifest> {
  const { pool, folder, realm, at } = options;
  mkdirSync(folder, { recursive: true });
  return onSnapshot(pool, async (client) => {
    const realms: Record<string, RealmExport> = {};
    const wanted = (await realmsOf(client)).filter((name) => realm === undefined || name === realm);
    for (const name of wanted) {
      const segments = await exportSegments(client, name, options);
      realms[name] = { ...(await exportEvents(name, options, pagesOf(client, name))), segments };
    }
    await exportBalances(client, options, wanted);
    const { keys, checkpoints } = await readCheckpoints(client);
    const manifest: ExportManifest = {
      format: 'glassbook/export/3',
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

async function exportEvents(
  realm: string,
  { folder, gzip, progress }: ExportOptions,
  pages: AsyncIterable<readonly EventRow[]>,
): Promise<Omit<RealmExport, 'segments'>> {
  const out = new ExportFile(folder, `${realm}.ndjson`, gzip);
  const balances = new Map<string, Amount>();
  let position = 0;
  let hash = genesisHash(realm);
  for await (const rows of pages) {
    await out.write(rows.map(lineOf).join(''));
    for (const row of rows) post(balances, row);
    ({ position, hash } = rows.at(-1) as EventRow);
    progress?.(realm, position, position);
  }
  const fileHash = await out.end();
  return { file: out.name, position, hash, balancesHash: balancesHashOf(balances), fileHash };
}

async function exportSegments(
  client: PoolClient,
  realm: string,
  { folder, gzip }: ExportOptions,
): Promise<SegmentsExport> {
  const out = new ExportFile(folder, `${realm}.segments.ndjson`, gzip);
  let number = 0;
  let header = NO_SEGMENT;
  for (;;) {
    const { rows } = await client.query<SegmentRow>(
      `SELECT ${SEGMENT_COLUMNS} FROM segments WHERE realm = $1 AND number > $2 ORDER BY number LIMIT ${SEGMENTS_PAGE}`,
      [realm, number],
    );
    const segments = rows.map(storedSegment);
    const last = segments.at(-1);
    if (last === undefined) break;
    await out.write(segments.map(segmentLine).join(''));
    number = last.number;
    header = segmentHash(last);
  }
  return { file: out.name, number, header, fileHash: await out.end() };
}

/** The signed text itself, so that a reader checks the bytes that were signed, and the lines that its hash of commands covers. */
function segmentLine(segment: StoredSegment): string {
  const signature = Buffer.from(segment.signature).toString('hex');
  return `${JSON.stringify({ text: segmentText(segment), signature, commands: segment.lines })}\n`;
}

/** The balances that the server answers people with: its own table, not computed here. */
async function exportBalances(
  client: PoolClient,
  { folder, gzip }: ExportOptions,
  realms: readonly string[],
): Promise<void> {
  const out = new ExportFile(folder, BALANCES_FILE, gzip);
  for (const realm of realms) {
    for (let after = ['', '']; ;) {
      const { rows } = await client.query<{ account: string; asset: string; amount: string }>(
        `SELECT account, asset, trim_scale(amount)::text AS amount FROM ledger_balances
          WHERE realm = $1 AND (account, asset) > ($2, $3) ORDER BY account, asset LIMIT 10000`,
        [realm, ...after],
      );
      await out.write(rows.map((row) => `${JSON.stringify({ realm, ...row })}\n`).join(''));
      const last = rows.at(-1);
      if (last === undefined) break;
      after = [last.account, last.asset];
    }
  }
  await out.end();
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
