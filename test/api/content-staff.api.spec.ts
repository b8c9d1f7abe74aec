import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ContentEntryRow } from '../../contracts/content.contract.js';
import { languageKeys } from '../../shared/language.js';
import { STAFF_ROLES } from '../../contracts/staff.contract.js';
import { entry, startContentDesk, textsOf } from '../kit/content-desk.js';
import { listQuery } from '../kit/staff-client.js';
import { until } from '../kit/until.js';

let desk: Awaited<ReturnType<typeof startContentDesk>>;

beforeAll(async () => {
  desk = await startContentDesk();
}, 120_000);
afterAll(() => desk.started.close());

describe('who may touch content', () => {
  const writes = ['saveContent', 'publishContent', 'withdrawContent'] as const;

  it.each(STAFF_ROLES.filter((role) => role !== 'content'))('%s may not write, publish or withdraw', async (role) => {
    for (const call of writes) await desk.as(role).when(call, entry('not-mine')).then('staff.role-missing');
    await desk.show('not-mine').then('staff.not-found');
  });

  it.each([
    ['content', 200],
    ['admin', 200],
    ['auditor', 200],
    ['support', 403],
    ['risk', 403],
    ['reviewer', 403],
  ])('%s reading it gets %i', async (role, status) => {
    const outcome = status === 200 ? undefined : 'staff.role-missing';
    for (const list of ['content', 'content-versions'] as const) await desk.as(role).when(list).then(outcome);
    await desk.as(role).when('content/:id', { id: 'user-agreement' }).then(outcome);
    await desk.as(role).when('content-versions/:id', { id: 'user-agreement:1' }).then(outcome);
  });
});

describe('an entry', () => {
  it('is seen by staff only until it is published, then by everybody in each language', async () => {
    const slug = 'maintenance';
    expect(await desk.editor.given('saveContent', entry(slug))).toEqual({ slug, streamVersion: 1 });
    await desk.reading(slug).then('content.unknown');
    await desk.show(slug).then({ state: 'draft', published: null, languages: [...languageKeys] });
    await desk.editor.given('publishContent', { slug, expectedVersion: 1 });
    for (const lang of languageKeys)
      await desk.reading(slug, lang).then({ title: `maintenance ${lang}`, version: 1, kind: 'notice', read: null });
    const { items } = await desk.visitor.given('getContentList', { kind: 'notice' });
    expect(items[0]?.slug).toBe(slug);
  });

  it('keeps showing the published version while a newer draft is written', async () => {
    await desk.publish('delayed');
    const texts = { de: { title: 'Neu', summary: '', body: 'B' } };
    await desk.editor.given('saveContent', entry('delayed', { expectedVersion: 2, texts }));
    await desk.reading('delayed', 'de').then({ title: 'delayed de' });
    const known = { state: 'published', draftNewer: true, streamVersion: 3, publishedVersion: 1 };
    const { draft, published } = await desk.show('delayed').then(known);
    expect([draft.texts.de?.title, published?.texts.de?.title]).toEqual(['Neu', 'delayed de']);
  });

  it('is not overwritten by an editor who has not seen the newest version', async () => {
    await desk.editor.given('saveContent', entry('contested'));
    const answers = await Promise.all(
      ['One', 'Two'].map((title) => {
        const texts = { en: { title, summary: '', body: 'x' } };
        return desk.editor.post('saveContent', entry('contested', { expectedVersion: 1, texts }));
      }),
    );
    const [taken, refused] = answers.sort((a, b) => a.status - b.status);
    expect([taken?.status, refused?.status]).toEqual([200, 409]);
    expect(refused).toMatchObject({ refusal: 'content.version-stale', params: { expected: 1, current: 2 } });
  });

  it('disappears when it is withdrawn, and can come back', async () => {
    const slug = 'recalled';
    const { streamVersion } = await desk.publish(slug);
    await desk.editor.given('withdrawContent', { slug, expectedVersion: streamVersion });
    await desk.reading(slug).then('content.unknown');
    await desk.show(slug).then({ state: 'withdrawn' });
    await desk.editor.given('publishContent', { slug, expectedVersion: streamVersion + 1 });
    await desk.reading(slug).then({ version: 2 });
  });

  it('may be as long in every language as the limit says', async () => {
    await desk.editor.given('saveContent', entry('long-read', { texts: textsOf('Long', '取'.repeat(40_000)) }));
    const endless = entry('endless', { texts: textsOf('x', 'x'.repeat(300_000)) });
    await desk.editor.when('saveContent', endless).then('request.too-large');
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
    const found = await desk.editor.post('saveContent', entry('refused', more));
    expect(found).toMatchObject({ status, refusal });
    if (status !== 400) expect(found.params).toEqual(params);
    await desk.show('refused').then('staff.not-found');
  });

  it('publishing with languages missing, naming them', async () => {
    await desk.editor.given('saveContent', entry('half', { texts: { en: textsOf('x').en, de: textsOf('x').de } }));
    const params = { missing: 'xby, jp, hy, ty, yn, zh, ft' };
    const half = desk.editor.when('publishContent', { slug: 'half', expectedVersion: 1 });
    await half.then({ refusal: 'content.languages-missing', params });
  });

  it('publishing what is public already, and withdrawing what is not or must stay', async () => {
    const agreement = { slug: 'user-agreement', expectedVersion: 1 };
    await desk.editor.when('publishContent', agreement).then('content.nothing-to-publish');
    await desk.editor.when('withdrawContent', agreement).then('content.page-needed');
    await desk.editor.given('saveContent', entry('hidden'));
    await desk.editor.when('withdrawContent', { slug: 'hidden', expectedVersion: 1 }).then('content.not-published');
  });
});

describe('a translation', () => {
  it('is marked while its English text is newer, for editors and for readers', async () => {
    const slug = 'moving-house';
    const reads = (lang: string, sourceNewer: boolean) => desk.reading(slug, lang).then({ sourceNewer });
    const change = async (texts: object, expectedVersion: number) => {
      const changed = entry(slug, { kind: 'news', texts, expectedVersion });
      return (await desk.editor.given('saveContent', changed)).streamVersion;
    };
    await desk.publish(slug, { kind: 'news' });
    await desk.show(slug).then({ stale: [] });
    await reads('de', false);
    const english = await change({ en: { title: 'Moved', summary: 's', body: 'Anew.' } }, 2);
    const german = await change({ de: { title: 'Umgezogen', summary: 's', body: 'Neu.' } }, english);
    const { stale } = await desk.show(slug).then();
    expect([stale.includes('de'), stale.includes('en'), stale.includes('jp'), stale.length]).toEqual([
      ...[false, false, true, 7],
    ]);
    await reads('jp', false);
    await desk.editor.given('publishContent', { slug, expectedVersion: german });
    for (const lang of ['en', 'de']) await reads(lang, false);
    await reads('jp', true);
  });
});

describe('a legal text', () => {
  it('is asked for by one editor and published by another', async () => {
    const slug = 'house-rules';
    const { streamVersion } = await desk.editor.given('saveContent', entry(slug, { kind: 'rule' }));
    const proposed = await desk.editor.given('publishContent', { slug, expectedVersion: streamVersion });
    await desk.reading(slug).then('content.unknown');
    const agreed = { slug, expectedVersion: proposed.streamVersion };
    await desk.editor.when('publishContent', agreed).then('content.own-publishing');
    await desk.show(slug).then({ publishAskedByName: 'content' });
    await desk.second.given('publishContent', agreed);
    await desk.reading(slug).then();
    await desk.show(slug).then({ publishAskedBy: null });
  });
});

describe('the lists of content', () => {
  const list = (filter: object) => desk.editor.given('content', { filter, sort: ['id', 'ASC'] });

  it('are filtered by kind, state, text and languages', async () => {
    await desk.editor.given('saveContent', entry('filtered', { texts: { en: textsOf('Needle').en } }));
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
    await desk.editor.given('saveContent', entry('two-languages', { texts }));
    const titled = async (lang: string) => {
      const headers = { authorization: `Bearer ${desk.editor.token}`, 'accept-language': lang };
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
    await desk.editor.given('saveContent', entry('history', { expectedVersion: 2, order: 5, texts: {} }));
    const versions = (slug: string) =>
      desk.editor.given('content-versions', { filter: { slug }, sort: ['streamVersion', 'DESC'] });
    const steps = await versions('history');
    expect(steps.map(({ id, step, version, byName }) => [id, step, version, byName])).toEqual([
      ['history:3', 'saved', 0, 'content'],
      ['history:2', 'published', 1, 'content'],
      ['history:1', 'saved', 0, 'content'],
    ]);
    expect(steps[2]?.languages).toEqual([...languageKeys]);
    const { fields } = await desk.editor.given('content-versions/:id', { id: 'history:1' });
    expect([fields.order, fields.texts]).toEqual([1, textsOf('history')]);
    await desk.editor.when('content-versions/:id', { id: 'history:9' }).then('staff.not-found');
    const seeded = { by: 'system:seeds', step: 'published', version: 1 };
    expect(await versions('user-agreement')).toEqual([expect.objectContaining(seeded)]);
  });
});
