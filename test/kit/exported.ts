import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { exportHistory } from '../../server/audit/export.js';
import { FakeClock } from '../../server/core/clock.js';
import type { RecordedEvent } from '../../server/core/event.js';
import type { PublishedTerms } from '../../server/core/history-audit.js';
import type { CheckpointKey } from '../../server/engine/history/checkpoint-key.js';
import { CheckpointSigner } from '../../server/engine/history/checkpoints.js';
import { chainHash, decode, genesisHash, type EventRow } from '../../server/engine/history/codec.js';
import { readCommandLine } from '../../server/engine/history/command-line.js';
import { openPool } from '../../server/engine/history/database.js';
import { EventStore } from '../../server/engine/history/event-store.js';
import { SegmentSigner } from '../../server/engine/history/segment-signer.js';
import { syncChart } from '../../server/engine/ledger/sync-chart.js';
import type { MemoryRealm } from '../../server/engine/writer/memory-realm.js';
import { migratedDatabase } from './migrated.js';

/** Commands in a segment. */
const COMMANDS = 40;
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** What a realm's history is made of, whoever decided it. */
export interface Decided {
  readonly realm: string;
  readonly rows: readonly EventRow[];
  /** Commands as lines of the history. */
  readonly lines: readonly string[];
}

export const decidedIn = ({ realm, rows, lines }: MemoryRealm): Decided => ({ realm, rows, lines });

/** The same history with other rows in their place, its hashes right again: what somebody with the key could have written. */
export function rewritten({ realm, rows, lines }: Decided, change: (row: EventRow) => Partial<EventRow>): Decided {
  let before = genesisHash(realm);
  const changed = rows.map((old) => {
    const row = { ...old, ...change(old) };
    before = chainHash(before, row);
    return { ...row, hash: before };
  });
  return { realm, rows: changed, lines };
}

/** A realm of an export that is not packed, as it was decided. */
export function decidedFrom(folder: string, realm: string): Decided {
  const linesOf = (file: string): string[] => readFileSync(join(folder, file), 'utf8').split('\n').slice(0, -1);
  const rows = linesOf(`${realm}.ndjson`).map((line) => ({ realm, ...(JSON.parse(line) as Omit<EventRow, 'realm'>) }));
  const segments = linesOf(`${realm}.segments.ndjson`).map((line) => JSON.parse(line) as { commands: string });
  return { realm, rows, lines: segments.flatMap(({ commands }) => commands.split('\n')) };
}

interface Exported {
  readonly folder: string;
  readonly key: CheckpointKey;
  /** Nothing where the house realm is among the realms, which come first then. */
  readonly published: Pick<PublishedTerms, 'policies' | 'classes'> | null;
  readonly realms: readonly Decided[];
}

/** Stores and signs histories as the server does, then exports them, packed. */
export async function exportDecided({ folder, key, published, realms }: Exported): Promise<void> {
  const database = await migratedDatabase();
  const pool = openPool(database.url);
  try {
    await syncChart(pool);
    const store = new EventStore(pool, new SegmentSigner(key));
    const clock = new FakeClock(1_900_000_000_000);
    const checkpoints = new CheckpointSigner({ pool, store, key, clock, log: quiet });
    await checkpoints.start();
    if (published !== null) await append(pool, store, 'house', { events: houseEvents(published) });
    for (const { realm, rows, lines } of realms) {
      let done = 0;
      for (let from = 0; from < lines.length; from += COMMANDS) {
        const commands = lines.slice(from, from + COMMANDS);
        const count = commands.reduce((sum, line) => sum + readCommandLine(line).events, 0);
        const own = rows.slice(done, (done += count));
        await append(pool, store, realm, { events: own.map(decode), encoded: { rows: own, commands } });
      }
    }
    await checkpoints.stop();
    await exportHistory({ pool, folder, at: clock.now(), gzip: true });
  } finally {
    await pool.end();
    await database.drop();
  }
}

async function append(
  pool: Pool,
  store: EventStore,
  realm: string,
  what: Pick<Parameters<EventStore['append']>[1], 'events' | 'encoded'>,
): Promise<void> {
  const after = await store.head(realm);
  await store.append(pool, { realm, leaseEpoch: after.leaseEpoch, after, answers: [], ...what });
}

/** Policies and instruments as the house realm says them. */
function houseEvents({ policies, classes }: NonNullable<Exported['published']>): RecordedEvent[] {
  const facts = [
    ...[...policies].flatMap(([name, versions]) =>
      versions.map(({ version, values }) => ({ type: 'PolicyPublished', data: { name, version, values } })),
    ),
    ...[...classes].map(([symbol, of]) => ({ type: 'InstrumentListed', data: { spec: { symbol, class: of } } })),
  ];
  return facts.map((fact, index) => ({
    ...{ ...fact, stream: `published-${index}`, schema: 2, realm: 'house', position: index + 1, version: 1 },
    ...{ at: 0, actor: 'system:seeds', correlation: 'house:1', causation: 'house:1/Publish' },
  }));
}

/** The policies that commands carry, as a house would have published them. */
export function carriedPolicies(realms: readonly Decided[]): PublishedTerms['policies'] {
  const found = new Map<
    string,
    PublishedTerms['policies'] extends ReadonlyMap<string, infer Versions> ? Versions : never
  >();
  for (const { lines } of realms)
    for (const line of lines) {
      const { policy } = readCommandLine(line).data as {
        policy?: { name?: string; version?: number; values?: object };
      };
      if (policy?.name === undefined || policy.values === undefined || found.has(policy.name)) continue;
      const values = policy.values as Readonly<Record<string, string | number>>;
      found.set(policy.name, [{ version: policy.version ?? 1, publishedAt: 0, values }]);
    }
  return found;
}
