import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type {
  ContentEntryRow,
  ContentVersionRow,
  ContentVersionView,
  ContentView,
} from '../../contracts/content.contract.js';
import { languageKeys } from '../../shared/language.js';
import { STAFF_ROLES } from '../../contracts/staff.contract.js';
import { entry, startContentDesk, textsOf } from '../kit/content-desk.js';
import { listQuery, refusalOf } from '../kit/staff-client.js';
import { until } from '../kit/until.js';

let desk: Awaited<ReturnType<typeof startContentDesk>>;

beforeAll(async () => {
  desk = await startContentDesk();
}, 120_000);
afterAll(() => desk.started.close());

describe('who may touch content', () => {
  const writes = ['saveContent', 'publishContent', 'withdrawContent'];

  it.each(STAFF_ROLES.filter((role) => role !== 'content'))('%s may not write, publish or withdraw', async (role) => {
    for (const path of writes) {
      const { status, body } = await desk.send(path, entry('not-mine'), desk.tokens.get(role));
      expect([path, status, refusalOf(body)]).toEqual([path, 403, 'staff.role-missing']);
    }
    expect((await desk.show('not-mine')).status).toBe(404);
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
      expect([path, (await desk.read(path, desk.tokens.get(role))).status]).toEqual([path, status]);
  });
});

describe('an entry', () => {
  it('is seen by staff only until it is published, then by everybody in each language', async () => {
    const saved = await desk.send('saveContent', entry('maintenance'));
    expect(saved.body).toEqual({ slug: 'maintenance', streamVersion: 1 });
    expect((await desk.web('getContent?slug=maintenance')).status).toBe(404);
    expect((await desk.show('maintenance')).body).toMatchObject({
      state: 'draft',
      published: null,
      languages: [...languageKeys],
    });
    await desk.send('publishContent', { slug: 'maintenance', expectedVersion: 1 });
    for (const lang of languageKeys) {
      const { data } = await desk.web<ContentView>(`getContent?slug=maintenance&lang=${lang}`);
      expect(data).toMatchObject({ title: `maintenance ${lang}`, version: 1, kind: 'notice', read: null });
    }
    const { data } = await desk.web<{ items: { slug: string }[] }>('getContentList?kind=notice');
    expect(data.items[0]?.slug).toBe('maintenance');
  });

  it('keeps showing the published version while a newer draft is written', async () => {
    await desk.publish('delayed');
    await desk.send(
      'saveContent',
      entry('delayed', { expectedVersion: 2, texts: { de: { title: 'Neu', summary: '', body: 'B' } } }),
    );
    expect((await desk.web<ContentView>('getContent?slug=delayed&lang=de')).data.title).toBe('delayed de');
    const { body } = await desk.show('delayed');
    expect(body).toMatchObject({ state: 'published', draftNewer: true, streamVersion: 3, publishedVersion: 1 });
    expect([body.draft.texts.de?.title, body.published?.texts.de?.title]).toEqual(['Neu', 'delayed de']);
  });

  it('is not overwritten by an editor who has not seen the newest version', async () => {
    await desk.send('saveContent', entry('contested'));
    const [first, second] = await Promise.all(
      ['One', 'Two'].map((title) =>
        desk.send(
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
    const { streamVersion } = await desk.publish('recalled');
    await desk.send('withdrawContent', { slug: 'recalled', expectedVersion: streamVersion });
    expect((await desk.web('getContent?slug=recalled')).status).toBe(404);
    expect((await desk.show('recalled')).body.state).toBe('withdrawn');
    await desk.send('publishContent', { slug: 'recalled', expectedVersion: streamVersion + 1 });
    expect((await desk.web<ContentView>('getContent?slug=recalled')).data.version).toBe(2);
  });

  it('may be as long in every language as the limit says', async () => {
    const long = await desk.send('saveContent', entry('long-read', { texts: textsOf('Long', '取'.repeat(40_000)) }));
    expect(long.status).toBe(200);
    const [status, refusal] = await desk.refused(
      'saveContent',
      entry('endless', { texts: textsOf('x', 'x'.repeat(300_000)) }),
    );
    expect([status, refusal]).toEqual([413, 'request.too-large']);
  });
});

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
    const found = await desk.refused('saveContent', entry('refused', more));
    expect(found).toEqual([status, refusal, status === 400 ? expect.anything() : params]);
    expect((await desk.show('refused')).status).toBe(404);
  });

  it('publishing with languages missing, naming them', async () => {
    await desk.send('saveContent', entry('half', { texts: { en: textsOf('x').en, de: textsOf('x').de } }));
    expect(await desk.refused('publishContent', { slug: 'half', expectedVersion: 1 })).toEqual([
      422,
      'content.languages-missing',
      { missing: 'xby, jp, hy, ty, yn, zh, ft' },
    ]);
  });

  it('publishing what is public already, and withdrawing what is not or must stay', async () => {
    const agreement = { slug: 'user-agreement', expectedVersion: 1 };
    expect((await desk.refused('publishContent', agreement)).slice(0, 2)).toEqual([409, 'content.nothing-to-publish']);
    expect((await desk.refused('withdrawContent', agreement)).slice(0, 2)).toEqual([409, 'content.page-needed']);
    await desk.send('saveContent', entry('hidden'));
    const hidden = { slug: 'hidden', expectedVersion: 1 };
    expect((await desk.refused('withdrawContent', hidden)).slice(0, 2)).toEqual([409, 'content.not-published']);
  });
});

describe('a translation', () => {
  it('is marked while its English text is newer, for editors and for readers', async () => {
    await desk.publish('moving-house', { kind: 'news' });
    const view = async (lang: string) =>
      (await desk.web<ContentView>(`getContent?slug=moving-house&lang=${lang}`)).data;
    expect((await desk.show('moving-house')).body.stale).toEqual([]);
    expect((await view('de')).sourceNewer).toBe(false);
    const change = async (texts: object, expectedVersion: number) => {
      const saved = await desk.send('saveContent', {
        ...entry('moving-house', { kind: 'news' }),
        texts,
        expectedVersion,
      });
      return saved.body.streamVersion;
    };
    const english = await change({ en: { title: 'Moved', summary: 's', body: 'Anew.' } }, 2);
    const german = await change({ de: { title: 'Umgezogen', summary: 's', body: 'Neu.' } }, english);
    const { stale } = (await desk.show('moving-house')).body;
    expect([stale.includes('de'), stale.includes('en'), stale.includes('jp'), stale.length]).toEqual([
      ...[false, false, true, 7],
    ]);
    expect((await view('jp')).sourceNewer).toBe(false);
    await desk.send('publishContent', { slug: 'moving-house', expectedVersion: german });
    expect([(await view('en')).sourceNewer, (await view('de')).sourceNewer]).toEqual([false, false]);
    expect((await view('jp')).sourceNewer).toBe(true);
  });
});

describe('a legal text', () => {
  it('is asked for by one editor and published by another', async () => {
    const saved = await desk.send('saveContent', entry('house-rules', { kind: 'rule' }));
    const version = { slug: 'house-rules', expectedVersion: saved.body.streamVersion };
    const { body } = await desk.send('publishContent', version);
    expect((await desk.web('getContent?slug=house-rules')).status).toBe(404);
    const agreed = { slug: 'house-rules', expectedVersion: body.streamVersion };
    expect((await desk.refused('publishContent', agreed)).slice(0, 2)).toEqual([403, 'content.own-publishing']);
    expect((await desk.show('house-rules')).body).toMatchObject({ publishAskedByName: 'the-content' });
    expect((await desk.send('publishContent', agreed, await desk.second())).status).toBe(200);
    expect((await desk.web('getContent?slug=house-rules')).status).toBe(200);
    expect((await desk.show('house-rules')).body.publishAskedBy).toBeNull();
  });
});

describe('the lists of content', () => {
  const list = async (filter: object) =>
    (await desk.read<ContentEntryRow[]>(`content?${listQuery({ filter, sort: ['id', 'ASC'] })}`)).body;

  it('are filtered by kind, state, text and languages', async () => {
    await desk.send('saveContent', entry('filtered', { texts: { en: textsOf('Needle').en } }));
    expect((await list({ q: 'needle' })).map(({ id }) => id)).toEqual(['filtered']);
    const numbered = (await list({ kind: 'page' })).filter(({ number }) => number !== null);
    expect(numbered.map(({ id, number }) => `${id} ${number}`)).toEqual([
      'company-profile 1',
      'privacy-policy 5',
      'simulation-notice 7',
      'user-agreement 3',
    ]);
    expect((await list({ lacks: 'jp', q: 'filtered' })).map(({ languages }) => languages)).toEqual([['en']]);
    expect(await list({ lacks: 'en', q: 'filtered' })).toEqual([]);
    const incomplete = await list({ complete: false });
    expect(incomplete.map(({ id }) => id)).toContain('filtered');
    expect(incomplete.every(({ languages }) => languages.length < 9)).toBe(true);
    expect((await list({ state: 'draft', complete: true })).every(({ state }) => state === 'draft')).toBe(true);
  });

  it('are titled in the language of who reads them, else in English', async () => {
    const texts = { en: textsOf('Only')['en'], de: textsOf('Only')['de'] };
    await desk.send('saveContent', entry('two-languages', { texts }));
    const titled = async (lang: string) => {
      const headers = { authorization: `Bearer ${desk.tokens.get('content')}`, 'accept-language': lang };
      const query = listQuery({ filter: { q: 'two-languages' }, sort: ['title', 'ASC'] });
      const response = await fetch(`${desk.started.url}/staff/content?${query}`, { headers });
      return ((await response.json()) as ContentEntryRow[]).map(({ title }) => title);
    };
    await until(async () => (await titled('de')).length === 1);
    expect([await titled('de'), await titled('en'), await titled('ko')]).toEqual([
      ['Only de'],
      ['Only en'],
      ['Only en'],
    ]);
  });

  it('tell who saved and published what, and show the texts as they stood then', async () => {
    await desk.publish('history');
    await desk.send('saveContent', entry('history', { expectedVersion: 2, order: 5, texts: {} }));
    const { body } = await desk.read<ContentVersionRow[]>(
      `content-versions?${listQuery({ filter: { slug: 'history' }, sort: ['streamVersion', 'DESC'] })}`,
    );
    expect(body.map(({ id, step, version, byName }) => [id, step, version, byName])).toEqual([
      ['history:3', 'saved', 0, 'the-content'],
      ['history:2', 'published', 1, 'the-content'],
      ['history:1', 'saved', 0, 'the-content'],
    ]);
    expect(body[2]?.languages).toEqual([...languageKeys]);
    const first = await desk.read<ContentVersionView>('content-versions/history:1');
    expect([first.body.fields.order, first.body.fields.texts]).toEqual([1, textsOf('history')]);
    expect((await desk.read('content-versions/history:9')).status).toBe(404);
    const seeds = await desk.read<ContentVersionRow[]>(
      `content-versions?${listQuery({ filter: { slug: 'user-agreement' } })}`,
    );
    expect(seeds.body).toEqual([expect.objectContaining({ by: 'system:seeds', step: 'published', version: 1 })]);
  });
});
