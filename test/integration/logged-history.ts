import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import '../../server/features.js';
import { FakeClock } from '../../server/core/clock.js';
import { VERIFY_CONNECTIONS } from '../../server/audit/verify.js';
import { CheckpointKey } from '../../server/engine/history/checkpoint-key.js';
import { CheckpointSigner } from '../../server/engine/history/checkpoints.js';
import { openPool } from '../../server/engine/history/database.js';
import { EventStore } from '../../server/engine/history/event-store.js';
import { SegmentSigner } from '../../server/engine/history/segment-signer.js';
import { PublicLog } from '../../server/engine/public-log/public-log.js';
import { migratedDatabase } from '../kit/migrated.js';
import { asSuperuser } from './tamper-history.js';

const TABLES = ['events', 'segments', 'realm_heads', 'log_nodes', 'log_checkpoints', 'checkpoint_keys'];
const quiet = { warn: () => undefined, error: () => undefined };

/** A history of `demo` that follows from no commands, for what reads hashes alone, and its log. */
export async function openLogged() {
  const database = await migratedDatabase();
  const pool = openPool(database.url, VERIFY_CONNECTIONS);
  const folder = mkdtempSync(join(tmpdir(), 'glassbook-log-'));
  const key = CheckpointKey.open(folder);
  const store = new EventStore(pool, new SegmentSigner(key));
  const clock = new FakeClock(1_800_000_000_000);
  await new CheckpointSigner({ pool, store, key, clock, log: quiet }).start();
  let versions = 0;
  /** Errors that its logs have told. */
  const said: string[] = [];

  /** Appends events and lets a minute pass. */
  const append = async (count: number): Promise<void> => {
    const after = await store.head('demo');
    const events = Array.from({ length: count }, (_, at) => ({
      stream: 'note-x',
      type: 'Noted',
      schema: 1,
      data: { at },
      realm: 'demo',
      position: after.position + 1 + at,
      version: (versions += 1),
      at: clock.now(),
      actor: 'test',
      correlation: 'test',
      causation: 'test',
    }));
    await store.append(pool, { realm: 'demo', leaseEpoch: after.leaseEpoch, after, events, answers: [] });
    store.publish('demo', events);
    clock.advance(60_000);
  };
  const openLog = (publicUrl: string | null = 'https://glassbook.example', dataDir = folder): PublicLog =>
    new PublicLog(pool, store, clock, { dataDir, publicUrl }, { ...quiet, error: (text) => void said.push(text) });
  const keep = (): Promise<void> =>
    asSuperuser(pool, TABLES.map((table) => `CREATE TABLE kept_${table} AS TABLE ${table}`).join(';'));
  /** Everything as it was kept. */
  const restore = (): Promise<void> =>
    asSuperuser(
      pool,
      TABLES.map((table) => `DELETE FROM ${table}; INSERT INTO ${table} SELECT * FROM kept_${table}`).join(';'),
    );
  const close = async (): Promise<void> => {
    await pool.end();
    await database.drop();
    rmSync(folder, { recursive: true });
  };
  return { pool, store, clock, key, folder, append, openLog, said, keep, restore, close };
}
