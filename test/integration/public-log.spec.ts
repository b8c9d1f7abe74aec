import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readHead, type LogCheckpoint } from '../../server/engine/public-log/log-checkpoint.js';
import { LogSalts } from '../../server/engine/public-log/log-salts.js';
import { newestCheckpoint, type PublicLog } from '../../server/engine/public-log/public-log.js';
import type { TreeHead } from '../../shared/tlog-checkpoint.js';
import { CompactRange, leafHash } from '../../shared/merkle.js';
import { isConsistent, isIncluded } from '../../shared/merkle-proof.js';
import { until } from '../kit/until.js';
import { openLogged } from './logged-history.js';
import { asSuperuser } from './tamper-history.js';

let history: Awaited<ReturnType<typeof openLogged>>;
const logs: PublicLog[] = [];

beforeAll(async () => {
  history = await openLogged();
  await history.keep();
}, 60_000);
afterAll(() => history.close());
beforeEach(() => void (history.said.length = 0));
afterEach(async () => {
  for (const log of logs.splice(0)) await log.stop();
  await history.restore();
});

function openLog(publicUrl?: string | null): PublicLog {
  const log = history.openLog(publicUrl);
  logs.push(log);
  return log;
}

const published = async (): Promise<LogCheckpoint | undefined> => newestCheckpoint(history.pool, 'demo');

/** The tree by the code that browsers verify with, over the hashes of all events. */
async function reference({ salts }: PublicLog, size: number): Promise<CompactRange> {
  const { rows } = await history.pool.query<{ position: number; hash: Buffer }>(
    `SELECT position, hash FROM events WHERE realm = 'demo' AND position <= $1 ORDER BY position`,
    [size],
  );
  const tree = CompactRange.empty();
  for (const event of rows) tree.append(leafHash(salts.entry('demo', event)));
  return tree;
}

describe('a log', () => {
  it('is published when it grew, numbered, with the root over all events', async () => {
    const log = openLog();
    for (const [at, count] of [1, 254, 1, 1, 300].entries()) {
      await history.append(count);
      await log.publish();
      await log.publish();
      const { number, size = 0, note = '', at: instant } = (await published()) ?? {};
      expect([number, instant]).toEqual([at + 1, history.clock.now()]);
      const root = Buffer.from((await reference(log, size)).root());
      expect(readHead(note, history.key.publicKey)).toMatchObject({ origin: 'glassbook.example/demo', size });
      expect(Buffer.from((readHead(note, history.key.publicKey) as TreeHead).root)).toEqual(root);
    }
    expect((await published())?.size).toBe(557);
  });

  it('is named by its installation where no address is set, and keeps its first name', async () => {
    await history.append(3);
    await openLog(null).publish();
    const origin = async (): Promise<string> =>
      (readHead((await published())?.note ?? '', history.key.publicKey) as TreeHead).origin;
    const first = `${await history.store.instanceId()}/demo`;
    expect(await origin()).toBe(first);
    await history.append(3);
    await openLog('https://moved.example').publish();
    expect([await origin(), (await published())?.size]).toEqual([first, 6]);
  });

  it('is one log when two servers write it at once', async () => {
    await history.append(1_200);
    await Promise.all([openLog().publish(), openLog().publish(), openLog().publish()]);
    expect(await published()).toMatchObject({ number: 1, size: 1_200 });
    const { rows } = await history.pool.query(`SELECT index FROM log_nodes WHERE realm = 'demo' ORDER BY index`);
    expect(rows.map(({ index }) => index)).toEqual([0, 1, 2, 3]);
  });

  it('grows between two checkpoints when many events came, and is whole when the server ends', async () => {
    const log = openLog();
    await log.start();
    await history.append(2_000);
    await log.stop();
    expect(await published()).toMatchObject({ number: 1, size: 2_000 });
  });

  it('that is long is whole a moment after the start', async () => {
    await history.append(20 * 512 + 300);
    const log = openLog();
    await log.start();
    await until(async () => (await published()) !== undefined);
    expect(await published()).toMatchObject({ number: 1, size: 20 * 512 + 300 });
  });

  it('stops at a missing event and says nothing about what follows', async () => {
    const log = openLog();
    await history.append(600);
    await asSuperuser(history.pool, `DELETE FROM events WHERE realm = 'demo' AND position = 300`);
    await log.publish();
    expect(await published()).toBeUndefined();
    expect(history.said).toEqual(['a log was not written: Error: demo has no event 300']);
  });
});

describe('proofs of a log', () => {
  /** More than a tile of tiles: 65,536 events, whose contents no log reads. */
  const SIZE = 65_536 + 256 + 700;

  it('lead from any event to any head, and from any head to a later one', async () => {
    const log = openLog();
    await history.store.head('demo');
    await asSuperuser(
      history.pool,
      `INSERT INTO events (realm, position, stream, version, type, schema, at, actor, correlation, causation, data, command, hash)
         SELECT 'demo', n, 'note-x', n, 'Noted', 1, 1, 'test', 'test', 'test', '{}', sha256('x'), sha256(n::text::bytea)
           FROM generate_series(1, ${SIZE}) n;
       UPDATE realm_heads SET position = ${SIZE} WHERE realm = 'demo'`,
    );
    await log.publish();
    const tree = log.treeOf('demo');
    const { rows } = await history.pool.query<{ level: number; count: number }>(
      `SELECT level, count(*) AS count FROM log_nodes WHERE realm = 'demo' GROUP BY 1 ORDER BY 1`,
    );
    expect(rows).toEqual([
      { level: 1, count: 259 },
      { level: 2, count: 1 },
    ]);
    const sizes = [1, 255, 256, 257, 65_535, 65_536, 65_537, SIZE];
    const roots = new Map(await Promise.all(sizes.map(async (size) => [size, await tree.rootAt(size)] as const)));
    for (const size of sizes) {
      const root = roots.get(size) ?? Buffer.alloc(0);
      for (const position of [1, 2, 255, 256, 257, 65_536, 65_600, SIZE].filter((one) => one <= size)) {
        const [entry = Buffer.alloc(0)] = await tree.entries(position - 1, position);
        const proof = await tree.inclusion(position, size);
        expect(isIncluded({ leaf: leafHash(entry), index: position - 1, size, proof, root })).toBe(true);
      }
      for (const oldSize of sizes.filter((one) => one <= size)) {
        const oldRoot = roots.get(oldSize) ?? Buffer.alloc(0);
        const proof = await tree.consistency(oldSize, size);
        expect(isConsistent({ oldSize, oldRoot, newSize: size, newRoot: root, proof })).toBe(true);
      }
    }
    expect(Buffer.from((await reference(log, 65_600)).root())).toEqual(Buffer.from(await tree.rootAt(65_600)));
  }, 60_000);
});

describe('the salts of a log', () => {
  const folder = mkdtempSync(join(tmpdir(), 'glassbook-salts-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('are the same after a start, made by the first one, and differ by event and realm', () => {
    expect(LogSalts.atHand(folder)).toBeUndefined();
    const salts = LogSalts.open(folder);
    expect(LogSalts.open(folder).salt('demo', 1)).toEqual(salts.salt('demo', 1));
    expect(LogSalts.atHand(folder)?.id).toBe(salts.id);
    const places = [1, 11, 256, 257, 1].map((position) => salts.salt('demo', position));
    expect(places[4]).toEqual(places[0]);
    const all = [...places.slice(0, 4), salts.salt('real', 1)].map((salt) => salt.toString('hex'));
    expect(new Set(all).size).toBe(5);
  });

  it('hide which event an entry is of: the same hash has other entries in other places', () => {
    const salts = LogSalts.open(folder);
    const hash = Buffer.alloc(32, 1);
    expect(salts.entry('demo', { position: 1, hash })).not.toEqual(salts.entry('demo', { position: 2, hash }));
  });
});
