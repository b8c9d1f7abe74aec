import type { ContentText } from '../../../contracts/content.contract.js';
import { folded } from '../../core/folded.js';
import type { RecordedEvent } from '../../core/event.js';
import type { ContentDraftSaved, ContentEvent, ContentPublished } from './content.events.js';
import type { Projection } from '../../engine/projections/projection.js';
import { first, key, last, ReadTable } from '../../engine/projections/read-table.js';
import type { RowBatch } from '../../engine/projections/row-batch.js';

/** What everybody reads: one row an entry that was ever published. No category and no link are empty texts, no number is 0. */
const contentPublic = new ReadTable('content_public', {
  slug: key.text,
  kind: first.text,
  number: last.count,
  category: last.text,
  sortOrder: last.count,
  link: last.text,
  version: last.count,
  publishedAt: last.instant,
  updatedAt: last.instant,
  shown: last.boolean,
});

const text = {
  slug: key.text,
  lang: key.text,
  title: last.text,
  summary: last.text,
  body: last.text,
} as const;

/** The published texts; `search` is what searches compare. */
const contentTexts = new ReadTable('content_texts', { ...text, search: last.text });

/** Every entry as its editors see it. */
export const contentEntries = new ReadTable('content_entries', {
  slug: key.text,
  kind: first.text,
  number: last.count,
  category: last.text,
  sortOrder: last.count,
  link: last.text,
  state: last.text,
  draftNewer: last.boolean,
  streamVersion: last.count,
  publishedVersion: last.count,
  publishedAt: last.instant,
  changedAt: last.instant,
  changedBy: last.text,
});

const contentDrafts = new ReadTable('content_drafts', text);

/** Every step of every entry: who saved, published or withdrew it, and when. */
export const contentSteps = new ReadTable('content_steps', {
  slug: key.text,
  streamVersion: key.count,
  step: first.text,
  version: first.count,
  at: first.instant,
  actor: first.text,
  languages: first.text,
});

export const contentProjection: Projection = {
  name: 'content',
  realms: ['house'],
  tables: [contentPublic, contentTexts, contentEntries, contentDrafts, contentSteps],
  apply(rows: RowBatch, event: RecordedEvent): void {
    const fact = event as ContentEvent;
    if (fact.type === 'ContentDraftSaved') saved(rows, fact.data, event);
    else if (fact.type === 'ContentPublishingRequested') {
      rows.update(contentEntries, { slug: fact.data.slug, ...changed(event) });
      step(rows, fact.data.slug, 'asked', 0, [], event);
    } else if (fact.type === 'ContentPublished') published(rows, fact.data, event);
    else if (fact.type === 'ContentWithdrawn') {
      const { slug, version } = fact.data;
      rows.update(contentPublic, { slug, shown: false });
      rows.update(contentEntries, { slug, state: 'withdrawn', ...changed(event) });
      step(rows, slug, 'withdrawn', version, [], event);
    }
  },
};

function saved(rows: RowBatch, data: ContentDraftSaved, event: RecordedEvent): void {
  const { slug, kind } = data;
  const row = { slug, ...placed(data), draftNewer: true, ...changed(event) };
  const unpublished = { number: 0, state: 'draft', publishedVersion: 0, publishedAt: 0 };
  if (event.version === 1) rows.insert(contentEntries, { ...row, kind, ...unpublished });
  else rows.update(contentEntries, row);
  const texts = Object.entries(data.texts);
  for (const [lang, words] of texts) rows.upsert(contentDrafts, { slug, lang, ...plain(words) });
  step(rows, slug, 'saved', 0, Object.keys(data.texts), event);
}

function published(rows: RowBatch, data: ContentPublished, event: RecordedEvent): void {
  const { slug, kind, version, publishedAt } = data;
  const isSeed = event.version === 1;
  const shared = { slug, ...placed(data), number: data.number ?? 0, publishedAt };
  rows.upsert(contentPublic, {
    ...shared,
    kind,
    version,
    updatedAt: version === 1 ? publishedAt : event.at,
    shown: true,
  });
  const row = { ...shared, state: 'published', draftNewer: false, publishedVersion: version, ...changed(event) };
  if (isSeed) rows.insert(contentEntries, { ...row, kind });
  else rows.update(contentEntries, row);
  for (const [lang, words] of Object.entries(data.texts)) {
    const { title, summary, body } = words;
    rows.upsert(contentTexts, { slug, lang, ...plain(words), search: folded(`${title}\n${summary}\n${body}`) });
    if (isSeed) rows.upsert(contentDrafts, { slug, lang, ...plain(words) });
  }
  step(rows, slug, 'published', version, isSeed ? Object.keys(data.texts) : [], event);
}

function placed({ category, order, link }: ContentDraftSaved | ContentPublished) {
  return { category: category ?? '', sortOrder: order, link: link ?? '' };
}

function changed({ version, at, actor }: RecordedEvent) {
  return { streamVersion: version, changedAt: at, changedBy: actor };
}

function plain({ title, summary, body }: ContentText) {
  return { title, summary, body };
}

function step(rows: RowBatch, slug: string, name: string, version: number, languages: string[], event: RecordedEvent) {
  const { version: streamVersion, at, actor } = event;
  rows.insert(contentSteps, { slug, streamVersion, step: name, version, at, actor, languages: languages.join(',') });
}
