import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { KeyObject } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import type { Pool } from 'pg';
import { io, type Socket } from 'socket.io-client';
import { staffLists } from '../../server/staff/lists/all.js';
import type { Channel } from '../../contracts/stream.contract.js';
import { openCluster, type Cluster } from '../../scripts/postgres/cluster.js';
import { replayStream } from '../../server/audit/replay.js';
import { VERIFY_CONNECTIONS } from '../../server/audit/verify.js';
import { main as audit } from '../../server/cli/audit.js';
import { main as rebuild } from '../../server/cli/rebuild.js';
import { systemClock } from '../../server/core/clock.js';
import type { Sealed } from '../../server/core/person.js';
import { Vault } from '../../server/core/ports/vault.js';
import { openLog } from '../../server/edge/logging.js';
import { openPool } from '../../server/engine/history/database.js';
import { migrate } from '../../server/engine/history/migrate.js';
import type { PersonKeys } from '../../server/engine/vault/person-keys.js';
import type { RootKey } from '../../server/engine/vault/root-key.js';
import { CanaryFinder, writingsOf, type Finding } from '../kit/canaries.js';
import { askSupport, buyByWire, payOutToCard, saveOwnAccounts } from '../kit/canary-money.js';
import { OTTO, ZELDA } from '../kit/canary-profiles.js';
import { Journeys, type Desk, type Member, type Profile } from '../kit/canary-journeys.js';
import { bytesOf, filesOf, packNothing, rowsOf, sealedIn, unsealed } from '../kit/canary-places.js';
import { startStaffed } from '../kit/staff-client.js';
import { Trader } from '../kit/trader.js';
import { until } from '../kit/until.js';
import { unzip } from '../kit/unzip.js';
import { expectVerified } from '../kit/verified.js';
import { publish } from '../kit/withdrawals.js';

const ROLES = ['auditor', 'support', 'admin', 'risk', 'content', 'reviewer'];
const CHANNELS: Channel[] = [
  { kind: 'account' },
  { kind: 'tickers' },
  { kind: 'book', symbol: 'BTCUSDT' },
  { kind: 'trades', symbol: 'BTCUSDT' },
];

let folder: string;
let cluster: Cluster;
let url: string;
let pool: Pool;
let desk: Desk;
let journeys: Journeys;
let finder: CanaryFinder;
let [zelda, otto]: Member[] = [];
let ottosKey: KeyObject;
const lines: string[] = [];
const frames: string[] = [];
const sockets: Socket[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'glassbook-canaries-'));
  // Nothing of the write-ahead log is given up, so that it tells everything that was ever written, also what is deleted.
  cluster = await openCluster({ directory: folder, settings: { wal_keep_size: '8GB', max_connections: '90' } });
  await cluster.ensureDatabase('glassbook');
  url = cluster.url('glassbook');
  await migrate(url);
  pool = openPool(url, VERIFY_CONNECTIONS);
  await packNothing(pool);
  const sink = new Writable({ write: (line: Buffer, _, done) => (lines.push(line.toString()), done()) });
  desk = await startStaffed({ databaseUrl: url, dataDir: join(folder, 'server'), log: openLog('trace', sink) });
  journeys = new Journeys(desk);
  await watchAs(undefined);
  await watchAs((await Trader.demo(desk.started)).token);
  await publish(desk, 'payee.rules', { coolingHours: 0 });
  await publish(desk, 'withdrawal.rules', { turnover: 'off', windowFrom: '00:00', windowTo: '24:00' });
  const reviewers = await journeys.staff();
  zelda = await personJourneys(ZELDA, reviewers);
  await watchAs(zelda.trader.token);
  otto = await personJourneys(OTTO, reviewers);
  finder = new CanaryFinder(journeys.canaries);
}, 180_000);

afterAll(async () => {
  for (const socket of sockets) socket.disconnect();
  await pool?.end();
  await desk?.started.close();
  await cluster?.stop();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

/** Keeps every frame of another person's socket. */
async function watchAs(token: string | undefined): Promise<void> {
  const socket = io(desk.started.url, { transports: ['websocket'], forceNew: true, auth: token ? { token } : {} });
  sockets.push(socket);
  await new Promise((resolve) => socket.once('connect', () => resolve(null)));
  socket.io.engine.on('packet', ({ data }: { data?: unknown }) => void frames.push(String(data)));
  for (const channel of CHANNELS) await socket.emitWithAck('subscribe', channel);
}

async function personJourneys(of: Profile, reviewers: readonly [string, string, string]): Promise<Member> {
  const entered = await journeys.enter(of);
  await journeys.name(of, entered);
  await journeys.tradePassword(of, entered);
  const payeeId = await saveOwnAccounts(journeys, of, entered);
  await journeys.wallet(of, entered);
  const [identifier, ...payers] = reviewers;
  await journeys.identity(of, entered, identifier, payers[0]);
  await buyByWire({ desk, journeys }, of, entered, payers);
  await askSupport({ desk, journeys }, of, entered);
  await payOutToCard({ desk, journeys }, of, entered, { payeeId, reviewer: 'canary-uma' });
  const member = await journeys.google(of, entered);
  const support = { token: desk.tokens.get('support') ?? '' };
  const reason = 'asked for on the phone, identity checked';
  await desk.post(`users/${member.userId}/freeze`, { reason }, support);
  await desk.post(`users/${member.userId}/unfreeze`, { reason }, support);
  const login = { account: of.first, password: member.password, googleCode: member.recovery.pop() ?? '' };
  const { token, userId } = await journeys.done(new Trader(desk.started), 'userLogin', login);
  journeys.add(`${of.name}: session`, token, 'token');
  return { ...member, trader: new Trader(desk.started, token, userId) };
}

async function exportOf({ trader, password, recovery }: Member): Promise<Buffer> {
  const body = new URLSearchParams({ password, googleCode: recovery.pop() ?? '' });
  const headers = { authorization: `Bearer ${trader.token}` };
  const answer = await fetch(`${desk.started.url}/web/exportMe`, { method: 'POST', headers, body });
  return Buffer.from(await answer.arrayBuffer());
}

/** A finding in a line that says what to mend, each kind of it once. */
function placesOf(findings: Finding[]): string[] {
  const kinds = new Map(findings.map((each) => [`${each.place} ${each.canary}`, each]));
  return [...kinds.values()].map(
    ({ place, canary, writing, around }) => `${place}: ${canary} (${writing}) … ${around}`,
  );
}

async function inRows(): Promise<string[]> {
  const findings: Finding[] = [];
  for await (const { table, text } of rowsOf(pool)) findings.push(...finder.inText(table, text));
  for await (const { place, bytes } of bytesOf(pool)) findings.push(...finder.inBytes(place, bytes));
  return placesOf(findings);
}

describe('the search itself', () => {
  it('finds every canary in every writing, and what a person may read of himself in his own export', async () => {
    for (const canary of journeys.canaries) {
      for (const [writing, bytes] of writingsOf(canary)) {
        const planted = Buffer.concat([Buffer.from('{"x":'), bytes, Buffer.from('}')]);
        expect([canary.name, writing, finder.inBytes('planted', planted).length > 0]).toEqual([
          canary.name,
          writing,
          true,
        ]);
      }
      expect(finder.inText('planted', ` ${canary.text},`).map((each) => each.canary)).toContain(canary.name);
    }
    const zip = unzip(await exportOf(otto as Member));
    const found = new Set(finder.inBytes('export', zip.get('data.json') as Buffer).map(({ canary }) => canary));
    const own = ['phone', 'e-mail', 'nickname', 'realName', 'documentNumber', 'birthDate', 'line1', 'line2', 'note'];
    own.push(...Object.keys(OTTO.money));
    for (const field of own) expect([...found]).toContain(`Otto: ${field}`);
    expect(
      // Every person who is matched with the seller's account sees it.
      [...found].filter(
        (name) => !/^(Otto|seller): /.test(name) || /password|code|session|authent|answer|exif/.test(name),
      ),
    ).toEqual([]);
    for (const [path, bytes] of zip)
      if (path !== 'data.json') expect(placesOf(finder.inBytes(path, bytes))).toEqual([]);
    expect(journeys.seen.length).toBeGreaterThan(10);
    expect(placesOf(journeys.seen.flatMap((bytes) => finder.inBytes('image', bytes)))).toEqual([]);
  });
});

describe('what is secret or personal', () => {
  it('stands in no line of the log, though every request leaves one, and in no metric', async () => {
    expect(lines.filter((line) => line.includes('userRegister')).length).toBeGreaterThan(3);
    expect(placesOf(lines.flatMap((line) => finder.inText('log', line)))).toEqual([]);
    const metrics = await (await fetch(`${desk.started.url}/metrics`)).text();
    expect(metrics).toContain('# HELP');
    expect(placesOf(finder.inText('metrics', metrics))).toEqual([]);
  });

  it('stands in no row of any table, in no event, and in no state that a snapshot would keep', async () => {
    expect(await inRows()).toEqual([]);
    const { rows } = await pool.query<{ realm: string; stream: string }>('SELECT DISTINCT realm, stream FROM events');
    expect(rows.map(({ stream }) => stream)).toContain(`identity-${(otto as Member).userId}`);
    const text = (state: unknown): string =>
      JSON.stringify(state, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value));
    const findings: Finding[] = [];
    // Thousands at once would wait longer for a connection than the pool lets them.
    for (const { realm, stream } of rows)
      findings.push(...finder.inText('state', text(await replayStream(pool, realm, stream))));
    expect(placesOf(findings)).toEqual([]);
  });

  it('is in no export of the history', async () => {
    const out = join(folder, 'history');
    expect(await quietly(() => audit(['export', out], url))).toBe(0);
    const files = [...filesOf(out)];
    expect(files.map(({ path }) => path).sort()).toEqual([
      ...['balances.ndjson', 'demo.ndjson', 'demo.segments.ndjson', 'house.ndjson', 'house.segments.ndjson'],
      ...['manifest.json', 'real.ndjson', 'real.segments.ndjson', 'verify.mjs'],
    ]);
    expect(placesOf(files.flatMap(({ path, bytes }) => finder.inText(path, bytes.toString())))).toEqual([]);
  });

  it.each(ROLES)('is in no list that the role %s may take away', async (role) => {
    const headers = { authorization: `Bearer ${desk.tokens.get(role) ?? ''}` };
    const given: string[] = [];
    for (const { name: list } of staffLists) {
      const answer = await fetch(`${desk.started.url}/staff/export?list=${list}`, { headers });
      const text = await answer.text();
      if (answer.status === 200) given.push(list);
      else expect([list, answer.status]).toEqual([list, 403]);
      expect(placesOf(finder.inText(list, text))).toEqual([]);
    }
    expect(given.length).toBeGreaterThan(0);
  });

  it('is in no frame that anybody else got', async () => {
    await until(() => frames.length > 100, 30);
    // Volumes are quoted numbers of any length: here six digits say nothing, and every other canary does.
    const sought = new CanaryFinder(journeys.canaries.filter(({ kind }) => kind !== 'digits'));
    expect(sought.canaries.length).toBeGreaterThan(20);
    expect(frames.length).toBeGreaterThan(100);
    expect(placesOf(frames.flatMap((frame) => sought.inBytes('frame', Buffer.from(frame))))).toEqual([]);
  });
});

describe('a person who is erased', () => {
  it('was readable by his key, and is by none that is left, in any table or event', async () => {
    const { userId, trader, password, recovery } = otto as Member;
    const vault = desk.started.app.get<Vault>(Vault, { strict: false });
    const { keys, root } = vault as unknown as { keys: PersonKeys; root: RootKey };
    ottosKey = (await keys.find(userId)) as KeyObject;
    const his = (key: KeyObject, texts: string[]): string[] =>
      texts.filter((text) =>
        finder.inText('opened', unsealed(key, text)).some(({ canary }) => canary.startsWith('Otto')),
      );
    expect(his(ottosKey, await sealedTexts()).length).toBeGreaterThan(15);
    const request = { confirm: userId, password, googleCode: recovery.pop() ?? '' };
    await journeys.done(trader, 'eraseMe', request);
    expect(await keys.find(userId)).toBe('erased');
    const left = await sealedTexts();
    const closed = his(ottosKey, left);
    expect(closed.length).toBeGreaterThan(3);
    for (const text of closed) expect(await vault.open(userId, 'whatever', text as Sealed)).toBeNull();
    const zeldasKey = (await keys.find((zelda as Member).userId)) as KeyObject;
    for (const key of [root.house, zeldasKey]) expect(his(key, left)).toEqual([]);
    const images = await pool.query('SELECT 1 FROM private_images WHERE user_id = $1', [userId]);
    expect(images.rowCount).toBe(0);
    expect(await inRows()).toEqual([]);
  });

  it('leaves a history that holds, and read models that come out the same when they are built anew', async () => {
    await expectVerified(url, systemClock.now());
    expect(await quietly(() => rebuild(['all'], url))).toBe(0);
  });
});

describe('the files of the database', () => {
  it('hold nothing in clear: no table, no dead row, no write-ahead log, no log of PostgreSQL', async () => {
    await pool.query('CHECKPOINT');
    const first = await pool.query<{ name: string }>(
      `SELECT min(name) AS name FROM pg_ls_waldir() WHERE name !~ '\\.'`,
    );
    expect(first.rows[0]?.name).toBe('000000010000000000000001');
    let bytesRead = 0;
    const findings: Finding[] = [];
    for (const { path, bytes } of filesOf(folder)) {
      bytesRead += bytes.length;
      findings.push(...finder.inBytes(path, bytes));
    }
    expect(bytesRead).toBeGreaterThan(50_000_000);
    expect(placesOf(findings)).toEqual([]);
  }, 120_000);
});

/** Sealed texts of every row of every table. */
async function sealedTexts(): Promise<string[]> {
  const texts = new Set<string>();
  for await (const { text } of rowsOf(pool)) for (const sealed of sealedIn(text)) texts.add(sealed);
  return [...texts];
}

/** A program of the command line, without its words in the report of the tests. */
async function quietly(run: () => Promise<number>): Promise<number> {
  const printed: string[] = [];
  const spy = jest.spyOn(process.stdout, 'write').mockImplementation((text) => printed.push(String(text)) > 0);
  const code = await run().finally(() => spy.mockRestore());
  if (code !== 0) throw new Error(printed.join(''));
  return code;
}
