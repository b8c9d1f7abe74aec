import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { Pool } from 'pg';
import request from 'supertest';
import { FakeClock } from '../../server/core/clock.js';
import { main as account } from '../../server/cli/account.js';
import { main as outbox } from '../../server/cli/outbox.js';
import { ServerConfig } from '../../server/config/config.js';
import { startApp, type StartedApp } from '../kit/app.js';
import { addPerson } from '../kit/people.js';
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
const newAddress = (): string => `203.0.113.${(addresses += 1)}`;

async function openDemo(query: Record<string, string> = {}, address = newAddress()) {
  const { body } = await request(started.url).get('/web/tempLogin').set('X-Forwarded-For', address).query(query);
  return body as {
    code: number;
    data: { token: string; userId: string; demo: { expiresAt: number }; refusal?: string };
  };
}

const get = (path: string, token: string) => request(started.url).get(path).set('Authorization', `Bearer ${token}`);
const post = (path: string, token: string, form: Record<string, string> = {}) =>
  request(started.url).post(path).type('form').set('Authorization', `Bearer ${token}`).send(form);
const logIn = (account: string, password: string, address: string) =>
  request(started.url).post('/web/userLogin').type('form').set('X-Forwarded-For', address).send({ account, password });

/** One wrong try each at many logins. */
const guessAt = (logins: number, name: string, address: string) =>
  Promise.all(Array.from({ length: logins }, (_, n) => logIn(`${name}${n + 1}@example.com`, 'guess', address)));

describe('a demo account', () => {
  it('opens in one call that logs in as well', async () => {
    const body = await openDemo({ lang: 'en' });
    expect(body).toMatchObject({ code: 0, event: 'login', message: 'Your demo account is ready.', title: '', time: 0 });
    expect(body.data).toMatchObject({
      realm: 'demo',
      transaction_password: 0,
      frozen: false,
      demo: { generation: 1, expired: false },
    });
    const info = await get('/web/info', body.data.token);
    expect(info.body).toMatchObject({ code: 0, event: 'info', data: { userId: body.data.userId } });
    expect(info.body.data.demo.expiresAt).toBe(clock.now() + 30 * DAY_MS);
  });

  it('is opened once for one request token that nobody guesses, from one address', async () => {
    const address = newAddress();
    const [first, second] = await Promise.all([
      openDemo({ requestToken: 'open-this-once' }, address),
      openDemo({ requestToken: 'open-this-once' }, address),
    ]);
    expect(second.data.userId).toBe(first.data.userId);
    expect((await openDemo({ requestToken: 'open-this-once' })).data.userId).not.toBe(first.data.userId);
    clock.advance(11 * MINUTE_MS);
    expect((await openDemo({ requestToken: 'open-this-once' }, address)).data.refusal).toBe('request.token-reused');
    const short = { requestToken: 'open-once' };
    const { userId } = (await openDemo(short, address)).data;
    expect((await openDemo(short, address)).data.userId).not.toBe(userId);
  });

  it('is not opened by somebody who has one open', async () => {
    const { token } = (await openDemo()).data;
    const again = await get('/web/tempLogin', token);
    expect(again.status).toBe(409);
    expect(again.body).toMatchObject({ code: 409, data: { refusal: 'account.already-logged-in' } });
  });

  it('takes the token from header, query or body', async () => {
    const { token, userId } = (await openDemo()).data;
    const byQuery = await request(started.url).get('/web/info').query({ token });
    expect(byQuery.body.data.userId).toBe(userId);
    const byBody = await request(started.url).post('/web/logout').type('form').send({ token });
    expect(byBody.body.code).toBe(0);
  });

  it('starts anew with a life of its own, and says so in the session that asked', async () => {
    const { token } = (await openDemo()).data;
    clock.advance(DAY_MS);
    const first = await post('/web/regenerateDemo', token, { requestToken: 'anew-0001' });
    expect(first.body).toMatchObject({ code: 0, data: { token, demo: { generation: 2, expired: false } } });
    expect(first.body.data.demo.expiresAt).toBe(clock.now() + 30 * DAY_MS);
    const repeated = await post('/web/regenerateDemo', token, { requestToken: 'anew-0001' });
    expect(repeated.body.data.demo.generation).toBe(2);
  });

  it('refuses a request token that was used for another change', async () => {
    const { token } = (await openDemo()).data;
    await post('/web/regenerateDemo', token, { requestToken: 'only-once' }).expect(200);
    const other = await post('/web/exitDemo', token, { requestToken: 'only-once' });
    expect(other.status).toBe(409);
    expect(other.body.data.refusal).toBe('request.token-reused');
  });

  it('says when it has expired, can be looked at, and starts anew', async () => {
    const { token, demo } = (await openDemo()).data;
    clock.setTo(demo.expiresAt - 1);
    expect((await get('/web/info', token)).body.data.demo.expired).toBe(false);
    clock.advance(1);
    expect((await get('/web/info', token)).body).toMatchObject({
      code: 0,
      data: { demo: { generation: 1, expired: true } },
    });
    const anew = await post('/web/regenerateDemo', token);
    expect(anew.body.data.demo).toEqual({ generation: 2, expiresAt: clock.now() + 30 * DAY_MS, expired: false });
  });

  it('is left for good, with all its sessions', async () => {
    const { token } = (await openDemo()).data;
    expect((await post('/web/exitDemo', token)).body).toMatchObject({ code: 0, data: null });
    const after = await get('/web/info', token);
    expect(after.status).toBe(401);
    expect(after.body).toMatchObject({ code: 1000, time: 2, data: { refusal: 'session.ended' } });
  });

  it('is limited by address', async () => {
    const limited = await startApp({ clock, limits: { demoAccountsPerAddressPerHour: 2 } });
    const tempLogin = () => request(limited.url).get('/web/tempLogin');
    await tempLogin().expect(200);
    await tempLogin().expect(200);
    const third = await tempLogin();
    expect(third.status).toBe(429);
    expect(Number(third.headers['retry-after'])).toBeGreaterThan(0);
    expect(third.body.data.refusal).toBe('demo.too-many');
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
    const { body } = await logIn('+49 (170) 123-4567', password, newAddress());
    expect(body).toMatchObject({ code: 0, data: { realm: 'real', phone: '+49***234567', email: '' } });
  });

  it('gets its code where no mail server is: the answer says that it is kept, and the operator prints it', async () => {
    const { body } = await request(started.url)
      .get('/web/getCode')
      .set('X-Forwarded-For', newAddress())
      .query({ purpose: 'register', account: 'kept@example.com' });
    expect(body.data).toMatchObject({ delivery: 'kept' });
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
    const { body } = await logIn(' ALICE@example.com', 'correct horse', newAddress());
    expect(body).toMatchObject({
      code: 0,
      event: 'login',
      data: { realm: 'real', demo: null, email: 'al***@example.com', phone: '' },
    });
    const demoOnly = await post('/web/exitDemo', body.data.token);
    expect(demoOnly.body).toMatchObject({ code: 1, data: { refusal: 'demo.demo-only' } });
  });

  it('is over after the logout, at once and for ever', async () => {
    const { token } = (await logIn('alice@example.com', 'correct horse', newAddress())).body.data;
    expect((await post('/web/logout', token)).body.code).toBe(0);
    expect((await get('/web/info', token)).body).toMatchObject({ code: 1000, data: { refusal: 'session.ended' } });
  });

  it('ends its session after 30 days', async () => {
    const { token } = (await logIn('alice@example.com', 'correct horse', newAddress())).body.data;
    clock.advance(30 * DAY_MS);
    expect((await get('/web/info', token)).body).toMatchObject({ code: 2000, data: { refusal: 'session.expired' } });
  });

  it('answers a wrong password and an unknown login alike', async () => {
    const wrong = await logIn('alice@example.com', 'guess', newAddress());
    const unknown = await logIn('nobody@example.com', 'guess', newAddress());
    expect(wrong.status).toBe(200);
    expect(wrong.body).toMatchObject({
      code: 1,
      event: 'login',
      data: { refusal: 'account.credentials-wrong', params: {} },
    });
    expect(unknown.body).toEqual(wrong.body);
  });

  it.each(['alice@example.com', 'nobody@example.com'])(
    'locks %s for 15 minutes after five wrong tries',
    async (login) => {
      clock.advance(16 * MINUTE_MS);
      const tries = [];
      for (let n = 1; n <= 5; n++) tries.push((await logIn(login, 'guess', newAddress())).body.data.refusal);
      expect(tries).toEqual([...Array<string>(4).fill('account.credentials-wrong'), 'account.locked']);
      const right = await logIn(login, 'correct horse', newAddress());
      expect([right.status, right.body.data.refusal]).toEqual([429, 'account.locked']);
      expect(Number(right.headers['retry-after'])).toBe(15 * 60);
      clock.advance(15 * MINUTE_MS);
      const later = await logIn(login, 'correct horse', newAddress());
      expect(later.body.data.refusal).toBe(login.startsWith('alice') ? undefined : 'account.credentials-wrong');
    },
  );

  it('locks an address that guesses at many logins', async () => {
    const address = newAddress();
    await guessAt(50, 'guess', address);
    expect((await logIn('alice@example.com', 'correct horse', address)).body.data.refusal).toBe('account.locked');
    expect((await logIn('alice@example.com', 'correct horse', newAddress())).body.code).toBe(0);
  });

  it('counts the tries of an address on when it logs in rightly in between', async () => {
    const address = newAddress();
    await guessAt(49, 'other', address);
    expect((await logIn('alice@example.com', 'correct horse', address)).body.code).toBe(0);
    expect((await logIn('other50@example.com', 'guess', address)).body.data.refusal).toBe('account.locked');
  });

  it('gives no more tries to whoever guesses many passwords at once', async () => {
    clock.advance(16 * MINUTE_MS);
    const guesses = [...Array<string>(12).fill('guess'), 'correct horse'];
    const answers = await Promise.all(guesses.map((guess) => logIn('alice@example.com', guess, newAddress())));
    const refusals = answers.map(({ body }) => body.data.refusal);
    expect(refusals.filter((refusal) => refusal === 'account.credentials-wrong')).toHaveLength(4);
    expect(refusals.filter((refusal) => refusal === 'account.locked')).toHaveLength(9);
    clock.advance(16 * MINUTE_MS);
  });

  it('known by the hash of before logs in, and is known by its fingerprint from then on', async () => {
    clock.advance(16 * MINUTE_MS);
    const carl = {
      account: 'carl@example.com',
      password: 'correct horse',
      userId: 'real-carl00001',
      lang: 'en',
    } as const;
    await addPerson(started, carl);
    const pool = started.app.get<Pool>(Pool, { strict: false });
    const old = `sha256:${createHash('sha256').update(`glassbook/login/${carl.account}`).digest('hex')}`;
    await pool.query(`UPDATE logins SET fingerprint = $2, sealed_address = '' WHERE user_id = $1`, [carl.userId, old]);
    expect((await logIn(carl.account, 'guess', newAddress())).body.data.refusal).toBe('account.credentials-wrong');
    const { body } = await logIn('Carl@Example.com', carl.password, newAddress());
    expect(body.data).toMatchObject({ userId: carl.userId, email: 'ca***@example.com' });
    const { rows } = await pool.query('SELECT 1 FROM logins WHERE fingerprint = $1', [old]);
    expect(rows).toEqual([]);
    expect((await logIn(carl.account, carl.password, newAddress())).body.code).toBe(0);
  });

  it('keeps neither passwords nor tokens nor logins in the database', async () => {
    const { token } = (await logIn('alice@example.com', 'correct horse', newAddress())).body.data;
    const pool = started.app.get<Pool>(Pool, { strict: false });
    const { rows } = await pool.query(
      `SELECT (SELECT json_agg(s) FROM sessions s)::text || (SELECT json_agg(c) FROM credentials c)::text ||
         (SELECT json_agg(l) FROM logins l)::text || (SELECT json_agg(h) FROM login_history h)::text AS everything`,
    );
    for (const secret of [token, 'correct horse', 'alice@example.com'])
      expect(rows[0].everything).not.toContain(secret);
  });
});
