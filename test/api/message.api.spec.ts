import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Pool } from 'pg';
import request from 'supertest';
import type { MessagesView } from '../../contracts/message.contract.js';
import { Writers } from '../../server/engine/writer/writers.js';
import { Vault } from '../../server/core/ports/vault.js';
import type { SendMessage } from '../../server/features/message/message.commands.js';
import { ProjectionRunner } from '../../server/engine/projections/runner.js';
import { startApp, type StartedApp } from '../kit/app.js';
import { openPerson } from '../kit/person.js';
import { until } from '../kit/until.js';

let started: StartedApp;

beforeAll(async () => void (started = await startApp()), 120_000);
afterAll(() => started.close());

const part = <Part>(token: abstract new (...parts: never[]) => Part): Part =>
  started.app.get<Part>(token, { strict: false });
const open = async () => {
  const { body } = await request(started.url).get('/web/tempLogin');
  return body.data as { token: string; userId: string };
};
const get = async (path: string, token: string) =>
  (await request(started.url).get(`/web/${path}`).set('Authorization', `Bearer ${token}`)).body;
const mark = (token: string, form: Record<string, string>) =>
  request(started.url).post('/web/markMessages').type('form').set('Authorization', `Bearer ${token}`).send(form);

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
    const [mine, other] = [await open(), await open()];
    const sealed = await part<Vault>(Vault).seal(mine.userId, 'review.note', 'Please show the whole page.');
    await send(mine.userId, 'm1', { link: '/setting', sealedNote: { context: 'review.note', sealed } });
    const { data } = (await get('getMessages?lang=en', mine.token)) as { data: MessagesView };
    expect(data).toMatchObject({ nextCursor: null, unread: 1 });
    expect(data.items[0]).toMatchObject({
      id: 'm1',
      link: '/setting',
      note: 'Please show the whole page.',
      read: false,
    });
    expect(data.items[0]?.title).toBe('Account frozen');
    expect(data.items[0]?.body).toContain('Jan 5, 2026, 12:00 PM UTC');
    expect((await get('getMessages?lang=de', mine.token)).data.items[0].body).toContain('am 05.01.2026, 12:00 UTC');
    expect((await get('getMessages', other.token)).data).toEqual({ items: [], nextCursor: null, unread: 0 });
    expect((await mark(other.token, { messageId: 'm1' })).status).toBe(404);
  });

  it('come newest first, a page at a time', async () => {
    const { token, userId } = await open();
    for (const id of ['m1', 'm2', 'm3']) await send(userId, id);
    const first = (await get('getMessages?limit=2', token)).data as MessagesView;
    expect(first.items.map(({ id }) => id)).toEqual(['m3', 'm2']);
    const second = (await get(`getMessages?limit=2&cursor=${first.nextCursor}`, token)).data as MessagesView;
    expect([second.items.map(({ id }) => id), second.nextCursor, second.unread]).toEqual([['m1'], null, 3]);
  });

  it('are marked as read once, however often and however many at once ask', async () => {
    const { token, userId } = await open();
    for (const id of ['m1', 'm2', 'm3']) await send(userId, id);
    expect((await get('getUnread', token)).data.messages).toBe(3);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => mark(token, { messageId: 'm1', requestToken: 'mark-once' })),
    );
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.data.messages}`))).toEqual(new Set(['200 2']));
    expect((await mark(token, { all: 'true' })).body.data).toEqual({ messages: 0 });
    expect((await mark(token, { all: 'true' })).body.data).toEqual({ messages: 0 });
    expect((await get('getUnread', token)).data.messages).toBe(0);
    expect((await get('getMessages', token)).data.items.every(({ read }: { read: boolean }) => read)).toBe(true);
  });

  it('are for whoever is logged in, and a marking says which', async () => {
    const { token } = await open();
    expect((await mark(token, {})).body.data.refusal).toBe('request.field-missing');
    expect((await mark(token, { messageId: 'none' })).body.data.refusal).toBe('message.not-found');
    expect((await request(started.url).get('/web/getMessages')).status).toBe(401);
    expect((await mark('nobody', { all: 'true' })).status).toBe(401);
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
