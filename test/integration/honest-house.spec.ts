import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Pool } from 'pg';
import type { StaffFactorView, StaffSessionView } from '../../contracts/staff.contract.js';
import { VERIFY_CONNECTIONS, verify } from '../../server/audit/verify.js';
import { FakeClock } from '../../server/core/clock.js';
import type { Command } from '../../server/core/decider.js';
import { Writers } from '../../server/engine/writer/writers.js';
import { refuse } from '../../server/core/refusal.js';
import { stepAt, totpAt } from '../../server/edge/auth/totp.js';
import { openPool } from '../../server/engine/history/database.js';
import { Timers } from '../../server/engine/writer/timers.js';
import { seededFolder, startApp, WEDNESDAY_NOON, type StartedApp } from '../kit/app.js';
import { realPerson, TRADE_PASSWORD } from '../kit/factors.js';
import { migratedDatabase } from '../kit/migrated.js';
import type { FreshDatabase } from '../kit/postgres.js';
import { startStaffed } from '../kit/staff-client.js';
import { nextCode, staffPost, type StaffKeys } from '../kit/staff-keys.js';
import { OF_TESTS } from '../kit/stream-kinds.js';
import { Trader } from '../kit/trader.js';
import { settled } from '../kit/verified.js';

const DAY_MS = 86_400_000;
const clock = new FakeClock(WEDNESDAY_NOON);
const dataDir = seededFolder(clock);
let database: FreshDatabase;
let staff: Awaited<ReturnType<typeof startStaffed>>;
let started: StartedApp;
let pool: Pool;

beforeAll(async () => {
  database = await migratedDatabase();
  staff = await startStaffed({ databaseUrl: database.url, dataDir, clock });
  started = staff.started;
  pool = openPool(database.url, VERIFY_CONNECTIONS);
}, 120_000);
afterAll(async () => {
  await started.close();
  await pool.end();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

const get = <Part>(token: unknown): Part => started.app.get<Part>(token as never, { strict: false });
const audit = (now = clock.now(), by = pool) =>
  verify({ pool: by, now, readModels: false, stopped: true, ...OF_TESTS });

/** What the auditor finds, waiting for nothing: a row that is a moment late is found too. */
async function findings(now?: number): Promise<string[]> {
  await settled(started.app);
  return (await audit(now)).findings.map(
    ({ realm, position, check, what }) => `${realm} ${position} [${check}] ${what}`,
  );
}

describe('the auditor finds nothing after', () => {
  it('a command that changed nothing was answered at a position that was signed already', async () => {
    await staff.openDemo();
    await settled(started.app);
    const opened = `SELECT data::jsonb ->> 'userId' AS id FROM events WHERE type = 'DemoOpened' LIMIT 1`;
    const [{ id: userId = '' } = {}] = (await pool.query<{ id?: string }>(opened)).rows;
    const data = { userId, generation: 9 };
    const command: Command = {
      type: 'ExpireDemo',
      data,
      at: clock.now(),
      actor: 'timer',
      requestToken: { key: 'due:late' },
    };
    expect(await get<Writers>(Writers).execute('demo', command)).toMatchObject({ ok: true });
    expect(await findings()).toEqual([]);
    await staff.openDemo();
    expect(await findings()).toEqual([]);
  });

  it('a timer fired that an auditor with a slow clock still waits for', async () => {
    await staff.openDemo();
    await settled(started.app);
    const before = clock.now();
    clock.advance(40 * DAY_MS);
    await get<Timers>(Timers).runDue(clock.now());
    expect(await findings(before)).toEqual([]);
  });

  it('an authenticator was confirmed twice at once', async () => {
    const post = staffPost(started.url);
    const admin = await staff.again('admin');
    const made = await post<{ password: string }>('createMember', { name: 'twice', role: 'support' }, admin);
    const { token } = (await post<StaffSessionView>('login', { name: 'twice', password: made.body.password })).body;
    await post('changePassword', { password: made.body.password, newPassword: 'seven green bottles' }, token);
    const { secret } = (await post<StaffFactorView>('beginFactor', {}, token)).body;
    const code = totpAt(secret, stepAt(clock.now()));
    const answers = await Promise.all([0, 1].map(() => post('confirmFactor', { code }, token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect(await findings()).toEqual([]);
  });

  it('the word of a change was lost that is durable all the same', async () => {
    const { trader, password } = await realPerson(started);
    const commands = get<Writers>(Writers);
    const execute = commands.execute.bind(commands);
    jest.spyOn(commands, 'execute').mockImplementationOnce(async (realm, command) => {
      expect(await execute(realm, command)).toMatchObject({ ok: true });
      return { ok: false, refusal: refuse('request.unavailable'), repeated: false };
    });
    const answer = await trader.post('setTradePassword', { tradePassword: TRADE_PASSWORD, password });
    expect(answer.refusal).toBe('request.unavailable');
    expect(await findings()).toEqual([]);
    await trader.when('unlockTrading', { tradePassword: TRADE_PASSWORD }).then();
  });
});

describe('a server that died between an event and its row', () => {
  const NEXT = 'green9Whale';
  const OWN = 'eight brown bottles';

  /** From here on rows do not follow their events, as if the server were gone. */
  const die = `CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'gone'; END $$;
    CREATE TRIGGER die BEFORE UPDATE OF password_hash, roles, recovery_hashes, totp_secret ON staff_accounts
      FOR EACH ROW EXECUTE FUNCTION die();
    CREATE TRIGGER die BEFORE UPDATE OF password_hash ON credentials FOR EACH ROW EXECUTE FUNCTION die()`;

  it('leaves findings, and the next start finishes what the history says', async () => {
    const person = await realPerson(started);
    const { trader, account, password } = person;
    const post = staffPost(started.url);
    const [admin, risk] = [await staff.again('admin'), staff.keys.get('risk') as StaffKeys];
    const support = staff.keys.get('support') as StaffKeys;
    const riskToken = await staff.again('risk');
    const { rows } = await pool.query<{ id: string }>(
      `SELECT staff_id AS id FROM staff_accounts WHERE name = 'content'`,
    );
    clock.advance(60_000);
    await pool.query(die);
    const user = await trader.post('updatePassword', { oldPassword: password, password: NEXT, confirmPassword: NEXT });
    expect(user.refusal).not.toBe('');
    const members = await Promise.all([
      post('changeMemberRole', { staffId: rows[0]?.id, role: 'auditor' }, admin),
      post(
        'changePassword',
        { password: risk.password, newPassword: OWN, code: nextCode(risk, clock.now()) },
        riskToken,
      ),
      post('login', { name: 'support', password: support.password, code: support.recovery.pop() }),
    ]);
    for (const { status } of members) expect(status).toBe(500);
    expect((await findings()).map((finding) => finding.replace(/^\w+ \d+ | \(\S+\)|real-\w+/g, '')).sort()).toEqual([
      '[guards] the function die() is none that the program makes',
      '[guards] the trigger credentials.die is none that the program makes',
      '[guards] the trigger staff_accounts.die is none that the program makes',
      '[secrets]  has another password than its events name',
      '[staff] the account content has the role content, its events say auditor',
      '[staff] the account risk has another password than its events name',
      '[staff] the account support has other recovery codes than those its events name',
    ]);
    await pool.query('DROP TRIGGER die ON staff_accounts; DROP TRIGGER die ON credentials; DROP FUNCTION die()');
    await started.close();
    started = await startApp({ databaseUrl: database.url, dataDir, clock });
    expect(await findings()).toEqual([]);
    clock.advance(60_000);
    await new Trader(started).when('userLogin', { account, password: NEXT }).then();
    const again = staffPost(started.url);
    const entered = await again('login', { name: 'risk', password: OWN, code: nextCode(risk, clock.now()) });
    expect(entered.status).toBe(200);
    expect((await pool.query('SELECT FROM staff_changes')).rowCount).toBe(0);
  });
});

describe('an auditor whose role may only read', () => {
  it('is told that the guards were not compared, and why', async () => {
    await pool.query(
      `CREATE ROLE only_reads LOGIN PASSWORD 'x'; GRANT SELECT ON ALL TABLES IN SCHEMA public TO only_reads`,
    );
    const url = new URL(database.url);
    url.username = 'only_reads';
    url.password = 'x';
    const reads = openPool(url.href, VERIFY_CONNECTIONS);
    try {
      await settled(started.app);
      const { findings: found, leftOut } = await audit(clock.now(), reads);
      expect({ found, why: leftOut.guards }).toEqual({ found: [], why: 'this database role may not create a schema' });
    } finally {
      await reads.end();
      await pool.query('DROP OWNED BY only_reads; DROP ROLE only_reads');
    }
  });
});
