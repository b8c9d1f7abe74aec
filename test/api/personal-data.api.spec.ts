import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import type { EnteredView } from '../../contracts/account.contract.js';
import type { UploadedImageView } from '../../contracts/personal.contract.js';
import { VERIFY_CONNECTIONS } from '../../server/audit/verify.js';
import { FakeClock } from '../../server/core/clock.js';
import { Writers } from '../../server/engine/writer/writers.js';
import type { Sealed } from '../../server/core/person.js';
import { PersonalDataHandlers } from '../../server/core/ports/personal-holdings.js';
import { Vault } from '../../server/core/ports/vault.js';
import { refuse } from '../../server/core/refusal.js';
import { openPool } from '../../server/engine/history/database.js';
import { EventStore } from '../../server/engine/history/event-store.js';
import { Eraser } from '../../server/features/personal/erasure.js';
import { allProjections } from '../../server/features.js';
import { rebuild } from '../../server/engine/projections/rebuild.js';
import { unpacked } from '../../server/engine/history/segment-body.js';
import { startApp, type StartedApp } from '../kit/app.js';
import { drawing } from '../kit/image-bytes.js';
import { register } from '../kit/people.js';
import { Trader } from '../kit/trader.js';
import { unzip } from '../kit/unzip.js';
import { until } from '../kit/until.js';
import { audited, settled } from '../kit/verified.js';

const PASSWORD = 'blue4Whale';
const clock = new FakeClock(Date.UTC(2026, 0, 5, 12));
let started: StartedApp;
let pool: Pool;
let holdings: PersonalDataHandlers;

beforeAll(async () => {
  started = await startApp({ clock });
  pool = openPool(started.databaseUrl, VERIFY_CONNECTIONS);
  holdings = started.app.get<PersonalDataHandlers>(PersonalDataHandlers, { strict: false });
}, 120_000);

afterAll(async () => {
  await pool.end();
  await started.close();
});

interface Member extends Pick<Trader, 'get' | 'post'> {
  userId: string;
  account: string;
  token: string;
}

/** Registered with a code, as anybody is. */
async function member(account: string): Promise<Member> {
  const { data, refusal } = await register(started, { account });
  if (refusal !== '') throw new Error(refusal);
  const { token, userId } = data as EnteredView & { token: string; userId: string };
  const trader = new Trader(started, token, userId);
  return { userId, account, token, get: trader.get.bind(trader), post: trader.post.bind(trader) };
}

async function upload({ token }: Member): Promise<UploadedImageView> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(await drawing().jpeg().toBuffer())]), 'me.jpg');
  const url = `${started.url}/web/uploadImage?purpose=document-front`;
  const answer = await fetch(url, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body: form });
  return ((await answer.json()) as { data: UploadedImageView }).data;
}

async function exportMe({ token }: Member, password = PASSWORD) {
  const headers = { authorization: `Bearer ${token}` };
  const body = new URLSearchParams({ password });
  const answer = await fetch(`${started.url}/web/exportMe`, { method: 'POST', headers, body });
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
}

const refusalIn = (bytes: Buffer): string =>
  (JSON.parse(bytes.toString()) as { data: { refusal: string } }).data.refusal;

/** Tables with a cell in which the text stands, in clear or as bytes. Read models are named without their slot. */
async function tablesWith(text: string): Promise<string[]> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
  );
  const found = new Set<string>();
  for (const { name } of tables) {
    const asBytes = Buffer.from(text).toString('hex');
    const sql = `SELECT 1 FROM "${name}" AS row WHERE row::text ILIKE $1 OR row::text LIKE $2 LIMIT 1`;
    const { rowCount } = await pool.query(sql, [`%${text}%`, `%${asBytes}%`]);
    if (rowCount) found.add(name.replace(/__(blue|green)$/, ''));
  }
  const { rows: segments } = await pool.query<{ commands: Buffer }>('SELECT commands FROM segments');
  const isNamed = ({ commands }: { commands: Buffer }): boolean =>
    unpacked(commands).toLowerCase().includes(text.toLowerCase());
  if (segments.some(isNamed)) found.add('segments');
  return [...found].sort();
}

describe('the export of a person', () => {
  it('is a ZIP with all that is held of him, opened, and his images', async () => {
    const ada = await member('ada.export@example.com');
    const image = await upload(ada);
    const { status, headers, bytes } = await exportMe(ada);
    expect([status, headers.get('content-type')]).toEqual([200, 'application/zip']);
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="glassbook-my-data-[0-9-]{10}\.zip"$/);
    const files = unzip(bytes);
    const path = `images/${image.id}.jpg`;
    expect([...files.keys()]).toEqual(['data.json', path]);
    expect(files.get(path)).toHaveLength(image.bytes);
    const data = JSON.parse(files.get('data.json')?.toString() ?? '') as Record<string, unknown>;
    const sections = holdings.all().flatMap((holding) => (holding.export ? [holding.name] : []));
    expect(Object.keys(data)).toEqual(['userId', 'exportedAt', ...sections, 'ledger']);
    expect(data).toMatchObject({
      userId: ada.userId,
      account: { user_id: ada.userId, status: 'active' },
      images: [{ file: path, purpose: 'document-front' }],
      logins: { email: 'ada.export@example.com' },
      ledger: { orders: [], trades: [], postings: [] },
    });
    // Secrets are not personal data, and would only help a thief of the file.
    expect(files.get('data.json')?.toString()).not.toMatch(/argon2|password_hash|v1\.[A-Za-z0-9_-]{40}/);
  });

  it('asks for the password, counts wrong ones, and is given five times an hour', async () => {
    const ben = await member('ben.export@example.com');
    const wrong = await exportMe(ben, 'not this one');
    expect(refusalIn(wrong.bytes)).toBe('security.password-wrong');
    for (let n = 0; n < 4; n += 1) expect((await exportMe(ben)).status).toBe(200);
    const spent = await exportMe(ben);
    expect([spent.status, refusalIn(spent.bytes)]).toEqual([429, 'person.exports-too-many']);
  });

  it('is not for demo accounts, which are nobody’s', async () => {
    const demo = await Trader.demo(started);
    await demo.when('exportMe', { password: PASSWORD }).then('demo.real-only');
    await demo.when('eraseMe', { password: PASSWORD, confirm: demo.userId }).then('demo.real-only');
  });
});

describe('the erasure of a person', () => {
  it('asks for his number and his password, and waits for what is still going on', async () => {
    const eve = await member('eve.erase@example.com');
    const erase = (confirm: string, password: string) => eve.post('eraseMe', { confirm, password });
    expect((await erase('real-somebody', PASSWORD)).refusal).toBe('person.confirm-wrong');
    expect((await erase(eve.userId, 'not this one')).refusal).toBe('security.password-wrong');
    let going = true;
    const refusal = (userId: string) =>
      Promise.resolve(going && userId === eve.userId ? refuse('person.requests-open', { count: 2 }) : undefined);
    holdings.register({ name: 'going-on', tables: [], refusal });
    const held = await erase(eve.userId, PASSWORD);
    expect([held.status, held.refusal, held.params]).toEqual([409, 'person.requests-open', { count: 2 }]);
    going = false;
    expect((await eve.get('info')).status).toBe(200);
    expect((await erase(eve.userId, PASSWORD)).refusal).toBe('');
    expect((await eve.get('info')).refusal).toMatch(/^session\./);
  });

  it.each([
    ['before the account is closed is waited for', 1, '', 'person.requests-open'],
    ['after it is closed is not taken any more', 2, 'request.unavailable', ''],
  ])('a request that is sent in between, %s', async (_, look, requested, erased) => {
    const ned = await member(`ned.look${look}@example.com`);
    const request = (hash: string) =>
      ned.post('submitDeposit', { network: 'ERC20', currency: 'USDT', amount: '100', hash: hash.repeat(64) });
    let looks = 0;
    let between: Awaited<ReturnType<typeof request>> | undefined;
    const refusal = async (userId: string) => {
      if (userId === ned.userId && (looks += 1) === look) between = await request(String(look));
      return undefined;
    };
    holdings.register({ name: `between-${look}`, tables: [], refusal });
    const answer = await ned.post('eraseMe', { confirm: ned.userId, password: PASSWORD });
    expect([between?.refusal, answer.refusal]).toEqual([requested, erased]);
    const stays = erased !== '';
    expect((await ned.get('info')).status === 200).toBe(stays);
    expect((await pool.query('SELECT 1 FROM erasures WHERE user_id = $1', [ned.userId])).rowCount).toBe(stays ? 0 : 1);
    // Other people go on as before.
    if (stays) expect((await request('a')).refusal).toBe('');
    const open = `SELECT 1 FROM deposits WHERE user_id = $1 AND status = 'review'`;
    await until(async () => (await pool.query(open, [ned.userId])).rowCount === (stays ? 2 : 0));
  });

  it('opens the account again when the server fell while it was closed and something is still open', async () => {
    const pam = await member('pam.closed@example.com');
    const request = (hash: string) =>
      pam.post('submitDeposit', { network: 'ERC20', currency: 'USDT', amount: '100', hash: hash.repeat(64) });
    expect((await request('c')).refusal).toBe('');
    await pool.query('INSERT INTO erasures (user_id, asked_at) VALUES ($1, $2)', [pam.userId, clock.now()]);
    const commands = started.app.get<Writers>(Writers, { strict: false });
    const close = { type: 'CloseAccount', data: { userId: pam.userId }, at: clock.now(), actor: `user:${pam.userId}` };
    expect((await commands.execute('real', close)).ok).toBe(true);
    expect((await request('d')).refusal).toBe('request.unavailable');
    await started.app.get<Eraser>(Eraser, { strict: false }).heal();
    expect((await pool.query('SELECT 1 FROM erasures WHERE user_id = $1', [pam.userId])).rowCount).toBe(0);
    expect((await request('d')).refusal).toBe('');
  });

  it('leaves a number in the ledger and nothing that names him, in any table', async () => {
    const joe = await member('joe.canary@example.com');
    const image = await upload(joe);
    const vault = started.app.get<Vault>(Vault, { strict: false });
    const sealed: Sealed = await vault.seal(joe.userId, 'test.name', 'Joe Canary');
    expect(await tablesWith('joe.canary')).toEqual([]);
    expect((await joe.post('eraseMe', { confirm: joe.userId, password: PASSWORD })).refusal).toBe('');
    expect(await vault.open(joe.userId, 'test.name', sealed)).toBeNull();
    expect(await tablesWith(image.id)).toEqual([]);
    const gone = await new Trader(started).post('userLogin', { account: joe.account, password: PASSWORD });
    expect(gone.refusal).toBe('account.credentials-wrong');
    const shredded = holdings.all().flatMap(({ shred, tables }) => (shred ? tables : []));
    const rebuilt = new Set(allProjections.flatMap(({ tables }) => tables.map(({ name }) => name)));
    const left = (await tablesWith(joe.userId)).filter((table) => !rebuilt.has(table));
    expect(left.filter((table) => shredded.includes(table))).toEqual([]);
    expect(left).toEqual(
      ['answers', 'credentials', 'erasures', 'events', 'person_keys', 'segments'].filter((table) =>
        left.includes(table),
      ),
    );
    // The address is free for a new account, and a new code goes there after a minute.
    clock.advance(61_000);
    expect((await register(started, { account: joe.account })).refusal).toBe('');
  });

  it('keeps the chain, the sums and every read model as the history says', async () => {
    await settled(started.app);
    const report = await audited(pool, clock.now());
    expect([report.ok, report.findings]).toEqual([true, []]);
    const source = started.app.get<EventStore>(EventStore, { strict: false });
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
    for (const projection of allProjections) {
      const rebuilt = await rebuild({ pool, source, projection, log });
      expect([projection.name, rebuilt.equal, rebuilt.firstDifference]).toEqual([projection.name, true, null]);
    }
  });

  it('heals after a crash: what was asked for and not done is done, and looked at twice', async () => {
    const kim = await member('kim.crash@example.com');
    await upload(kim);
    const at = clock.now();
    // The server died right after the request was written down.
    await pool.query('INSERT INTO erasures (user_id, asked_at) VALUES ($1, $2)', [kim.userId, at]);
    const eraser = started.app.get<Eraser>(Eraser, { strict: false });
    expect(await eraser.heal()).not.toContain(kim.userId);
    expect((await kim.get('info')).refusal).toMatch(/^session\./);
    // Something was still on its way, and arrived afterwards.
    await pool.query(`INSERT INTO login_history (user_id, at, sealed_entry) VALUES ($1, $2, 'v1.late')`, [
      kim.userId,
      at,
    ]);
    clock.advance(61_000);
    expect(await eraser.heal()).toContain(kim.userId);
    expect((await pool.query('SELECT 1 FROM login_history WHERE user_id = $1', [kim.userId])).rowCount).toBe(0);
    expect(await eraser.heal()).toEqual([]);
    await until(async () => {
      const { rows } = await pool.query('SELECT 1 FROM users WHERE user_id = $1 AND status = $2', [
        kim.userId,
        'erased',
      ]);
      return rows.length === 1;
    });
  });

  it('has one effect however often it is sent at once', async () => {
    const lou = await member('lou.often@example.com');
    const send = () => lou.post('eraseMe', { confirm: lou.userId, password: PASSWORD, requestToken: 'erase-me-once' });
    const answers = await Promise.all(Array.from({ length: 10 }, send));
    expect(answers.some(({ refusal }) => refusal === '')).toBe(true);
    const { rows } = await pool.query(`SELECT 1 FROM events WHERE stream = $1 AND type = 'AccountErased'`, [
      `account-${lou.userId}`,
    ]);
    expect(rows).toHaveLength(1);
  });
});

describe('tables that name persons', () => {
  it('have each somebody who answers for them', async () => {
    const { rows } = await pool.query<{ name: string }>(
      `SELECT DISTINCT c.table_name AS name FROM information_schema.columns c
         JOIN information_schema.tables t USING (table_schema, table_name)
         WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE'
           AND (c.column_name IN ('user_id', 'owner_id') OR c.column_name LIKE 'sealed%')
           AND c.table_name !~ '__(blue|green)$' ORDER BY 1`,
    );
    const answered = new Set(holdings.all().flatMap(({ tables }) => tables));
    expect(rows.map(({ name }) => name).filter((name) => !answered.has(name))).toEqual([]);
  });
});
