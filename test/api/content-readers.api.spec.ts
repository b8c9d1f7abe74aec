import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Pool } from 'pg';
import type { ContentView } from '../../contracts/content.contract.js';
import { ContentService } from '../../server/features/content/content.service.js';
import { NoticeReads } from '../../server/features/content/notice-reads.js';
import { entry, startContentDesk, textsOf } from '../kit/content-desk.js';

let desk: Awaited<ReturnType<typeof startContentDesk>>;

beforeAll(async () => {
  desk = await startContentDesk();
}, 120_000);
afterAll(() => desk.started.close());

describe('the seeds', () => {
  it('are published once: what staff changed stays', async () => {
    const changed = { title: 'Changed', summary: '', body: 'By staff' };
    await desk.send('saveContent', {
      ...entry('company-profile', { kind: 'page' }),
      expectedVersion: 1,
      texts: { en: changed },
    });
    const again = desk.started.app.get<ContentService>(ContentService, { strict: false });
    expect(await again.seed()).toBe(0);
    expect((await desk.show('company-profile')).body.draft.texts.en).toEqual(changed);
  });
});

describe('help', () => {
  it('is found by words in any order, without accents or capitals, and in languages without spaces', async () => {
    const words = {
      ...textsOf('Stops'),
      xby: { title: 'Órdenes de límite', summary: 's', body: 'Una **orden** espera en el [libro](/spot).' },
      yn: { title: 'Lệnh giới hạn', summary: 's', body: 'Đặt lệnh ở mức giá bạn chọn.' },
      jp: { title: '指値注文', summary: 's', body: '価格を指定して注文を出します。手数料はメイカー料率です。' },
    };
    await desk.publish('limit-orders', { kind: 'help', category: 'trading', texts: words });
    const found = async (lang: string, q: string) =>
      (await desk.web<{ slug: string; excerpt: string }[]>(`searchHelp?lang=${lang}&q=${encodeURIComponent(q)}`)).data
        .filter(({ slug }) => slug === 'limit-orders')
        .map(({ excerpt }) => excerpt);
    expect(await found('xby', 'limite ORDENES')).toHaveLength(1);
    expect((await found('xby', 'libro'))[0]).toBe('Una orden espera en el libro.');
    expect(await found('yn', 'dat lenh')).toHaveLength(1);
    expect((await found('jp', '手数料'))[0]).toContain('手数料はメイカー料率です');
    expect(await found('jp', '証拠金維持率ゼロ')).toEqual([]);
    expect(await found('xby', '%')).toEqual([]);
    expect((await desk.web('searchHelp?q=')).status).toBe(400);
  });
});

describe('notices', () => {
  it('are unread until they are read, for each user alone', async () => {
    const login = async () => (await desk.web<{ token: string; userId: string }>('tempLogin')).data;
    const [{ token: mine, userId }, { token: other }] = [await login(), await login()];
    await desk.publish('first-notice');
    await desk.publish('second-notice');
    const unread = async (token: string) => (await desk.web<{ notices: number }>('getUnread', token)).data.notices;
    const before = await unread(mine);
    expect(before).toBeGreaterThanOrEqual(2);
    const read = (fields: Record<string, string>, token = mine) =>
      fetch(`${desk.started.url}/web/readNotices`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: new URLSearchParams(fields),
      }).then(async (answer) => [answer.status, ((await answer.json()) as { data: unknown }).data]);
    expect(await read({ slug: 'first-notice' })).toEqual([200, { notices: before - 1, messages: 0 }]);
    expect(await read({ slug: 'first-notice' })).toEqual([200, { notices: before - 1, messages: 0 }]);
    const list = (await desk.web<{ items: { slug: string; read: boolean }[] }>('getContentList?kind=notice', mine)).data
      .items;
    const marks = new Map(list.map((item) => [item.slug, item.read]));
    expect([marks.get('first-notice'), marks.get('second-notice')]).toEqual([true, false]);
    expect((await desk.web<ContentView>('getContent?slug=first-notice', mine)).data.read).toBe(true);
    expect(await read({ all: 'true' })).toEqual([200, { notices: 0, messages: 0 }]);
    expect(await unread(other)).toBe(before);
    // What another server, or this one after a restart, knows of it.
    const pool = desk.started.app.get<Pool>(Pool, { strict: false });
    expect(await new NoticeReads(pool).unread({ realm: 'demo', userId })).toBe(0);
    expect((await read({ slug: 'no-such-notice' }))[0]).toBe(404);
    expect((await read({ slug: 'user-agreement' }))[0]).toBe(404);
    expect((await read({}))[0]).toBe(400);
    expect((await desk.web('getUnread')).status).toBe(401);
  });
});
