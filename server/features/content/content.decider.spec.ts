import { describe, expect, it } from '@jest/globals';
import type { ContentFields, ContentText } from '../../../contracts/content.contract.js';
import { languageKeys } from '../../../shared/language.js';
import { refuse } from '../../core/refusal.js';
import { decider } from '../../engine/writer/decider.testkit.js';
import { contentKind } from './content.decider.js';
import { contentHandlers } from './content.handler.js';

const text = (title: string): ContentText => ({ title, summary: 'In short', body: `About ${title}.` });
const nine = (title: string) => Object.fromEntries(languageKeys.map((key) => [key, text(`${title} ${key}`)]));
const fields = (more: Partial<ContentFields> = {}): ContentFields => ({
  category: null,
  order: 1,
  link: null,
  texts: nine('Fees'),
  ...more,
});
const news = { slug: 'fees', kind: 'news', ...fields() };

const command = (type: string, data: object, at?: number) => ({
  type,
  data: { slug: 'fees', ...data },
  ...(at !== undefined && { at }),
});
const save = (data: object) => command('SaveContentDraft', { ...news, ...data });
const publish = (data: object, at?: number) => command('PublishContent', data, at);
const withdraw = (data: object) => command('WithdrawContent', data);
const seed = (data: object = {}) => command('SeedContent', { ...news, number: null, publishedAt: 5, ...data });

const { given } = decider({ realm: 'house', kind: contentKind, id: 'fees', handlers: contentHandlers, at: 3_000 });

const saved = save({ expectedVersion: 0 });
const published = publish({ expectedVersion: 1 });
const page = seed({ kind: 'page', number: 3 });

describe('writing', () => {
  it('begins an entry as a draft, and keeps only the languages that changed in each event', () => {
    const texts = { de: text('Gebühren'), en: text('Fees en') };
    const data = { slug: 'fees', kind: 'news', category: null, order: 2, link: null, texts: { de: texts.de } };
    const entry = given(saved)
      .when(save({ texts, order: 2, expectedVersion: 1 }))
      .then({ type: 'ContentDraftSaved', data });
    expect(entry.state).toMatchObject({
      streamVersion: 2,
      published: null,
      draft: { order: 2, texts: { ...nine('Fees'), ...texts } },
    });
  });

  it('says nothing when nothing changed', () => {
    given(saved)
      .when(save({ expectedVersion: 1 }))
      .then();
  });

  it.each([
    ['an entry that does not exist', [], { expectedVersion: 1 }, 'content.unknown'],
    ['a new entry under a name that is taken', [saved], { expectedVersion: 0 }, 'content.slug-taken'],
    ['over what another has saved meanwhile', [saved], { expectedVersion: 7 }, 'content.version-stale'],
    ['another kind into an entry', [saved], { expectedVersion: 1, kind: 'notice' }, 'content.kind-fixed'],
    [
      'a category where there is none',
      [],
      { expectedVersion: 0, category: 'trading' },
      'content.category-not-for-kind',
    ],
    ['an unsafe link', [], { expectedVersion: 0, link: 'javascript:x' }, 'content.link-unsafe'],
    ['HTML', [], { expectedVersion: 0, texts: { en: { ...text('a'), body: '<b>' } } }, 'content.html-not-allowed'],
  ] as [string, (typeof saved)[], object, string][])('is refused for %s', (_, before, more, refusal) => {
    given(...before)
      .when(save(more))
      .then(refusal);
  });
});

describe('publishing', () => {
  it('shows the whole draft as the next version, and keeps the day of the first', () => {
    const entry = given(saved)
      .when(published)
      .then({ type: 'ContentPublished', data: { ...news, number: null, version: 1, publishedAt: 3_000 } });
    entry.and(save({ order: 9, expectedVersion: 2 }));
    expect(entry.state).toMatchObject({ published: { version: 1, fields: { order: 1 } }, draft: { order: 9 } });
    entry.and(publish({ expectedVersion: 3 }, 5_000));
    expect(entry.state?.published).toMatchObject({ version: 2, publishedAt: 3_000, fields: { order: 9 } });
  });

  it('lists the languages that are missing', () => {
    given(save({ texts: { en: text('a') }, expectedVersion: 0 }))
      .when(published)
      .then(refuse('content.languages-missing', { missing: 'xby, de, jp, hy, ty, yn, zh, ft' }));
  });

  it('is refused for what does not exist, was changed meanwhile, or is public already', () => {
    given()
      .when(publish({ expectedVersion: 0 }))
      .then('content.unknown');
    given(saved, published)
      .when(publish({ expectedVersion: 1 }))
      .then(refuse('content.version-stale', { expected: 1, current: 2 }))
      .when(publish({ expectedVersion: 2 }))
      .then('content.nothing-to-publish');
  });

  it('shows a withdrawn entry again, as a new version', () => {
    const entry = given(saved, published, withdraw({ expectedVersion: 2 }));
    expect(entry.state?.withdrawn).toBe(true);
    entry.and(publish({ expectedVersion: 3 }, 5_000));
    expect(entry.state).toMatchObject({ withdrawn: false, published: { version: 2, publishedAt: 3_000 } });
  });
});

describe('withdrawing', () => {
  it('takes the published version away', () => {
    given(saved, published)
      .when(withdraw({ expectedVersion: 2 }))
      .then({ type: 'ContentWithdrawn', data: { slug: 'fees', version: 1 } })
      .when(withdraw({ expectedVersion: 3 }))
      .then('content.not-published');
  });

  it.each([
    ['what does not exist', [], 0, 'content.unknown'],
    ['what was changed meanwhile', [saved, published], 1, 'content.version-stale'],
    ['what was never published', [saved], 1, 'content.not-published'],
    ['a page that everybody must be able to read', [page], 1, 'content.page-needed'],
  ] as [string, (typeof saved)[], number, string][])('is refused for %s', (_, before, expectedVersion, refusal) => {
    given(...before)
      .when(withdraw({ expectedVersion }))
      .then(refusal);
  });
});

describe('a seed', () => {
  it('is published as version 1 on its own day, once', () => {
    const entry = given(seed());
    expect(entry.state).toMatchObject({ streamVersion: 1, published: { version: 1, publishedAt: 5 } });
    entry.when(seed()).then();
  });

  it('follows the seeds of another version of the product, as long as nobody touched it', () => {
    const entry = given(seed());
    entry
      .when(seed({ texts: nine('Fees now'), publishedAt: 9 }))
      .then({ type: 'ContentPublished', data: expect.objectContaining({ version: 2, publishedAt: 5 }) });
    expect(entry.state?.published?.fields.texts).toEqual(nine('Fees now'));
    entry.when(seed({ texts: nine('Fees now') })).then();
    entry
      .and(withdraw({ expectedVersion: 2 }))
      .when(seed())
      .then();
    given(page)
      .when(seed({ kind: 'page', number: 3, texts: nine('Other terms') }))
      .then();
  });

  it('never overwrites what staff wrote', () => {
    const entry = given(saved).when(seed()).then();
    expect(entry.state?.published).toBeNull();
  });

  it('is refused when a language is missing or a text is not allowed', () => {
    const less = { texts: { en: text('a') } };
    given()
      .when(seed(less))
      .then('content.languages-missing')
      .when(seed({ ...less, link: '//x' }))
      .then('content.link-unsafe');
  });
});

describe('a legal text', () => {
  const rewritten = save({ kind: 'page', texts: { en: text('Fees anew') }, expectedVersion: 1 });
  const proposed = publish({ staffId: 's1', expectedVersion: 2 });

  it('is asked for by one editor and published by another', () => {
    given(page, rewritten)
      .when(proposed)
      .then({ type: 'ContentPublishingRequested', data: { slug: 'fees', staffId: 's1' } })
      .when(publish({ staffId: 's1', expectedVersion: 3 }))
      .then('content.own-publishing')
      .when(publish({ staffId: 's2', expectedVersion: 3 }))
      .then({ type: 'ContentPublished', data: expect.objectContaining({ version: 2 }) });
  });

  it('is asked for anew once the draft has changed', () => {
    const again = save({ kind: 'page', texts: { en: text('Fees again') }, expectedVersion: 3 });
    const entry = given(page, rewritten, proposed, again);
    expect(entry.state).toMatchObject({ publishAskedBy: null });
    entry
      .when(publish({ staffId: 's2', expectedVersion: 4 }))
      .then({ type: 'ContentPublishingRequested', data: expect.objectContaining({ staffId: 's2' }) });
  });
});
