import { describe, expect, it } from '@jest/globals';
import type { ContentFields, ContentText } from '../../../contracts/content.contract.js';
import { languageKeys } from '../../../contracts/envelope.contract.js';
import { CommandHandlers } from '../../writer/command-handlers.js';
import { MemoryRealm } from '../../writer/memory-realm.js';
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

/** Given commands that are accepted, when one more comes, then events or a refusal. */
function content(...given: [type: string, data: object][]) {
  const realm = new MemoryRealm('house', new CommandHandlers().register(...contentHandlers));
  let at = 1_000;
  const when = (type: string, data: object) => {
    const before = realm.events.length;
    const result = realm.execute({ type, data: { slug: 'fees', ...data }, at: (at += 1_000), actor: 'staff:s1' });
    if (!result.ok) return result.refusal;
    return realm.events.slice(before).map(({ type: made, data: told }) => [made, told] as const);
  };
  for (const [type, data] of given) expect(when(type, data)).not.toHaveProperty('refusal');
  return { when, state: () => realm.state(contentKind, 'fees') };
}

const saved = ['SaveContentDraft', { ...news, expectedVersion: 0 }] as [string, object];
const published = ['PublishContent', { expectedVersion: 1 }] as [string, object];
const seeded = ['SeedContent', { ...news, number: null, publishedAt: 5 }] as [string, object];
const page = ['SeedContent', { ...news, kind: 'page', number: 3, publishedAt: 5 }] as [string, object];

describe('writing', () => {
  it('begins an entry as a draft, and keeps only the languages that changed in each event', () => {
    const { when, state } = content(saved);
    const texts = { de: text('Gebühren'), en: text('Fees en') };
    expect(when('SaveContentDraft', { ...news, texts, order: 2, expectedVersion: 1 })).toEqual([
      [
        'ContentDraftSaved',
        { slug: 'fees', kind: 'news', category: null, order: 2, link: null, texts: { de: texts.de } },
      ],
    ]);
    expect(state()).toMatchObject({
      streamVersion: 2,
      published: null,
      draft: { order: 2, texts: { ...nine('Fees'), ...texts } },
    });
  });

  it('says nothing when nothing changed', () => {
    expect(content(saved).when('SaveContentDraft', { ...news, expectedVersion: 1 })).toEqual([]);
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
  ] as [string, [string, object][], object, string][])('is refused for %s', (_, given, more, refusal) => {
    expect(content(...given).when('SaveContentDraft', { ...news, ...more })).toMatchObject({ refusal });
  });
});

describe('publishing', () => {
  it('shows the whole draft as the next version, and keeps the day of the first', () => {
    const { when, state } = content(saved);
    expect(when('PublishContent', { expectedVersion: 1 })).toEqual([
      ['ContentPublished', { ...news, number: null, version: 1, publishedAt: 3_000 }],
    ]);
    when('SaveContentDraft', { ...news, order: 9, expectedVersion: 2 });
    expect(state()).toMatchObject({ published: { version: 1, fields: { order: 1 } }, draft: { order: 9 } });
    when('PublishContent', { expectedVersion: 3 });
    expect(state()?.published).toMatchObject({ version: 2, publishedAt: 3_000, fields: { order: 9 } });
  });

  it('lists the languages that are missing', () => {
    const { when } = content(['SaveContentDraft', { ...news, texts: { en: text('a') }, expectedVersion: 0 }]);
    const missing = 'xby, de, jp, hy, ty, yn, zh, ft';
    expect(when('PublishContent', { expectedVersion: 1 })).toEqual({
      refusal: 'content.languages-missing',
      params: { missing },
    });
  });

  it('is refused for what does not exist, was changed meanwhile, or is public already', () => {
    expect(content().when('PublishContent', { expectedVersion: 0 })).toMatchObject({ refusal: 'content.unknown' });
    const { when } = content(saved, published);
    expect(when('PublishContent', { expectedVersion: 1 })).toEqual({
      refusal: 'content.version-stale',
      params: { expected: 1, current: 2 },
    });
    expect(when('PublishContent', { expectedVersion: 2 })).toMatchObject({ refusal: 'content.nothing-to-publish' });
  });

  it('shows a withdrawn entry again, as a new version', () => {
    const { when, state } = content(saved, published, ['WithdrawContent', { expectedVersion: 2 }]);
    expect(state()?.withdrawn).toBe(true);
    when('PublishContent', { expectedVersion: 3 });
    expect(state()).toMatchObject({ withdrawn: false, published: { version: 2, publishedAt: 3_000 } });
  });
});

describe('withdrawing', () => {
  it('takes the published version away', () => {
    const { when } = content(saved, published);
    expect(when('WithdrawContent', { expectedVersion: 2 })).toEqual([
      ['ContentWithdrawn', { slug: 'fees', version: 1 }],
    ]);
    expect(when('WithdrawContent', { expectedVersion: 3 })).toMatchObject({ refusal: 'content.not-published' });
  });

  it.each([
    ['what does not exist', [], 0, 'content.unknown'],
    ['what was changed meanwhile', [saved, published], 1, 'content.version-stale'],
    ['what was never published', [saved], 1, 'content.not-published'],
    ['a page that everybody must be able to read', [page], 1, 'content.page-needed'],
  ] as [string, [string, object][], number, string][])('is refused for %s', (_, given, expectedVersion, refusal) => {
    expect(content(...given).when('WithdrawContent', { expectedVersion })).toMatchObject({ refusal });
  });
});

describe('a seed', () => {
  it('is published as version 1 on its own day, once', () => {
    const { when, state } = content(seeded);
    expect(state()).toMatchObject({ streamVersion: 1, published: { version: 1, publishedAt: 5 } });
    expect(when(...seeded)).toEqual([]);
  });

  it('never overwrites what staff wrote', () => {
    const { when, state } = content(saved);
    expect(when(...seeded)).toEqual([]);
    expect(state()?.published).toBeNull();
  });

  it('is refused when a language is missing or a text is not allowed', () => {
    const { when } = content();
    const less = { ...(seeded[1] as object), texts: { en: text('a') } };
    expect(when('SeedContent', less)).toMatchObject({ refusal: 'content.languages-missing' });
    expect(when('SeedContent', { ...less, link: '//x' })).toMatchObject({ refusal: 'content.link-unsafe' });
  });
});

describe('a legal text', () => {
  const draft = { ...news, kind: 'page', texts: { en: text('Fees anew') }, expectedVersion: 1 };
  const asked = ['PublishContent', { staffId: 's1', expectedVersion: 2 }] as [string, object];
  const written = content(page, ['SaveContentDraft', draft]);

  it('is asked for by one editor and published by another', () => {
    expect(written.when(...asked)).toEqual([['ContentPublishingAsked', { slug: 'fees', staffId: 's1' }]]);
    expect(written.when('PublishContent', { staffId: 's1', expectedVersion: 3 })).toMatchObject({
      refusal: 'content.own-publishing',
    });
    expect(written.when('PublishContent', { staffId: 's2', expectedVersion: 3 })).toMatchObject([
      ['ContentPublished', { version: 2 }],
    ]);
  });

  it('is asked for anew once the draft has changed', () => {
    const { when, state } = content(page, ['SaveContentDraft', draft], asked);
    when('SaveContentDraft', { ...draft, texts: { en: text('Fees again') }, expectedVersion: 3 });
    expect(state()).toMatchObject({ publishAskedBy: null });
    expect(when('PublishContent', { staffId: 's2', expectedVersion: 4 })).toMatchObject([
      ['ContentPublishingAsked', { staffId: 's2' }],
    ]);
  });
});
