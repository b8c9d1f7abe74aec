import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Pool } from 'pg';
import { Commands } from '../../server/core/command.js';
import { SeedContent } from '../../server/features/content/content.commands.js';
import { ContentService } from '../../server/features/content/content.service.js';
import { NoticeReads } from '../../server/features/content/notice-reads.js';
import { entry, startContentDesk, textsOf } from '../kit/content-desk.js';
import { eventually } from '../kit/eventually.js';
import { Trader } from '../kit/trader.js';

let desk: Awaited<ReturnType<typeof startContentDesk>>;

beforeAll(async () => {
  desk = await startContentDesk();
}, 120_000);
afterAll(() => desk.started.close());

describe('the seeds', () => {
  it('are published once: what staff changed stays', async () => {
    const changed = { title: 'Changed', summary: '', body: 'By staff' };
    const more = { kind: 'page', expectedVersion: 1, texts: { en: changed } };
    await desk.editor.given('saveContent', entry('company-profile', more));
    const again = desk.started.app.get<ContentService>(ContentService, { strict: false });
    expect(await again.seed()).toBe(0);
    const { draft } = await desk.show('company-profile').then();
    expect(draft.texts.en).toEqual(changed);
  });

  it('follow another version of the product: what it says no more is withdrawn, and what it says otherwise is published', async () => {
    const commands = desk.started.app.get<Commands>(Commands, { strict: false });
    const context = { realm: 'house', at: Date.now(), actor: 'system:seeds' };
    const before = { kind: 'notice', category: null, order: 9, link: null, number: null, publishedAt: 1 } as const;
    const said = { ...before, slug: 'not-open-yet', texts: textsOf('Not open') };
    const legal = { ...before, kind: 'rule', slug: 'old-rules', texts: textsOf('Old rules') } as const;
    for (const each of [said, legal]) await commands.execute(new SeedContent(context, each));
    await eventually(async () => (await desk.reading('not-open-yet').send()).refusal).toBe('');
    const content = desk.started.app.get<ContentService>(ContentService, { strict: false });
    expect(await content.seed()).toBe(1);
    await desk.reading('not-open-yet').then('content.unknown');
    await desk.reading('old-rules').then();
    expect(await content.seed()).toBe(0);
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
      (await desk.visitor.given('searchHelp', { lang, q }))
        .filter(({ slug }) => slug === 'limit-orders')
        .map(({ excerpt }) => excerpt);
    expect(await found('xby', 'limite ORDENES')).toHaveLength(1);
    expect((await found('xby', 'libro'))[0]).toBe('Una orden espera en el libro.');
    expect(await found('yn', 'dat lenh')).toHaveLength(1);
    expect((await found('jp', '手数料'))[0]).toContain('手数料はメイカー料率です');
    expect(await found('jp', '証拠金維持率ゼロ')).toEqual([]);
    expect(await found('xby', '%')).toEqual([]);
    await desk.visitor.when('searchHelp', { q: '' }).then({ refusal: 'request.field-invalid', field: 'q' });
  });
});

describe('notices', () => {
  it('are unread until they are read, for each user alone', async () => {
    const [ann, bob] = [await Trader.demo(desk.started), await Trader.demo(desk.started)];
    await desk.publish('first-notice');
    await desk.publish('second-notice');
    const before = (await ann.given('getUnread')).notices;
    expect(before).toBeGreaterThanOrEqual(2);
    for (let n = 0; n < 2; n += 1)
      expect(await ann.given('readNotices', { slug: 'first-notice' })).toEqual({ notices: before - 1, messages: 0 });
    const { items } = await ann.given('getContentList', { kind: 'notice' });
    const marks = new Map(items.map(({ slug, read }) => [slug, read]));
    expect([marks.get('first-notice'), marks.get('second-notice')]).toEqual([true, false]);
    await ann.when('getContent', { slug: 'first-notice' }).then({ read: true });
    expect(await ann.given('readNotices', { all: 'true' })).toEqual({ notices: 0, messages: 0 });
    await bob.when('getUnread').then({ notices: before });
    // What another server, or this one after a restart, knows of it.
    const pool = desk.started.app.get<Pool>(Pool, { strict: false });
    expect(await new NoticeReads(pool).unread({ realm: 'demo', userId: ann.userId })).toBe(0);
    for (const slug of ['no-such-notice', 'user-agreement'])
      await ann.when('readNotices', { slug }).then('content.unknown');
    await ann.when('readNotices').then('request.field-missing');
    await desk.visitor.when('getUnread').then('session.missing');
  });
});
