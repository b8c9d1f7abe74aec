import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type {
  ContentChanged,
  ContentEntryRow,
  ContentEntryView,
  ContentTexts,
  ContentVersionRow,
  ContentVersionView,
  ContentView,
} from '../../contracts/content.contract.js';
import { languageKeys } from '../../contracts/envelope.contract.js';
import { STAFF_ROLES } from '../../contracts/staff.contract.js';
import { ContentService } from '../../server/features/content/content.service.js';
import { StaffAccounts } from '../../server/staff/staff-accounts.js';
import { listQuery, refusalOf, startStaffed } from '../kit/staff-client.js';

let staff: Awaited<ReturnType<typeof startStaffed>>;
let editor = '';
const tokens = new Map<string, string>();

beforeAll(async () => {
  staff = await startStaffed();
  const accounts = staff.started.app.get<StaffAccounts>(StaffAccounts, { strict: false });
  for (const role of STAFF_ROLES) {
    const made = await accounts.create(`the-${role}`, [role]);
    const { body } = await staff.post<{ token: string }>('login', { name: `the-${role}`, password: made?.password });
    tokens.set(role, body.token);
  }
  editor = tokens.get('content') ?? '';
}, 120_000);
afterAll(() => staff.started.close(), 30_000);

const texts = (title: string, body = `## ${title}\n\nText.`): ContentTexts =>
  Object.fromEntries(languageKeys.map((key) => [key, { title: `${title} ${key}`, summary: `About ${title}`, body }]));
const entry = (slug: string, more: object = {}) => ({
  slug,
  expectedVersion: 0,
  kind: 'notice',
  category: null,
  order: 1,
  link: null,
  texts: texts(slug),
  ...more,
});
const send = (path: string, body: object, token = editor) => staff.post<ContentChanged>(path, body, { token });
const show = (slug: string) => staff.ask<ContentEntryView>(`content/${slug}`, editor);

async function web<Data>(path: string, token?: string): Promise<{ status: number; data: Data }> {
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const response = await fetch(`${staff.started.url}/web/${path}`, { headers });
  return { status: response.status, data: ((await response.json()) as { data: Data }).data };
}

async function publish(slug: string, more: object = {}): Promise<ContentChanged> {
  const saved = await send('saveContent', entry(slug, more));
  const published = await send('publishContent', { slug, expectedVersion: saved.body.streamVersion });
  expect([saved.status, published.status]).toEqual([200, 200]);
  return published.body;
}

describe('who may touch content', () => {
  const writes = ['saveContent', 'publishContent', 'withdrawContent'];

  it.each(STAFF_ROLES.filter((role) => role !== 'content'))('%s may not write, publish or withdraw', async (role) => {
    for (const path of writes) {
      const { status, body } = await send(path, entry('not-mine'), tokens.get(role));
      expect([path, status, refusalOf(body)]).toEqual([path, 403, 'staff.role-missing']);
    }
    expect((await show('not-mine')).status).toBe(404);
  });

  it.each([
    ['content', 200],
    ['admin', 200],
    ['auditor', 200],
    ['support', 403],
    ['risk', 403],
    ['reviewer', 403],
  ])('%s reading it gets %i', async (role, status) => {
    for (const path of ['content', 'content/user-agreement', 'content-versions', 'content-versions/user-agreement:1'])
      expect([path, (await staff.ask(path, tokens.get(role))).status]).toEqual([path, status]);
  });
});

describe('an entry', () => {
  it('is seen by staff only until it is published, then by everybody in each language', async () => {
    const saved = await send('saveContent', entry('maintenance'));
    expect(saved.body).toEqual({ slug: 'maintenance', streamVersion: 1 });
    expect((await web('getContent?slug=maintenance')).status).toBe(404);
    expect((await show('maintenance')).body).toMatchObject({
      state: 'draft',
      published: null,
      languages: [...languageKeys],
    });
    await send('publishContent', { slug: 'maintenance', expectedVersion: 1 });
    for (const lang of languageKeys) {
      const { data } = await web<ContentView>(`getContent?slug=maintenance&lang=${lang}`);
      expect(data).toMatchObject({ title: `maintenance ${lang}`, version: 1, kind: 'notice', read: null });
    }
    const { data } = await web<{ items: { slug: string }[] }>('getContentList?kind=notice');
    expect(data.items[0]?.slug).toBe('maintenance');
  });

  it('keeps showing the published version while a newer draft is written', async () => {
    await publish('delayed');
    await send(
      'saveContent',
      entry('delayed', { expectedVersion: 2, texts: { de: { title: 'Neu', summary: '', body: 'B' } } }),
    );
    expect((await web<ContentView>('getContent?slug=delayed&lang=de')).data.title).toBe('delayed de');
    const { body } = await show('delayed');
    expect(body).toMatchObject({ state: 'published', draftNewer: true, streamVersion: 3, publishedVersion: 1 });
    expect([body.draft.texts.de?.title, body.published?.texts.de?.title]).toEqual(['Neu', 'delayed de']);
  });

  it('is not overwritten by an editor who has not seen the newest version', async () => {
    await send('saveContent', entry('contested'));
    const [first, second] = await Promise.all(
      ['One', 'Two'].map((title) =>
        send(
          'saveContent',
          entry('contested', { expectedVersion: 1, texts: { en: { title, summary: '', body: 'x' } } }),
        ),
      ),
    );
    expect([first?.status, second?.status].sort()).toEqual([200, 409]);
    const refused = first?.status === 409 ? first : second;
    expect((refused?.body as unknown as { data: object }).data).toMatchObject({
      refusal: 'content.version-stale',
      params: { expected: 1, current: 2 },
    });
  });

  it('disappears when it is withdrawn, and can come back', async () => {
    const { streamVersion } = await publish('recalled');
    await send('withdrawContent', { slug: 'recalled', expectedVersion: streamVersion });
    expect((await web('getContent?slug=recalled')).status).toBe(404);
    expect((await show('recalled')).body.state).toBe('withdrawn');
    await send('publishContent', { slug: 'recalled', expectedVersion: streamVersion + 1 });
    expect((await web<ContentView>('getContent?slug=recalled')).data.version).toBe(2);
  });

  it('may be as long in every language as the limit says', async () => {
    const long = await send('saveContent', entry('long-read', { texts: texts('Long', '取'.repeat(40_000)) }));
    expect(long.status).toBe(200);
    const [status, refusal] = await refused(
      'saveContent',
      entry('endless', { texts: texts('x', 'x'.repeat(300_000)) }),
    );
    expect([status, refusal]).toEqual([413, 'request.too-large']);
  });
});

const refused = async (path: string, body: object): Promise<[number, unknown, unknown]> => {
  const answer = await send(path, body);
  return [answer.status, refusalOf(answer.body), (answer.body as unknown as { data: { params: unknown } }).data.params];
};

describe('writing refuses', () => {
  const bad = (body: string) => ({ texts: { de: { title: 'T', summary: '', body } } });
  it.each([
    [
      'HTML, by line',
      bad('a\n\n<script>x</script>'),
      422,
      'content.html-not-allowed',
      { language: 'de', line: 3, found: '<script' },
    ],
    [
      'links that run',
      bad('[a](javascript:x)'),
      422,
      'content.link-in-text-unsafe',
      { language: 'de', line: 1, found: 'javascript:x' },
    ],
    ['images', bad('![a](/x)'), 422, 'content.image-not-allowed', { language: 'de', line: 1 }],
    ['a link to anywhere', { link: '//evil' }, 422, 'content.link-unsafe', { link: '//evil' }],
    ['help without a category', { kind: 'help' }, 422, 'content.category-required', {}],
    ['a category for others', { category: 'trading' }, 422, 'content.category-not-for-kind', { kind: 'notice' }],
    [
      'a name that is taken',
      { slug: 'user-agreement', kind: 'page' },
      409,
      'content.slug-taken',
      { slug: 'user-agreement' },
    ],
    ['what does not exist', { expectedVersion: 3 }, 404, 'content.unknown', { slug: 'refused' }],
    ['control characters', bad('a\u0000b'), 400, 'request.field-invalid', {}],
    ['half characters', bad('a\ud800b'), 400, 'request.field-invalid', {}],
    ['an unknown language', { texts: { xx: { title: '', summary: '', body: '' } } }, 400, 'request.field-unknown', {}],
    [
      'a text that is a number',
      { texts: { en: { title: 5, summary: '', body: '' } } },
      400,
      'request.field-invalid',
      {},
    ],
    ['a body too long', bad('x'.repeat(40_001)), 400, 'request.field-invalid', {}],
    ['a name that is no slug', { slug: 'No Slug' }, 400, 'request.field-invalid', {}],
    ['a field too many', { author: 'me' }, 400, 'request.field-unknown', {}],
  ])('%s', async (_, more, status, refusal, params) => {
    const found = await refused('saveContent', entry('refused', more));
    expect(found).toEqual([status, refusal, status === 400 ? expect.anything() : params]);
    expect((await show('refused')).status).toBe(404);
  });

  it('publishing with languages missing, naming them', async () => {
    await send('saveContent', entry('half', { texts: { en: texts('x').en, de: texts('x').de } }));
    expect(await refused('publishContent', { slug: 'half', expectedVersion: 1 })).toEqual([
      422,
      'content.languages-missing',
      { missing: 'xby, jp, hy, ty, yn, zh, ft' },
    ]);
  });

  it('publishing what is public already, and withdrawing what is not or must stay', async () => {
    const agreement = { slug: 'user-agreement', expectedVersion: 1 };
    expect((await refused('publishContent', agreement)).slice(0, 2)).toEqual([409, 'content.nothing-to-publish']);
    expect((await refused('withdrawContent', agreement)).slice(0, 2)).toEqual([409, 'content.page-needed']);
    await send('saveContent', entry('hidden'));
    const hidden = { slug: 'hidden', expectedVersion: 1 };
    expect((await refused('withdrawContent', hidden)).slice(0, 2)).toEqual([409, 'content.not-published']);
  });
});

describe('the lists of content', () => {
  const list = async (filter: object) =>
    (await staff.ask<ContentEntryRow[]>(`content?${listQuery({ filter, sort: ['id', 'ASC'] })}`, editor)).body;

  it('are filtered by kind, state, text and languages', async () => {
    await send('saveContent', entry('filtered', { texts: { en: texts('Needle').en } }));
    expect((await list({ q: 'needle' })).map(({ id }) => id)).toEqual(['filtered']);
    expect((await list({ kind: 'page' })).map(({ number }) => number)).toEqual([1, 5, 7, 3]);
    expect((await list({ lacks: 'jp', q: 'filtered' })).map(({ languages }) => languages)).toEqual([['en']]);
    expect(await list({ lacks: 'en', q: 'filtered' })).toEqual([]);
    const incomplete = await list({ complete: false });
    expect(incomplete.map(({ id }) => id)).toContain('filtered');
    expect(incomplete.every(({ languages }) => languages.length < 9)).toBe(true);
    expect((await list({ state: 'draft', complete: true })).every(({ state }) => state === 'draft')).toBe(true);
  });

  it('tell who saved and published what, and show the texts as they stood then', async () => {
    await publish('history');
    await send('saveContent', entry('history', { expectedVersion: 2, order: 5, texts: {} }));
    const { body } = await staff.ask<ContentVersionRow[]>(
      `content-versions?${listQuery({ filter: { slug: 'history' }, sort: ['streamVersion', 'DESC'] })}`,
      editor,
    );
    expect(body.map(({ id, step, version, byName }) => [id, step, version, byName])).toEqual([
      ['history:3', 'saved', 0, 'the-content'],
      ['history:2', 'published', 1, 'the-content'],
      ['history:1', 'saved', 0, 'the-content'],
    ]);
    expect(body[2]?.languages).toEqual([...languageKeys]);
    const first = await staff.ask<ContentVersionView>('content-versions/history:1', editor);
    expect([first.body.fields.order, first.body.fields.texts]).toEqual([1, texts('history')]);
    expect((await staff.ask('content-versions/history:9', editor)).status).toBe(404);
    const seeds = await staff.ask<ContentVersionRow[]>(
      `content-versions?${listQuery({ filter: { slug: 'user-agreement' } })}`,
      editor,
    );
    expect(seeds.body).toEqual([expect.objectContaining({ by: 'policy:seed', step: 'published', version: 1 })]);
  });
});

describe('the seeds', () => {
  it('are published once: what staff changed stays', async () => {
    const changed = { title: 'Changed', summary: '', body: 'By staff' };
    await send('saveContent', {
      ...entry('company-profile', { kind: 'page' }),
      expectedVersion: 1,
      texts: { en: changed },
    });
    const again = staff.started.app.get<ContentService>(ContentService, { strict: false });
    expect(await again.seed()).toBe(0);
    expect((await show('company-profile')).body.draft.texts.en).toEqual(changed);
  });
});

describe('help', () => {
  it('is found by words in any order, without accents or capitals, and in languages without spaces', async () => {
    const words = {
      ...texts('Stops'),
      xby: { title: 'Órdenes de límite', summary: 's', body: 'Una **orden** espera en el [libro](/spot).' },
      yn: { title: 'Lệnh giới hạn', summary: 's', body: 'Đặt lệnh ở mức giá bạn chọn.' },
      jp: { title: '指値注文', summary: 's', body: '価格を指定して注文を出します。手数料はメイカー料率です。' },
    };
    await publish('limit-orders', { kind: 'help', category: 'trading', texts: words });
    const found = async (lang: string, q: string) =>
      (await web<{ slug: string; excerpt: string }[]>(`searchHelp?lang=${lang}&q=${encodeURIComponent(q)}`)).data
        .filter(({ slug }) => slug === 'limit-orders')
        .map(({ excerpt }) => excerpt);
    expect(await found('xby', 'limite ORDENES')).toHaveLength(1);
    expect((await found('xby', 'libro'))[0]).toBe('Una orden espera en el libro.');
    expect(await found('yn', 'dat lenh')).toHaveLength(1);
    expect((await found('jp', '手数料'))[0]).toContain('手数料はメイカー料率です');
    expect(await found('jp', '証拠金維持率ゼロ')).toEqual([]);
    expect(await found('xby', '%')).toEqual([]);
    expect((await web('searchHelp?q=')).status).toBe(400);
  });
});

describe('notices', () => {
  it('are unread until they are read, for each user alone', async () => {
    const login = async () => (await web<{ token: string }>('tempLogin')).data.token;
    const [mine, other] = [await login(), await login()];
    await publish('first-notice');
    await publish('second-notice');
    const unread = async (token: string) => (await web<{ notices: number }>('getUnread', token)).data.notices;
    const before = await unread(mine);
    expect(before).toBeGreaterThanOrEqual(2);
    const read = (fields: Record<string, string>, token = mine) =>
      fetch(`${staff.started.url}/web/readNotices`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: new URLSearchParams(fields),
      }).then(async (answer) => [answer.status, ((await answer.json()) as { data: unknown }).data]);
    expect(await read({ slug: 'first-notice' })).toEqual([200, { notices: before - 1 }]);
    expect(await read({ slug: 'first-notice' })).toEqual([200, { notices: before - 1 }]);
    const list = (await web<{ items: { slug: string; read: boolean }[] }>('getContentList?kind=notice', mine)).data
      .items;
    const marks = new Map(list.map((item) => [item.slug, item.read]));
    expect([marks.get('first-notice'), marks.get('second-notice')]).toEqual([true, false]);
    expect((await web<ContentView>('getContent?slug=first-notice', mine)).data.read).toBe(true);
    expect(await read({ all: 'true' })).toEqual([200, { notices: 0 }]);
    expect(await unread(other)).toBe(before);
    expect((await read({ slug: 'no-such-notice' }))[0]).toBe(404);
    expect((await read({ slug: 'user-agreement' }))[0]).toBe(404);
    expect((await read({}))[0]).toBe(400);
    expect((await web('getUnread')).status).toBe(401);
  });
});
