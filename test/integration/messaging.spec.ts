import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { AddressInfo } from 'node:net';
import type { Pool } from 'pg';
import { SMTPServer } from 'smtp-server';
import type { ServerConfig } from '../../server/config/config.js';
import { FakeClock } from '../../server/core/clock.js';
import type { Address } from '../../server/core/ports/messages-out.js';
import { openPool } from '../../server/engine/history/database.js';
import { StoredCodes } from '../../server/outside/messaging/codes.js';
import { MessageTexts } from '../../server/outside/messaging/message-texts.js';
import { OutboxTable } from '../../server/outside/messaging/outbox.js';
import { outboxPort, smtpPort, type MessagePort } from '../../server/outside/messaging/ports.js';
import { Sender } from '../../server/outside/messaging/sender.js';
import { PersonKeys } from '../../server/engine/vault/person-keys.js';
import { openRootKey } from '../../server/engine/vault/root-key.js';
import { PersonVault } from '../../server/engine/vault/vault.js';
import { migratedDatabase } from '../kit/migrated.js';
import { seededPolicies } from '../kit/policies.js';

const MINUTE_MS = 60_000;
const alice: Address = { kind: 'email', to: 'alice@example.com' };
const log = { warn: (_text: string) => undefined };

let database: Awaited<ReturnType<typeof migratedDatabase>>;
let pool: Pool;
let vault: PersonVault;
let clock: FakeClock;
let outbox: OutboxTable;
let codes: StoredCodes;

beforeAll(async () => {
  database = await migratedDatabase();
  pool = openPool(database.url, 4);
  const personalKey = Buffer.alloc(32, 'messaging').toString('base64');
  const root = await openRootKey(pool, { personalKey, dataDir: '/nonexistent' } as never);
  vault = new PersonVault(root, new PersonKeys(pool, root, new FakeClock(0)));
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

beforeEach(async () => {
  await pool.query('TRUNCATE outbox, codes, code_counts');
  clock = new FakeClock(Date.UTC(2026, 0, 5));
  outbox = new OutboxTable(pool, vault, new MessageTexts('Glassbook'), clock);
  const config = { smtpUrl: 'smtp://localhost' } as ServerConfig;
  codes = new StoredCodes(pool, vault, outbox, seededPolicies(), clock, config);
});

const senderBy = (email: MessagePort): Sender => new Sender({ outbox, ports: { email, sms: outboxPort }, clock, log });
const newsTo = (address: Address, key?: string) =>
  outbox.send({
    address,
    template: 'password-changed',
    lang: 'de',
    values: { changedAt: 0 },
    ...(key === undefined ? {} : { key }),
  });

async function codeOf(address = alice, more: object = {}): Promise<string> {
  await codes.issue({ purpose: 'register', address, lang: 'en', from: '203.0.113.1', ...more });
  await codes.close();
  return (await outbox.to(address))[0]?.letter?.secret ?? 'none';
}
const check = (code: string, address = alice, from = '203.0.113.1') =>
  codes.check({ purpose: 'register', address, code, from, requestToken: undefined });

describe('the outbox', () => {
  it('keeps neither address nor words in clear', async () => {
    await newsTo(alice);
    const { rows } = await pool.query<object>('SELECT * FROM outbox');
    expect(JSON.stringify(rows)).not.toMatch(/alice|Anmeldepasswort/);
    expect((await outbox.to(alice))[0]).toMatchObject({ address: alice, status: 'waiting', lang: 'de' });
  });

  it('sends once what has the same key', async () => {
    await Promise.all(Array.from({ length: 5 }, () => newsTo(alice, 'once')));
    expect(await outbox.list({ limit: 10 })).toHaveLength(1);
  });

  it('takes a hundred messages a day to one address, because each may cost', async () => {
    for (let at = 0; at < 102; at += 1) await newsTo(alice);
    await newsTo({ kind: 'sms', to: '+491701234567' });
    expect((await pool.query('SELECT 1 FROM outbox')).rowCount).toBe(101);
  });

  it('tries again after growing pauses, and gives up in the end', async () => {
    const triedAt: number[] = [];
    const down: MessagePort = {
      name: 'smtp',
      deliver: () => {
        triedAt.push(clock.now());
        return Promise.reject(new Error('down'));
      },
      close: () => undefined,
    };
    await newsTo(alice);
    const sender = senderBy(down);
    const began = clock.now();
    await sender.look();
    for (let step = 0; step < 400; step += 1) {
      clock.advance(30_000);
      await sender.look();
    }
    const pauses = triedAt.slice(1).map((at, index) => at - (triedAt[index] ?? began));
    expect(pauses).toEqual([30_000, 60_000, 300_000, 1_800_000, 7_200_000]);
    expect((await outbox.list({ limit: 1 }))[0]).toMatchObject({ status: 'failed', tries: 6 });
    await sender.stop();
  });

  it('is shared by several senders, none of which sends twice', async () => {
    const delivered: number[] = [];
    const deliver: MessagePort['deliver'] = async (id) => void delivered.push(id);
    const port: MessagePort = { name: 'smtp', deliver, close: () => undefined };
    for (let i = 0; i < 50; i += 1) await newsTo({ kind: 'email', to: `p${i}@example.com` });
    const senders = [senderBy(port), senderBy(port), senderBy(port)];
    await Promise.all(senders.map((sender) => sender.look()));
    expect(delivered.sort((a, b) => a - b)).toEqual([...new Set(delivered)]);
    expect(delivered).toHaveLength(50);
    await Promise.all(senders.map((sender) => sender.stop()));
  });

  it('says of a message that stays in the house that it is kept, never that it was sent', async () => {
    await newsTo({ kind: 'sms', to: '+491701234567' });
    const sender = senderBy(outboxPort);
    await sender.look();
    expect((await outbox.list({ status: 'kept', limit: 1 }))[0]).toMatchObject({ status: 'kept', sentAt: null });
    await sender.stop();
  });

  it('forgets after a week', async () => {
    await newsTo(alice);
    clock.advance(7 * 86_400_000 + 1);
    const sender = senderBy(outboxPort);
    await sender.look();
    expect(await outbox.list({ limit: 10 })).toEqual([]);
    await sender.stop();
  });

  it('loses the words when the person is erased, and sends nothing to him', async () => {
    await outbox.send({
      address: alice,
      template: 'password-changed',
      lang: 'en',
      values: { changedAt: 0 },
      userId: 'real-gone',
    });
    await vault.erase('real-gone');
    const delivered: number[] = [];
    const deliver: MessagePort['deliver'] = async (id) => void delivered.push(id);
    const sender = senderBy({ name: 'smtp', deliver, close: () => undefined });
    await sender.look();
    expect(delivered).toEqual([]);
    expect((await outbox.list({ limit: 1 }))[0]).toMatchObject({ address: null, letter: null });
    await sender.stop();
  });
});

describe('a mail server', () => {
  it('gets the message as text and as HTML, with the addressee alone', async () => {
    const got: { to: string[]; data: string }[] = [];
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData(stream, session, done) {
        const pieces: Buffer[] = [];
        stream.on('data', (piece: Buffer) => pieces.push(piece));
        stream.on('end', () => {
          got.push({
            to: session.envelope.rcptTo.map(({ address }) => address),
            data: Buffer.concat(pieces).toString(),
          });
          done();
        });
      },
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.server.address() as AddressInfo;
    const sender = senderBy(await smtpPort(`smtp://127.0.0.1:${port}`, 'desk@glassbook.example'));
    const code = await codeOf();
    await sender.look();
    expect(got).toHaveLength(1);
    expect(got[0]?.to).toEqual(['alice@example.com']);
    const { data } = got[0] ?? { data: '' };
    expect(data).toContain('From: desk@glassbook.example');
    expect(data).toContain('To: alice@example.com');
    expect(data).toMatch(/Message-ID: <outbox-\d+@glassbook\.example>/);
    expect(data).toContain('Content-Type: text/plain');
    expect(data).toContain('Content-Type: text/html');
    expect(data).toContain(code);
    expect((await outbox.list({ limit: 1 }))[0]).toMatchObject({ status: 'sent', tries: 1 });
    await sender.stop();
    await new Promise<void>((resolve) => server.close(resolve));
  });

  it('that is away costs a try and no error', async () => {
    const sender = senderBy(await smtpPort('smtp://127.0.0.1:1', 'desk@glassbook.example'));
    await newsTo(alice);
    await sender.look();
    expect((await outbox.list({ limit: 1 }))[0]).toMatchObject({ status: 'waiting', tries: 1 });
    await sender.stop();
  });
});

describe('a code', () => {
  it('works once, for its purpose and its address', async () => {
    const code = await codeOf();
    expect(code).toMatch(/^\d{6}$/);
    expect(await check(code, { kind: 'email', to: 'bob@example.com' })).toMatchObject({ refusal: 'code.wrong' });
    expect(
      await codes.check({ purpose: 'forgot-password', address: alice, code, from: 'x', requestToken: undefined }),
    ).toMatchObject({
      refusal: 'code.wrong',
    });
    const both = await Promise.all([check(code), check(code)]);
    expect(both.filter((refusal) => refusal === undefined)).toHaveLength(1);
  });

  it('is dead after five wrong tries', async () => {
    const code = await codeOf();
    const wrong = code === '000000' ? '000001' : '000000';
    for (let i = 0; i < 5; i += 1) expect(await check(wrong)).toMatchObject({ refusal: 'code.wrong' });
    expect(await check(code)).toMatchObject({ refusal: 'code.wrong' });
  });

  it('is dead after ten minutes', async () => {
    const code = await codeOf();
    clock.advance(10 * MINUTE_MS);
    expect(await check(code)).toMatchObject({ refusal: 'code.wrong' });
  });

  it('is sent again only after the countdown, and the newest counts', async () => {
    const first = await codeOf();
    clock.advance(20_000);
    const request = { purpose: 'register', address: alice, lang: 'en', from: 'x' } as const;
    expect(await codes.issue(request)).toEqual({ resendSeconds: 40, delivery: 'sent' });
    expect(await outbox.to(alice)).toHaveLength(1);
    clock.advance(40_000);
    let second = await codeOf();
    if (second === first) {
      clock.advance(MINUTE_MS);
      second = await codeOf();
    }
    expect(await check(first)).toMatchObject({ refusal: 'code.wrong' });
    expect(await check(second)).toBeUndefined();
  });

  it('is one message when it is asked for many times at once', async () => {
    const request = { purpose: 'register', address: alice, lang: 'en', from: 'x' } as const;
    await Promise.all(Array.from({ length: 20 }, () => codes.issue(request)));
    await codes.close();
    expect(await outbox.to(alice)).toHaveLength(1);
  });

  it('cannot be guessed where another message went out instead', async () => {
    await codes.issue({ purpose: 'register', address: alice, lang: 'en', from: 'x', insteadOfCode: 'account-exists' });
    await codes.close();
    const [message] = await outbox.to(alice);
    expect(message?.template).toBe('account-exists');
    expect(message?.letter?.secret).toBeUndefined();
    expect(await check('')).toMatchObject({ refusal: 'code.wrong' });
  });

  it('is not sent to one address without end, nor for one asker', async () => {
    const answers: object[] = [];
    for (let i = 0; i < 21; i += 1) {
      answers.push(await codes.issue({ purpose: 'register', address: alice, lang: 'en', from: `asker-${i}` }));
      clock.advance(61_000);
    }
    expect(answers.at(-2)).toMatchObject({ resendSeconds: 60 });
    expect(answers.at(-1)).toMatchObject({
      refusal: 'code.too-many',
      params: { policy: 'code.rules', version: 1 },
    });
    const many: object[] = [];
    for (let i = 0; i < 31; i += 1) {
      const address: Address = { kind: 'sms', to: `+4917012345${i + 10}` };
      many.push(await codes.issue({ purpose: 'register', address, lang: 'en', from: 'one asker' }));
    }
    expect(many.at(-2)).toMatchObject({ resendSeconds: 60 });
    expect(many.at(-1)).toMatchObject({ refusal: 'code.too-many' });
    await codes.close();
  });

  it('locks an asker who guesses at many addresses', async () => {
    for (let i = 0; i < 30; i += 1) await check('000000', { kind: 'email', to: `p${i}@example.com` }, 'guesser');
    expect(await check('000000', alice, 'guesser')).toMatchObject({ refusal: 'account.locked' });
    expect(await check('000000', alice, 'another')).toMatchObject({ refusal: 'code.wrong' });
  });

  it('stands nowhere in the table', async () => {
    const code = await codeOf();
    const { rows } = await pool.query<object>('SELECT * FROM codes');
    expect(JSON.stringify(rows)).not.toContain(code);
    expect(JSON.stringify(rows)).not.toContain('alice');
  });
});
