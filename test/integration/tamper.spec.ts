import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { rmSync } from 'node:fs';
import type { Check } from '../../server/audit/findings.js';
import { verify, type VerifyReport } from '../../server/audit/verify.js';
import type { KeptCheckpoints } from '../../server/audit/checkpoint.check.js';
import type { EventRow } from '../../server/engine/history/codec.js';
import { asSuperuser, openHistory, restore } from './tamper-history.js';
import { cutOff, flipped, inserted, moved, swapped, writtenAnew } from './tampering.js';

const HOUR_MS = 3_600_000;
type History = Awaited<ReturnType<typeof openHistory>>;

let history: History;
let rows: EventRow[];
let last: number;
/** The first fill. */
let fill: number;
let kept: KeptCheckpoints;

beforeAll(async () => {
  history = await openHistory();
  rows = await history.store.readRows('demo', 0, 1_000);
  last = rows.length;
  fill = rows.find(({ type }) => type === 'SpotOrderMatched')?.position ?? 0;
  kept = await history.kept();
}, 60_000);

afterAll(async () => {
  rmSync(history.folder, { recursive: true });
  await history.close();
});

/** No deed of these touches the guards, whose comparison takes longer than all other checks together. */
const check = (readModels = true): Promise<VerifyReport> =>
  verify({ pool: history.pool, now: history.now + HOUR_MS, readModels, guards: false });

describe('an untouched history', () => {
  it('has nothing to find', async () => {
    const report = await verify({ pool: history.pool, now: history.now + HOUR_MS });
    expect(report.findings).toEqual([]);
    expect(report).toMatchObject({ ok: true, checkpoints: 3 });
    expect(last).toBeGreaterThan(25);
    expect(fill).toBeGreaterThan(2);
  });
});

describe('a tampered database', () => {
  afterEach(() => restore(history.pool));

  /** One column of the first fill, and the hash left as it was. */
  const changed = (set: string): string => `UPDATE events SET ${set} WHERE realm = 'demo' AND position = ${fill}`;
  /** A deed of the database's owner, and the text of the first finding. */
  const deeds: [deed: string, sql: () => string, check: Check, position: () => number][] = [
    ['a flipped bit in an event', () => flipped(fill, 40), 'chain', () => fill],
    ['another actor', () => changed(`actor = 'user:x'`), 'chain', () => fill],
    ['another correlation', () => changed(`correlation = 'call-x'`), 'chain', () => fill],
    ['another causation', () => changed(`causation = 'call-x/PlaceSpotOrder'`), 'chain', () => fill],
    ['another instant', () => changed('at = at + 1'), 'chain', () => fill],
    ['another hash', () => changed(`hash = sha256('x')`), 'chain', () => fill],
    ['another type', () => changed(`type = 'SpotOrderAccepted'`), 'chain', () => fill],
    ['another schema', () => changed('schema = schema + 1'), 'chain', () => fill],
    ['another stream', () => changed(`stream = 'spot-ETHUSDT'`), 'chain', () => fill],
    ['another version', () => changed('version = version + 1000'), 'chain', () => fill],
    ['an event taken to another realm', () => changed(`realm = 'real', position = 1`), 'positions', () => fill],
    [
      'a deleted event',
      () => `DELETE FROM events WHERE realm = 'demo' AND position = ${fill}`,
      'positions',
      () => fill,
    ],
    ['a deleted first event', () => `DELETE FROM events WHERE realm = 'demo' AND position = 1`, 'positions', () => 1],
    ['swapped events', () => swapped(fill, fill + 3), 'chain', () => fill],
    [
      'a cut-off end',
      () => `DELETE FROM events WHERE realm = 'demo' AND position > ${last - 3}`,
      'head',
      () => last - 2,
    ],
    ['a cut-off end and a head to match', () => cutOff(last - 3), 'head', () => last - 2],
    ['an event put behind the head', () => inserted(last + 1, last), 'head', () => last + 1],
    [
      'an event put behind, and the head moved',
      () => `${inserted(last + 1, last)}; ${moved(last + 1)}`,
      'chain',
      () => last + 1,
    ],
    ['a head that is gone', () => `DELETE FROM realm_heads WHERE realm = 'demo'`, 'head', () => last],
    [
      'a posting changed in the event',
      () =>
        `UPDATE events SET postings = replace(postings, 'alice', 'bob') WHERE realm = 'demo' AND position = ${fill}`,
      'chain',
      () => fill,
    ],
    [
      'a posting changed in the ledger',
      () =>
        `UPDATE ledger_postings SET amount = amount + 0.00000001 WHERE realm = 'demo' AND position = ${fill} AND line = 0`,
      'postings',
      () => fill,
    ],
    [
      'a posting deleted from the ledger',
      () => `DELETE FROM ledger_postings WHERE realm = 'demo' AND position = ${fill} AND line = 1`,
      'postings',
      () => fill,
    ],
    [
      'a posting added to the ledger',
      () => `INSERT INTO ledger_postings VALUES ('demo', ${last + 1}, 0, 'user/demo-bob.1/spot/available', 'USDT', 5)`,
      'postings',
      () => last + 1,
    ],
    [
      'a posting to another account in the ledger',
      () =>
        `UPDATE ledger_postings SET account = 'house/conversion' WHERE realm = 'demo' AND position = ${fill} AND line = 0`,
      'postings',
      () => fill,
    ],
    [
      'a posting of another asset in the ledger',
      () => `UPDATE ledger_postings SET asset = 'ETH' WHERE realm = 'demo' AND position = ${fill} AND line = 0`,
      'postings',
      () => fill,
    ],
    [
      'a changed balance',
      () =>
        `UPDATE ledger_balances SET amount = amount + 1 WHERE account = 'user/demo-bob.1/spot/available' AND asset = 'BTC'`,
      'balances',
      () => lastOf('user/demo-bob.1/spot/available', 'BTC'),
    ],
    [
      'a deleted balance',
      () => `DELETE FROM ledger_balances WHERE account = 'house/fees'`,
      'balances',
      () => lastOf('house/fees', 'USDT'),
    ],
    [
      'an account that may suddenly be overdrawn',
      () => `UPDATE ledger_house_accounts SET may_go_negative = true WHERE account = 'house/fees'`,
      'balances',
      () => last,
    ],
    [
      'a person who may suddenly be overdrawn',
      () =>
        `UPDATE ledger_balances SET may_go_negative = true WHERE account = 'user/demo-bob.1/spot/available' AND asset = 'BTC'`,
      'balances',
      () => lastOf('user/demo-bob.1/spot/available', 'BTC'),
    ],
    [
      'an account put into the chart',
      () => `INSERT INTO ledger_house_accounts VALUES ('house/slush', true)`,
      'balances',
      () => last,
    ],
    [
      'a checkpoint moved back by one',
      () => `UPDATE checkpoints SET position = position - 1 WHERE position = ${last}`,
      'checkpoints',
      () => last - 1,
    ],
    [
      'a checkpoint taken to another realm',
      () => `UPDATE checkpoints SET realm = 'real' WHERE position = ${kept.checkpoints[0]?.position}`,
      'checkpoints',
      () => last,
    ],
    [
      'a checkpoint signed with a key that nobody knows',
      () => `UPDATE checkpoints SET key_id = '0000000000000000' WHERE position = ${last}`,
      'checkpoints',
      () => last,
    ],
    [
      'a checkpoint with another hash',
      () => `UPDATE checkpoints SET hash = sha256('x') WHERE realm = 'demo' AND position = ${last}`,
      'checkpoints',
      () => last,
    ],
    [
      'a checkpoint of another instant',
      () => `UPDATE checkpoints SET at = at + 1 WHERE realm = 'demo' AND position = ${last}`,
      'checkpoints',
      () => last,
    ],
    [
      'a checkpoint under another key',
      () => `UPDATE checkpoint_keys SET public_key = sha256('x')`,
      'checkpoints',
      () => kept.checkpoints[0]?.position ?? 0,
    ],
    [
      'a changed snapshot',
      () => `UPDATE snapshots SET state = replace(state, '"trades":', '"trades":1')`,
      'snapshots',
      () => snapshotAt(),
    ],
    [
      'a changed row of a read model',
      () => `UPDATE orders__blue SET filled_quantity = filled_quantity + 1 WHERE order_id = 'o-4'`,
      'read-models',
      () => last,
    ],
    [
      'a deleted row of a read model',
      () => `DELETE FROM trades__blue WHERE position = ${fill}`,
      'read-models',
      () => last,
    ],
    [
      'an added row of a read model',
      () =>
        `INSERT INTO users__blue SELECT realm, 'demo-x', name, lang, opened_at, position, 'demo-x.1', generation, expires_at, status FROM users__blue LIMIT 1`,
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
      expect([realm, at > 0]).toEqual([expect.stringMatching(/^(demo|real|house)$/), true]);
  });

  it('with a bit flipped in any event at all is found at that event', async () => {
    for (let position = 1; position <= last; position += 1) {
      await asSuperuser(history.pool, flipped(position, 3));
      const { findings } = await check(false);
      expect(findings).toContainEqual(expect.objectContaining({ check: 'chain', realm: 'demo', position }));
      await restore(history.pool);
    }
  }, 60_000);

  it('with the whole history written anew from one event on is found by its segment and the next checkpoint', async () => {
    const first = kept.checkpoints[0]?.position ?? 0;
    await asSuperuser(history.pool, writtenAnew(rows, first - 1));
    const { findings } = await check(false);
    expect(findings.filter((found) => found.check === 'chain')).toEqual([]);
    expect(findings[0]).toMatchObject({ check: 'segments', position: first - 1 });
    expect(findings).toContainEqual(expect.objectContaining({ check: 'checkpoints', position: first }));
  });

  it('and its checkpoints thrown away leaves a stretch that no checkpoint covers, and a checkpoint that somebody kept names it', async () => {
    await asSuperuser(history.pool, `${writtenAnew(rows, last - 1)}; DELETE FROM checkpoints WHERE position = ${last}`);
    const unsigned = { check: 'checkpoints', position: (kept.checkpoints[0]?.position ?? 0) + 1 };
    expect((await check(false)).findings).toContainEqual(expect.objectContaining(unsigned));
    const { findings } = await verify({ pool: history.pool, now: history.now, readModels: false, guards: false, kept });
    expect(findings).toContainEqual(expect.objectContaining({ check: 'checkpoints', position: last }));
  });

  it('signed again with another key is found by whoever knows the right one', async () => {
    const { findings } = await verify({
      pool: history.pool,
      now: history.now,
      readModels: false,
      guards: false,
      trustedKey: 'ab'.repeat(32),
    });
    for (const signed of ['segments', 'checkpoints'])
      expect(findings).toContainEqual(expect.objectContaining({ check: signed, what: expect.stringMatching(/trust/) }));
    const { ok } = await verify({
      pool: history.pool,
      now: history.now,
      readModels: false,
      guards: false,
      trustedKey: kept.keys[0]?.publicKey ?? '',
    });
    expect(ok).toBe(true);
  });
});

function lastOf(account: string, asset: string): number {
  const scope = rows.filter(({ postings }) => postings?.includes(`"${account}","${asset}"`));
  return scope.at(-1)?.position ?? 0;
}

/** The snapshot was taken after everything but the last order. */
function snapshotAt(): number {
  const orders = rows.filter(({ type }) => type === 'SpotOrderAccepted');
  return (orders.at(-1)?.position ?? 0) - 1;
}
