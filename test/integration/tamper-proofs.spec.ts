import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { rmSync } from 'node:fs';
import { allProjections } from '../../server/features.js';
import type { KeptCheckpoints } from '../../server/audit/checkpoint.check.js';
import type { Check } from '../../server/audit/findings.js';
import { verify, type VerifyReport } from '../../server/audit/verify.js';
import type { RecordedEvent } from '../../server/core/event.js';
import type { Projection } from '../../server/engine/projections/projection.js';
import { RowBatch } from '../../server/engine/projections/row-batch.js';
import { chainHash, genesisHash, type EventRow } from '../../server/engine/history/codec.js';
import { asSuperuser, openHistory, restore } from './tamper-history.js';

const HOUR_MS = 3_600_000;
let history: Awaited<ReturnType<typeof openHistory>>;
let rows: EventRow[];
let last: number;
let kept: KeptCheckpoints;

beforeAll(async () => {
  history = await openHistory();
  rows = await history.store.readRows('demo', 0, 1_000);
  last = rows.length;
  kept = await history.kept();
}, 60_000);

afterAll(async () => {
  rmSync(history.folder, { recursive: true });
  await history.close();
});

/** An hour later, when everything that was written has long been read and signed. */
const check = (readModels = true): Promise<VerifyReport> =>
  verify({ pool: history.pool, now: history.now + HOUR_MS, readModels });

describe('a database in which what proves the history is missing or silent', () => {
  afterEach(() => restore(history.pool));

  const deeds: [deed: string, sql: () => string, check: Check, position: () => number][] = [
    [
      'a checkpoint taken out',
      () => `DELETE FROM checkpoints WHERE position = ${kept.checkpoints[0]?.position}`,
      'checkpoints',
      () => last,
    ],
    [
      'the newest checkpoint deleted',
      () => `DELETE FROM checkpoints WHERE position = ${last}`,
      'checkpoints',
      () => (kept.checkpoints[0]?.position ?? 0) + 1,
    ],
    [
      'all checkpoints and their keys deleted',
      () => 'DELETE FROM checkpoints; DELETE FROM checkpoint_keys',
      'checkpoints',
      () => 1,
    ],
    [
      'a checkpoint that does not sign the one before it',
      () => `UPDATE checkpoints SET previous = sha256('x') WHERE position = ${last}`,
      'checkpoints',
      () => last,
    ],
    [
      'a balance of nobody',
      () => `INSERT INTO ledger_balances VALUES ('demo', 'user/demo-x.1/spot/available', 'USDT', 0, false)`,
      'balances',
      () => last,
    ],
    [
      'a house account that is gone',
      () => `DELETE FROM ledger_house_accounts WHERE account = 'house/bank'`,
      'balances',
      () => last,
    ],
    [
      'a snapshot of a book without an event',
      () =>
        `INSERT INTO snapshots SELECT realm, 'spot-ETHUSDT', version, position, schema, state, key_id, signature FROM snapshots LIMIT 1`,
      'snapshots',
      () => last,
    ],
    [
      'a snapshot of a kind that takes none',
      () =>
        `INSERT INTO snapshots SELECT realm, 'account-demo-bob', version, position, schema, state, key_id, signature FROM snapshots LIMIT 1`,
      'snapshots',
      () => last,
    ],
    [
      'a read model without a registration',
      () => `DELETE FROM projections WHERE name = 'users'`,
      'read-models',
      () => 1,
    ],
    [
      'a read model whose position is set back',
      () => `UPDATE projection_checkpoints SET position = 0 WHERE projection = 'users' AND realm = 'demo'`,
      'read-models',
      () => 1,
    ],
    [
      'a read model whose live slot is the empty one',
      () => `UPDATE projections SET live_slot = 'green' WHERE name = 'users'`,
      'read-models',
      () => 1,
    ],
    [
      'a view that shows something else',
      () => `CREATE OR REPLACE VIEW users AS SELECT * FROM users__blue WHERE name <> 'x'`,
      'read-models',
      () => last,
    ],
  ];

  it.each(deeds)('with %s is found, and the position is named', async (_, sql, wanted, position) => {
    await asSuperuser(history.pool, sql());
    const { ok, findings } = await check();
    expect(ok).toBe(false);
    expect(findings).toContainEqual(expect.objectContaining({ realm: 'demo', check: wanted, position: position() }));
    for (const { realm, position: at } of findings)
      expect([['demo', 'house'].includes(realm), at > 0]).toEqual([true, true]);
  });

  it('whose read models stand before events that give them no row is whole: a killed server leaves them there', async () => {
    const events = await history.store.readPage('demo', 0, 1_000);
    const isRead = (projection: Projection) => (event: RecordedEvent) => {
      const found = new RowBatch();
      projection.apply(found, event);
      return !found.isEmpty;
    };
    let before = 0;
    for (const projection of allProjections.filter(({ realms }) => realms.includes('demo'))) {
      const position = events.findLast(isRead(projection))?.position ?? 0;
      if (position < last) before += 1;
      await history.pool.query(
        `UPDATE projection_checkpoints SET position = $1 WHERE projection = $2 AND realm = 'demo'`,
        [position, projection.name],
      );
    }
    expect(before).toBeGreaterThan(10);
    expect((await check()).findings).toEqual([]);
  });

  it('with a whole realm of somebody’s own is found', async () => {
    const ghost = { ...rows[0], realm: 'ghost', data: '{}', postings: null } as EventRow;
    const hash = chainHash(genesisHash('ghost'), ghost);
    const columns = `'ghost', 1, stream, 1, type, schema, at, actor, '{}', NULL, decode('${hash}', 'hex'), correlation, causation, command`;
    await asSuperuser(
      history.pool,
      `INSERT INTO events SELECT ${columns} FROM events WHERE realm = 'demo' AND position = 1;
       INSERT INTO realm_heads (realm, position, hash, lease_epoch) VALUES ('ghost', 1, decode('${hash}', 'hex'), 1)`,
    );
    const { findings } = await check(false);
    expect(findings).toContainEqual({ realm: 'ghost', position: 1, check: 'head', what: 'there is no such realm' });
  });

  it('says whether anything outside was compared', async () => {
    expect((await check(false)).anchored).toBe(false);
    const { anchored } = await verify({ pool: history.pool, now: history.now, readModels: false, kept });
    expect(anchored).toBe(true);
  });
});
