import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import '../../server/features.js';
import { FakeClock } from '../../server/core/clock.js';
import { CheckpointKey } from '../../server/engine/history/checkpoint-key.js';
import { CheckpointSigner } from '../../server/engine/history/checkpoints.js';
import { readCheckpoints } from '../../server/audit/checkpoint.check.js';
import { VERIFY_CONNECTIONS } from '../../server/audit/verify.js';
import { openPool } from '../../server/engine/history/database.js';
import { EventStore } from '../../server/engine/history/event-store.js';
import { PublicLog } from '../../server/engine/public-log/public-log.js';
import { SegmentSigner } from '../../server/engine/history/segment-signer.js';
import { DEMO_RULES } from '../../server/features/account/account.testkit.js';
import { syncChart } from '../../server/engine/ledger/sync-chart.js';
import { readPolicySeeds } from '../../server/features/policy/policy-seeds.js';
import { spotKind } from '../../server/features/spot/spot.state.js';
import { allProjections, simulations } from '../../server/features.js';
import { ProjectionRunner } from '../../server/engine/projections/runner.js';
import { World } from '../../server/audit/simulation/world.js';
import { SimulatedMarket } from '../../server/features/spot/spot-market.simulation.js';
import { dayName, feeDayOf } from '../../server/trading/venue/fee.rules.js';
import { SIMULATED_POLICY, simulatedFees } from '../../server/features/spot/spot-traders.simulation.js';
import { loadStream } from '../../server/engine/writer/loader.js';
import { Writers } from '../../server/engine/writer/writers.js';
import { migratedDatabase } from '../kit/migrated.js';

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const SYMBOL = 'BTCUSDT';

/** Every table that a check reads. */
const TABLES = [
  ...['events', 'realm_heads', 'answers', 'snapshots', 'checkpoints', 'checkpoint_keys', 'ledger_postings', 'segments'],
  ...['ledger_balances', 'ledger_house_accounts', 'orders__blue', 'trades__blue', 'users__blue', 'streams__blue'],
  ...[
    'projections',
    'projection_checkpoints',
    'staff_accounts',
    'person_keys',
    'private_images',
    'log_nodes',
    'log_checkpoints',
  ],
];

/** A small history as the server writes it: two demo accounts that trade with agents and each other. */
export async function openHistory({ early }: { early?: (databaseUrl: string) => Promise<void> } = {}) {
  const database = await migratedDatabase();
  const pool = openPool(database.url, VERIFY_CONNECTIONS, { pipeline: true });
  const folder = mkdtempSync(join(tmpdir(), 'glassbook-tamper-'));
  const key = CheckpointKey.open(folder);
  const store = new EventStore(pool, new SegmentSigner(key));
  const clock = new FakeClock(1_800_000_000_000);
  const market = new SimulatedMarket();
  const writers = new Writers(store, new World(1, await simulations()).handlers, quiet);
  const projections = new ProjectionRunner({ pool, source: store, projections: allProjections, log: quiet });
  const signer = new CheckpointSigner({ pool, store, key, clock, log: quiet });
  const publicLog = new PublicLog(
    pool,
    store,
    clock,
    { dataDir: folder, publicUrl: 'https://glassbook.example' },
    quiet,
  );
  await syncChart(pool);
  await writers.start();
  await projections.start();
  await signer.start();

  let sent = 0;
  const send = async (type: string, data: object, actor = 'timer'): Promise<void> => {
    clock.advance(1_000);
    sent += 1;
    const result = await writers.execute('demo', {
      type,
      data,
      actor,
      at: clock.now(),
      requestToken: { key: `key-${sent}` },
    });
    if (!result.ok) throw new Error(`${type}: ${result.refusal.refusal}`);
  };
  const policies = readPolicySeeds(join(import.meta.dirname, '..', '..', 'seeds'));
  const seeded = { type: 'SeedPolicies', data: { policies }, actor: 'system:seeds', at: clock.now() };
  const result = await writers.execute('house', seeded);
  if (!result.ok) throw new Error(result.refusal.refusal);
  const place = (userId: string, order: object): Promise<void> => {
    const owner = { symbol: SYMBOL, userId, ownerId: `${userId}.1`, orderId: `o-${sent}`, clientOrderId: null };
    const policies = { policy: SIMULATED_POLICY, fees: { ...simulatedFees(0), day: dayName(feeDayOf(clock.now())) } };
    const terms = { ...market.terms(SYMBOL), ...policies, postOnly: false, selfTrade: 'cancel-taker' };
    return send('PlaceSpotOrder', { ...owner, ...terms, ...order }, `user:${userId}`);
  };
  for (const userId of ['demo-alice', 'demo-bob'])
    await send('OpenDemo', { userId, name: userId, lang: 'en', rules: DEMO_RULES }, `user:${userId}`);
  for (let round = 0; round < 3; round += 1) {
    // Later she would meet her own order first.
    const buyer = round === 0 ? 'demo-alice' : 'demo-bob';
    await place(buyer, { side: 'buy', kind: 'market', quantity: '4' });
    await place('demo-alice', { side: 'sell', kind: 'limit', price: '100.5', quantity: '1' });
    await place('demo-bob', { side: 'buy', kind: 'limit', price: '100.5', quantity: '0.4' });
    await place('demo-bob', { side: 'buy', kind: 'limit', price: `9${round}`, quantity: '0.3' });
    await place('demo-alice', { side: 'sell', kind: 'stop', stopPrice: '95', quantity: '0.1' });
    if (round === 0) await Promise.all([signer.sign(), publicLog.publish()]);
    if (round === 1) await publicLog.publish();
    if (round === 0) await early?.(database.url);
  }
  const { version, position, state } = await loadStream(store, 'demo', spotKind, SYMBOL);
  const { schema = 0, save } = spotKind.snapshot ?? {};
  const at = { realm: 'demo', stream: `spot-${SYMBOL}`, version, position };
  await store.saveSnapshot({ ...at, schema, state: save?.(state) });
  await place('demo-bob', { side: 'buy', kind: 'market', quantity: '0.7' });
  await signer.stop();
  await publicLog.stop();
  for (const { name, realms } of allProjections) if (realms.includes('demo')) await projections.upToDate(name, 'demo');
  await projections.stop();
  await writers.close();
  await asSuperuser(pool, TABLES.map((table) => `CREATE TABLE kept_${table} AS TABLE ${table}`).join(';'));
  const close = async (): Promise<void> => {
    await pool.end();
    await database.drop();
  };
  const kept = async () => {
    const client = await pool.connect();
    return readCheckpoints(client).finally(() => client.release());
  };
  return { pool, store, kept, salts: publicLog.salts, url: database.url, folder, now: clock.now(), close };
}

/** As the owner of the database, with its guards switched off. */
export async function asSuperuser(pool: Pool, sql: string): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query(`SET session_replication_role = replica; ${sql}`);
  } finally {
    client.release(true);
  }
}

/** Everything as it was written. */
export async function restore(pool: Pool): Promise<void> {
  const restored = TABLES.map((table) => `DELETE FROM ${table}; INSERT INTO ${table} SELECT * FROM kept_${table}`);
  await asSuperuser(pool, [...restored, 'CREATE OR REPLACE VIEW users AS SELECT * FROM users__blue'].join(';'));
}
