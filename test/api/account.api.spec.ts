import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { Pool } from 'pg';
import { FakeClock } from '../../server/core/clock.js';
import { main as account } from '../../server/cli/account.js';
import { main as outbox } from '../../server/cli/outbox.js';
import { ServerConfig } from '../../server/config/config.js';
import { startApp, type StartedApp } from '../kit/app.js';
import { addPerson } from '../kit/people.js';
import { Trader } from '../kit/trader.js';
import { until } from '../kit/until.js';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const clock = new FakeClock(Date.UTC(2026, 0, 5, 12));
let started: StartedApp;
let addresses = 0;

beforeAll(async () => {
  started = await startApp({ clock });
  await addPerson(started, {
    account: 'Alice@Example.com',
    password: 'correct horse',
    userId: 'real-alice0001',
    lang: 'de',
  });
}, 120_000);

afterAll(async () => {
  await started.close();
});

/** Every person in these tests comes from an address of their own. */
const visitor = (address = `203.0.113.${(addresses += 1)}`): Trader =>
  new Trader(started).with({ 'x-forwarded-for': address });
const inSession = ({ token, userId }: { token: string; userId: string }): Trader => new Trader(started, token, userId);
const logIn = (account: string, password: string, by = visitor()) => by.when('userLogin', { account, password });
const alice = async (): Promise<Trader> => inSession(await logIn('alice@example.com', 'correct horse').then());
const openDemo = async (): Promise<Trader> => inSession(await visitor().given('tempLogin'));

/** One wrong try each at many logins. */
const guessAt = (logins: number, name: string, by: Trader) =>
  Promise.all(
    Array.from({ length: logins }, (_, n) =>
      logIn(`${name}${n + 1}@example.com`, 'guess', by).then('account.credentials-wrong'),
    ),
  );

describe('a demo account', () => {
  it('opens in one call that logs in as well', async () => {
    const { envelope, data } = await visitor().get('tempLogin', { lang: 'en' });
    const message = 'Your demo account is ready.';
    expect(envelope).toMatchObject({ code: 0, event: 'login', message, title: '', time: 0 });
    const demo = { generation: 1, expired: false };
    expect(data).toMatchObject({ realm: 'demo', transaction_password: 0, frozen: false, demo });
    const info = await inSession(data).get('info');
    const lasting = { expiresAt: clock.now() + 30 * DAY_MS };
    expect(info.envelope).toMatchObject({ code: 0, event: 'info', data: { userId: data.userId, demo: lasting } });
  });

  it('is opened once for one request token that nobody guesses, from one address', async () => {
    const there = visitor();
    const opened = async (by: Trader, requestToken: string) => (await by.given('tempLogin', { requestToken })).userId;
    const [first, second] = await Promise.all([opened(there, 'open-this-once'), opened(there, 'open-this-once')]);
    expect(second).toBe(first);
    expect(await opened(visitor(), 'open-this-once')).not.toBe(first);
    clock.advance(11 * MINUTE_MS);
    await there.when('tempLogin', { requestToken: 'open-this-once' }).then('request.token-reused');
    expect(await opened(there, 'open-once')).not.toBe(await opened(there, 'open-once'));
  });

  it('is not opened by somebody who has one open', async () => {
    const again = await (await openDemo()).get('tempLogin');
    expect(again).toMatchObject({ status: 409, refusal: 'account.already-logged-in', envelope: { code: 409 } });
  });

  it('takes the token from header, query or body', async () => {
    const { token, userId } = await openDemo();
    await visitor().when('info', { token }).then({ userId });
    await visitor().given('logout', { token });
  });

  it('starts anew with a life of its own, and says so in the session that asked', async () => {
    const ann = await openDemo();
    clock.advance(DAY_MS);
    const again = { requestToken: 'anew-0001' };
    const demo = { generation: 2, expired: false, expiresAt: clock.now() + 30 * DAY_MS };
    await ann.when('regenerateDemo', again).then({ token: ann.token, demo });
    await ann.when('regenerateDemo', again).then({ demo });
  });

  it('refuses a request token that was used for another change', async () => {
    const ann = await openDemo();
    await ann.given('regenerateDemo', { requestToken: 'only-once' });
    await ann.when('exitDemo', { requestToken: 'only-once' }).then('request.token-reused');
  });

  it('says when it has expired, can be looked at, and starts anew', async () => {
    const ann = await openDemo();
    const { demo } = await ann.given('info');
    clock.setTo((demo?.expiresAt ?? 0) - 1);
    await ann.when('info').then({ demo: { expired: false } });
    clock.advance(1);
    await ann.when('info').then({ demo: { generation: 1, expired: true } });
    const anew = await ann.given('regenerateDemo');
    expect(anew.demo).toEqual({ generation: 2, expiresAt: clock.now() + 30 * DAY_MS, expired: false });
  });

  it('is left for good, with all its sessions', async () => {
    const ann = await openDemo();
    expect(await ann.given('exitDemo')).toBeNull();
    expect(await ann.get('info')).toMatchObject({
      status: 401,
      refusal: 'session.ended',
      envelope: { code: 1000, time: 2 },
    });
  });

  it('is limited by address', async () => {
    const limited = await startApp({ clock, limits: { demoAccountsPerAddressPerHour: 2 } });
    const ann = new Trader(limited);
    await ann.given('tempLogin');
    await ann.given('tempLogin');
    await ann.when('tempLogin').then('demo.too-many');
    const { status, headers } = await fetch(`${limited.url}/web/tempLogin`);
    expect(status).toBe(429);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    await limited.close();
  }, 60_000);
});

describe('a real account', () => {
  it('is made on the command line, with a password that is shown once', async () => {
    const config = started.app.get<ServerConfig>(ServerConfig, { strict: false });
    const make = (...args: string[]) => account(['create', '--account', ...args], started.databaseUrl, config);
    const printed: string[] = [];
    const write = process.stdout.write.bind(process.stdout);
    process.stdout.write = ((text: string) => printed.push(text) > 0) as typeof process.stdout.write;
    try {
      expect(await make('+49 170 1234567', '--lang', 'de')).toBe(0);
      expect(await make('+491701234567')).toBe(1);
      expect(await make('nonsense')).toBe(2);
    } finally {
      process.stdout.write = write;
    }
    const password = /password\s+(\S+)/.exec(printed.join(''))?.[1] ?? '';
    await logIn('+49 (170) 123-4567', password).then({ realm: 'real', phone: '+49***234567', email: '' });
  });

  it('gets its code where no mail server is: the answer says that it is kept, and the operator prints it', async () => {
    const toKeep = { purpose: 'register', account: 'kept@example.com' };
    await visitor().when('getCode', toKeep).then({ delivery: 'kept' });
    const config = started.app.get<ServerConfig>(ServerConfig, { strict: false });
    let printed: string[] = [];
    const print = async (...args: string[]) => {
      printed = [];
      return outbox(args, started.databaseUrl, config, (text) => void printed.push(text));
    };
    await until(async () => (await print('KEPT@example.com')) === 0 && printed.join('').includes('kept@example.com'));
    expect(printed.join('')).toMatch(/\b\d{6}\b/);
    expect(await print()).toBe(0);
    expect(printed.join('')).toContain('kept@example.com');
    expect(await print('nobody@example.com')).toBe(0);
    expect(printed).toEqual(['No message was written in the last seven days.']);
    expect(await print('nonsense')).toBe(2);
  });

  it('logs in with any spelling of its login, and shows only the ends of it', async () => {
    const { envelope, data } = await visitor().post('userLogin', {
      account: ' ALICE@example.com',
      password: 'correct horse',
    });
    expect(envelope).toMatchObject({ code: 0, event: 'login' });
    expect(data).toMatchObject({ realm: 'real', demo: null, email: 'al***@example.com', phone: '' });
    const demoOnly = await inSession(data).post('exitDemo');
    expect(demoOnly).toMatchObject({ refusal: 'demo.demo-only', envelope: { code: 1 } });
  });

  it('is over after the logout, at once and for ever', async () => {
    const session = await alice();
    await session.given('logout');
    expect(await session.get('info')).toMatchObject({ refusal: 'session.ended', envelope: { code: 1000 } });
  });

  it('ends its session after 30 days', async () => {
    const session = await alice();
    clock.advance(30 * DAY_MS);
    expect(await session.get('info')).toMatchObject({ refusal: 'session.expired', envelope: { code: 2000 } });
  });

  it('answers a wrong password and an unknown login alike', async () => {
    const [wrong, unknown] = await Promise.all(
      ['alice@example.com', 'nobody@example.com'].map((account) =>
        visitor().post('userLogin', { account, password: 'guess' }),
      ),
    );
    const refused = { refusal: 'account.credentials-wrong', params: {} };
    expect(wrong).toMatchObject({ status: 200, envelope: { code: 1, event: 'login', data: refused } });
    expect(unknown?.envelope).toEqual(wrong?.envelope);
  });

  it.each(['alice@example.com', 'nobody@example.com'])(
    'locks %s for 15 minutes after five wrong tries',
    async (login) => {
      clock.advance(16 * MINUTE_MS);
      for (let n = 1; n <= 4; n++) await logIn(login, 'guess').then('account.credentials-wrong');
      await logIn(login, 'guess').then('account.locked');
      await logIn(login, 'correct horse').then('account.locked');
      const right = await fetch(`${started.url}/web/userLogin`, {
        method: 'POST',
        body: new URLSearchParams({ account: login, password: 'correct horse' }),
      });
      expect([right.status, right.headers.get('retry-after')]).toEqual([429, '900']);
      clock.advance(15 * MINUTE_MS);
      await logIn(login, 'correct horse').then(login.startsWith('alice') ? {} : 'account.credentials-wrong');
    },
  );

  it('locks an address that guesses at many logins', async () => {
    const guesser = visitor();
    await guessAt(49, 'guess', guesser);
    await logIn('guess50@example.com', 'guess', guesser).then('account.locked');
    await logIn('alice@example.com', 'correct horse', guesser).then('account.locked');
    await alice();
  });

  it('counts the tries of an address on when it logs in rightly in between', async () => {
    const guesser = visitor();
    await guessAt(49, 'other', guesser);
    await logIn('alice@example.com', 'correct horse', guesser).then();
    await logIn('other50@example.com', 'guess', guesser).then('account.locked');
  });

  it('gives no more tries to whoever guesses many passwords at once', async () => {
    clock.advance(16 * MINUTE_MS);
    const tries = Array.from({ length: 12 }, () =>
      visitor().post('userLogin', { account: 'alice@example.com', password: 'guess' }),
    );
    const refusals = (await Promise.all(tries)).map(({ refusal }) => refusal);
    expect(refusals.filter((refusal) => refusal === 'account.credentials-wrong')).toHaveLength(4);
    expect(refusals.filter((refusal) => refusal === 'account.locked')).toHaveLength(8);
    await logIn('alice@example.com', 'correct horse').then('account.locked');
    clock.advance(16 * MINUTE_MS);
  });

  it('known by the hash of before logs in, and is known by its fingerprint from then on', async () => {
    clock.advance(16 * MINUTE_MS);
    const [account, password, userId] = ['carl@example.com', 'correct horse', 'real-carl00001'];
    await addPerson(started, { account, password, userId, lang: 'en' });
    const pool = started.app.get<Pool>(Pool, { strict: false });
    const old = `sha256:${createHash('sha256').update(`glassbook/login/${account}`).digest('hex')}`;
    await pool.query(`UPDATE logins SET fingerprint = $2, sealed_address = '' WHERE user_id = $1`, [userId, old]);
    await logIn(account, 'guess').then('account.credentials-wrong');
    await logIn('Carl@Example.com', password).then({ userId, email: 'ca***@example.com' });
    const { rows } = await pool.query('SELECT 1 FROM logins WHERE fingerprint = $1', [old]);
    expect(rows).toEqual([]);
    await logIn(account, password).then();
  });

  it('keeps neither passwords nor tokens nor logins in the database', async () => {
    const { token } = await alice();
    const pool = started.app.get<Pool>(Pool, { strict: false });
    const { rows } = await pool.query(
      `SELECT (SELECT json_agg(s) FROM sessions s)::text || (SELECT json_agg(c) FROM credentials c)::text ||
         (SELECT json_agg(l) FROM logins l)::text || (SELECT json_agg(h) FROM login_history h)::text AS everything`,
    );
    for (const secret of [token, 'correct horse', 'alice@example.com'])
      expect(rows[0].everything).not.toContain(secret);
  });
});
