import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { transformFile } from '@swc/core';
import type { Pool } from 'pg';
import { verify } from '../../server/audit/verify.js';
import { readCatalogue } from '../../server/market/catalogue/read-catalogue.js';
import type { NewEvent, RecordedEvent } from '../../server/core/event.js';
import '../../server/features.js';
import { openPool } from '../../server/engine/history/database.js';
import { CheckpointKey } from '../../server/engine/history/checkpoint-key.js';
import { SegmentSigner } from '../../server/engine/history/segment-signer.js';
import { EventStore } from '../../server/engine/history/event-store.js';
import { HOUSE } from '../../server/engine/ledger/chart.js';
import { syncChart } from '../../server/engine/ledger/sync-chart.js';
import { ProjectionRunner } from '../../server/engine/projections/runner.js';
import { funds } from '../../server/engine/writer/decider.testkit.js';
import { positionProjection } from '../../server/features/contract/position/position.projection.js';
import { migratedDatabase } from '../kit/migrated.js';
import { testDirectory, type FreshDatabase } from '../kit/postgres.js';
import { buildServer } from '../kit/server-process.js';
import { ROOT } from '../kit/sources.js';
import { OPENS_AT, ownerOf, PEOPLE, POLICIES } from './contract-script.js';
import type { Death } from './contract-venue.js';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const BUILT = join(ROOT, 'dist', 'test', 'crash');
/** Children that are killed leave nothing in it, and the first one is not. */
const CACHE = join(testDirectory(), 'compile-cache');
const GIVEN = { name: 'given', initial: () => null, evolve: () => null };
const SPACES = ['contract', 'futures'] as const;
const GRANT = 2_000;

const dies = (event: string, nth: number, when: Death['when']): Death => ({ event, nth, when });
const thrice = (event: string, nth = 1): Death[] =>
  (['before', 'during', 'after'] as const).map((when) => dies(event, nth, when));
/** In the order of the script: each life goes on where the one before ended. */
const DEATHS: readonly Death[] = [
  ...thrice('PositionOpened'),
  dies('ContractFunded', 1, 'during'),
  dies('PositionFunded', 1, 'before'),
  dies('PositionFunded', 1, 'during'),
  ...thrice('PositionLiquidated', 2),
  ...thrice('PositionLiquidated'),
  ...thrice('PositionDeleveraged'),
  dies('PositionLiquidated', 2, 'during'),
  dies('PositionDeleveraged', 1, 'before'),
  dies('ContractFunded', 1, 'before'),
  dies('ContractFundingPosted', 1, 'during'),
  dies('PositionClosed delivery', 1, 'before'),
  dies('PositionClosed delivery', 1, 'during'),
  dies('ContractSettled', 1, 'before'),
  dies('PositionLiquidated', 1, 'during'),
  dies('PositionDeleveraged', 1, 'after'),
  dies('PositionClosed order', 1, 'after'),
];

interface Venue {
  readonly database: FreshDatabase;
  readonly pool: Pool;
}

/** A venue with the policies and the instrument that the house has published, and people who have money. */
async function opened(): Promise<Venue> {
  const database = await migratedDatabase();
  const pool = openPool(database.url, 12);
  await syncChart(pool);
  const key = CheckpointKey.open(BUILT);
  await pool.query('INSERT INTO checkpoint_keys (key_id, public_key, first_used_at) VALUES ($1, $2, $3)', [
    key.keyId,
    key.publicKey,
    OPENS_AT,
  ]);
  const store = new EventStore(pool, new SegmentSigner(key));
  const spec = readCatalogue().specs.find(({ symbol }) => symbol === 'BTCUSDT');
  const published = POLICIES.map(({ name, values }) => ({
    stream: `policy-${name}`,
    type: 'PolicyPublished',
    schema: 2,
    data: { name, version: 1, values, proposalId: null, proposedBy: null, approvedBy: null, reason: '' },
  }));
  const listed = { stream: 'instrument-BTCUSDT', type: 'InstrumentListed', schema: 1, data: { version: 1, spec } };
  await append(store, 'house', [...published, listed]);
  const given = PEOPLE.flatMap(({ name }) => SPACES.map((space) => [ownerOf(name), space] as const));
  const granted = given.map(([owner, space]) => ({
    ...funds(owner, 'USDT', `${GRANT}`, space),
    stream: `given-${owner}-${space}`,
  }));
  await append(store, 'demo', granted);
  return { database, pool };
}

async function append(store: EventStore, realm: string, events: readonly NewEvent[]): Promise<void> {
  const after = await store.head(realm);
  const recorded = events.map((event, n): RecordedEvent => ({
    ...event,
    realm,
    position: n + 1,
    version: 1,
    at: OPENS_AT - 1_000,
    actor: 'system:seeds',
    correlation: `${realm}:1`,
    causation: `${realm}:1/Seed`,
  }));
  await store.append(store.pool, { realm, leaseEpoch: after.leaseEpoch, after, events: recorded, answers: [] });
}

/** One life of the writer; answers what ended it. */
function live({ database }: Venue, death: Death | null): Promise<{ end: unknown; said: string }> {
  const { href } = pathToFileURL(join(BUILT, 'contract-venue.js'));
  const program = `const { live } = await import(${JSON.stringify(href)});
    await live(${JSON.stringify(database.url)}, ${JSON.stringify(BUILT)}, ${JSON.stringify(death)});`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, NODE_COMPILE_CACHE: CACHE },
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  return new Promise((resolve) => child.once('close', (code, signal) => resolve({ end: signal ?? code, said })));
}

async function build(): Promise<void> {
  buildServer();
  mkdirSync(BUILT, { recursive: true });
  for (const name of ['contract-script', 'contract-venue']) {
    const { code } = await transformFile(join(import.meta.dirname, `${name}.ts`), { cwd: ROOT });
    writeFileSync(join(BUILT, `${name}.js`), code);
  }
}

/** What everybody has in the end, and how each position went. */
async function outcomeOf({ pool }: Venue) {
  const balances = await pool.query(
    `SELECT account, asset, amount FROM ledger_balances WHERE realm = 'demo' ORDER BY account, asset`,
  );
  const positions = await pool.query(
    `SELECT data::json ->> 'ownerId' AS owner, data::json ->> 'symbol' AS symbol, data::json ->> 'side' AS side,
            array_agg(type || coalesce(' ' || (data::json ->> 'cause'), '') ORDER BY position) AS went
       FROM events WHERE realm = 'demo' AND type IN ('PositionOpened', 'PositionReduced', 'PositionClosed')
      GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
  );
  return { balances: balances.rows, positions: positions.rows };
}

describe('killing the writer amid liquidations, fundings, deleveraging and a settlement', () => {
  let calm: Venue;
  let killed: Venue;

  beforeAll(async () => {
    await build();
    [calm, killed] = [await opened(), await opened()];
  }, 60_000);

  afterAll(async () => {
    for (const { pool, database } of [calm, killed]) {
      await pool.end();
      await database.drop();
    }
  });

  const audited = async ({ pool }: Venue): Promise<string[]> => {
    const options = { readModels: false, guards: false, stopped: true, more: [GIVEN] };
    const { findings } = await verify({ pool, now: OPENS_AT, ...options });
    // Nobody signs checkpoints here, and nobody has opened an account: decided again, all would be refused.
    return findings
      .filter(({ check }) => check !== 'checkpoints' && check !== 'log' && check !== 'decisions')
      .map(({ realm, position, what }) => `${realm} ${position} ${what}`);
  };

  it(`goes on after each of ${DEATHS.length} kills, and ends as if it had never been killed`, async () => {
    expect(DEATHS.length).toBe(25);
    expect(await live(calm, null)).toEqual({ end: 0, said: '' });
    for (const death of DEATHS)
      expect({ death, ...(await live(killed, death)) }).toEqual({ death, end: 'SIGKILL', said: '' });
    expect(await live(killed, null)).toEqual({ end: 0, said: '' });
    expect(await outcomeOf(killed)).toEqual(await outcomeOf(calm));
  }, 600_000);

  it('leaves a history that the audit computes alike, with zero sums and nobody below their margin', async () => {
    for (const venue of [calm, killed]) expect(await audited(venue)).toEqual([]);
    const { pool } = killed;
    const { rows: sums } = await pool.query(
      `SELECT realm, asset FROM ledger_balances GROUP BY realm, asset HAVING sum(amount) <> 0`,
    );
    const { rows: left } = await pool.query(
      `SELECT account FROM ledger_balances WHERE account LIKE 'user/%' AND (amount < 0 OR account LIKE '%/frozen' AND amount <> 0)`,
    );
    expect([sums, left]).toEqual([[], []]);
    const { rows } = await pool.query<{ owner: string; amount: string }>(
      `SELECT split_part(account, '/', 2) AS owner, amount FROM ledger_balances WHERE account LIKE 'user/%/contract/available'`,
    );
    const has = new Map(rows.map(({ owner, amount: sum }) => [owner, Number(sum)]));
    // Each opened 1,000 USDT, and paid the fees of opening and closing beside what was put up.
    const beyond = PEOPLE.filter(({ name, leverage }) => (has.get(ownerOf(name)) ?? 0) < GRANT - 1_000 / leverage - 1);
    expect([has.size, beyond]).toEqual([PEOPLE.length, []]);
  });

  it('gives every position exactly one label, and the insurance fund what its moves say', async () => {
    const { pool } = killed;
    const source = new EventStore(pool);
    const projections = new ProjectionRunner({ pool, source, projections: [positionProjection], log: silent });
    await projections.start();
    expect(await projections.upToDate('positions', 'demo')).toBe(true);
    await projections.stop();
    const { rows } = await pool.query<{ label: string; count: number }>(
      `SELECT label, count(*) FROM positions GROUP BY label ORDER BY label`,
    );
    const { rows: opens } = await pool.query<{ count: number }>(
      `SELECT count(*) FROM events WHERE realm = 'demo' AND type = 'PositionOpened'`,
    );
    expect(rows.map(({ label }) => label)).toEqual(['closed', 'liquidated']);
    expect(rows.reduce((sum, { count }) => sum + count, 0)).toBe(opens[0]?.count);
    const { rows: fund } = await pool.query(
      `SELECT sum((data::json ->> 'amount')::numeric) = (SELECT amount FROM ledger_balances WHERE realm = 'demo' AND account = $1) AS alike
         FROM events WHERE realm = 'demo' AND type IN ('InsuranceFundGranted', 'InsuranceFundMoved')`,
      [HOUSE.contractInsurance.account],
    );
    expect(fund).toEqual([{ alike: true }]);
  });
});
