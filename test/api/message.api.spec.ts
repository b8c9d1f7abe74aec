import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Pool } from 'pg';
import { Writers } from '../../server/engine/writer/writers.js';
import { Vault } from '../../server/core/ports/vault.js';
import type { SendMessage } from '../../server/features/message/message.commands.js';
import { ProjectionRunner } from '../../server/engine/projections/runner.js';
import { startApp, type StartedApp } from '../kit/app.js';
import { openPerson } from '../kit/person.js';
import { Trader } from '../kit/trader.js';
import { until } from '../kit/until.js';

let started: StartedApp;

beforeAll(async () => void (started = await startApp()), 120_000);
afterAll(() => started.close());

const part = <Part>(token: abstract new (...parts: never[]) => Part): Part =>
  started.app.get<Part>(token, { strict: false });

async function send(userId: string, messageId: string, more: Partial<SendMessage['data']> = {}): Promise<void> {
  const data: SendMessage['data'] = {
    ...{ userId, messageId, template: 'account-frozen', values: { frozenAt: Date.UTC(2026, 0, 5, 12) } },
    ...more,
  };
  const result = await part<Writers>(Writers).execute('demo', {
    ...{ type: 'SendMessage', data, at: Date.now(), actor: 'system:test' },
  });
  if (!result.ok) throw new Error(result.refusal.refusal);
  await part<ProjectionRunner>(ProjectionRunner).waitFor('messages', 'demo', result.position);
}

describe('personal messages', () => {
  it('are read in the language of the reader, by their person alone', async () => {
    const [mine, other] = [await Trader.demo(started), await Trader.demo(started)];
    const sealed = await part<Vault>(Vault).seal(mine.userId, 'review.note', 'Please show the whole page.');
    await send(mine.userId, 'm1', { link: '/setting', sealedNote: { context: 'review.note', sealed } });
    const data = await mine.when('getMessages', { lang: 'en' }).then();
    expect(data).toMatchObject({ nextCursor: null, unread: 1 });
    expect(data.items[0]).toMatchObject({
      id: 'm1',
      link: '/setting',
      note: 'Please show the whole page.',
      read: false,
    });
    expect(data.items[0]?.title).toBe('Account frozen');
    expect(data.items[0]?.body).toContain('Jan 5, 2026, 12:00 PM UTC');
    const german = await mine.when('getMessages', { lang: 'de' }).then();
    expect(german.items[0]?.body).toContain('am 05.01.2026, 12:00 UTC');
    await other.when('getMessages').then({ items: [], nextCursor: null, unread: 0 });
    expect((await other.post('markMessages', { messageId: 'm1' })).status).toBe(404);
  });

  it('come newest first, a page at a time', async () => {
    const demo = await Trader.demo(started);
    for (const id of ['m1', 'm2', 'm3']) await send(demo.userId, id);
    const first = await demo.when('getMessages', { limit: 2 }).then();
    expect(first.items.map(({ id }) => id)).toEqual(['m3', 'm2']);
    const second = await demo.when('getMessages', { limit: 2, cursor: first.nextCursor ?? '' }).then();
    expect([second.items.map(({ id }) => id), second.nextCursor, second.unread]).toEqual([['m1'], null, 3]);
  });

  it('are marked as read once, however often and however many at once ask', async () => {
    const demo = await Trader.demo(started);
    for (const id of ['m1', 'm2', 'm3']) await send(demo.userId, id);
    await demo.when('getUnread').then({ messages: 3 });
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => demo.post('markMessages', { messageId: 'm1', requestToken: 'mark-once' })),
    );
    expect(new Set(answers.map(({ status, data }) => `${status} ${data.messages}`))).toEqual(new Set(['200 2']));
    await demo.when('markMessages', { all: 'true' }).then({ messages: 0 });
    await demo.when('markMessages', { all: 'true' }).then({ messages: 0 });
    await demo.when('getUnread').then({ messages: 0 });
    expect((await demo.when('getMessages').then()).items.every(({ read }) => read)).toBe(true);
  });

  it('are for whoever is logged in, and a marking says which', async () => {
    const demo = await Trader.demo(started);
    await demo.when('markMessages').then('request.field-missing');
    await demo.when('markMessages', { messageId: 'none' }).then('message.not-found');
    expect((await new Trader(started).get('getMessages')).status).toBe(401);
    expect((await new Trader(started, 'nobody').post('markMessages', { all: 'true' })).status).toBe(401);
  });
});

describe('a person is told', () => {
  it.each([
    ['that somebody logged in from a new device', 'RecordNewDevice', { sessionId: 's1' }, 'new-device'],
    ['that the login password was changed', 'RecordPasswordChange', { how: 'reset' }, 'factor-changed'],
    ['that the account was frozen', 'FreezeAccount', { by: 'owner', reason: null, mayRead: false }, 'account-frozen'],
  ] as const)('%s', async (_, type, fact, template) => {
    const { userId } = await openPerson(started);
    const data = { userId, ownerId: `${userId}.1`, ...fact };
    const command = { type, data, at: Date.now(), actor: `user:${userId}` };
    const result = await part<Writers>(Writers).execute('real', command);
    expect(result).toMatchObject({ ok: true });
    const templates = async () => {
      const { rows } = await part<Pool>(Pool).query<{ template: string }>(
        `SELECT template FROM messages WHERE realm = 'real' AND user_id = $1`,
        [userId],
      );
      return rows.map((row) => row.template);
    };
    await until(async () => (await templates()).length > 0);
    expect(await templates()).toEqual([template]);
  });
});
