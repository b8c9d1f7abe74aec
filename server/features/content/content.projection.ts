import type { ContentText } from '../../../contracts/content.contract.js';
import { folded } from '../../core/folded.js';
import type { RecordedEvent } from '../../core/event.js';
import type { ContentDraftSaved, ContentEvent, ContentPublished } from './content.events.js';
import type { Projection } from '../../engine/projections/projection.js';
import { ReadTable } from '../../engine/projections/read-table.js';
import type { RowBatch } from '../../engine/projections/row-batch.js';

/** What everybody reads: one row an entry that was ever published. No category and no link are empty texts, no number is 0. */
export const contentPublic = new ReadTable('content_public', {
  slug: { type: 'text', merge: 'key' },
  kind: { type: 'text', merge: 'first' },
  number: { type: 'count', merge: 'last' },
  category: { type: 'text', merge: 'last' },
  sort_order: { type: 'count', merge: 'last' },
  link: { type: 'text', merge: 'last' },
  version: { type: 'count', merge: 'last' },
  published_at: { type: 'instant', merge: 'last' },
  updated_at: { type: 'instant', merge: 'last' },
  shown: { type: 'boolean', merge: 'last' },
});

const text = {
  slug: { type: 'text', merge: 'key' },
  lang: { type: 'text', merge: 'key' },
  title: { type: 'text', merge: 'last' },
  summary: { type: 'text', merge: 'last' },
  body: { type: 'text', merge: 'last' },
} as const;

/** The published texts; `search` is what searches compare. */
export const contentTexts = new ReadTable('content_texts', { ...text, search: { type: 'text', merge: 'last' } });

/** Every entry as its editors see it. */
export const contentEntries = new ReadTable('content_entries', {
  slug: { type: 'text', merge: 'key' },
  kind: { type: 'text', merge: 'first' },
  number: { type: 'count', merge: 'last' },
  category: { type: 'text', merge: 'last' },
  sort_order: { type: 'count', merge: 'last' },
  link: { type: 'text', merge: 'last' },
  state: { type: 'text', merge: 'last' },
  draft_newer: { type: 'boolean', merge: 'last' },
  stream_version: { type: 'count', merge: 'last' },
  published_version: { type: 'count', merge: 'last' },
  published_at: { type: 'instant', merge: 'last' },
  changed_at: { type: 'instant', merge: 'last' },
  changed_by: { type: 'text', merge: 'last' },
});

export const contentDrafts = new ReadTable('content_drafts', text);

/** Every step of every entry: who saved, published or withdrew it, and when. */
export const contentSteps = new ReadTable('content_steps', {
  slug: { type: 'text', merge: 'key' },
  stream_version: { type: 'count', merge: 'key' },
  step: { type: 'text', merge: 'first' },
  version: { type: 'count', merge: 'first' },
  at: { type: 'instant', merge: 'first' },
  actor: { type: 'text', merge: 'first' },
  languages: { type: 'text', merge: 'first' },
});

export const contentProjection: Projection = {
  name: 'content',
  realms: ['house'],
  tables: [contentPublic, contentTexts, contentEntries, contentDrafts, contentSteps],
  apply(rows: RowBatch, event: RecordedEvent): void {
    const fact = event as ContentEvent;
    if (fact.type === 'ContentDraftSaved') saved(rows, fact.data, event);
    else if (fact.type === 'ContentPublishingAsked') {
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
  const row = { slug, ...placed(data), draft_newer: true, ...changed(event) };
  const unpublished = { number: 0, state: 'draft', published_version: 0, published_at: 0 };
  if (event.version === 1) rows.insert(contentEntries, { ...row, kind, ...unpublished });
  else rows.update(contentEntries, row);
  const texts = Object.entries(data.texts);
  for (const [lang, words] of texts) rows.upsert(contentDrafts, { slug, lang, ...plain(words) });
  step(rows, slug, 'saved', 0, Object.keys(data.texts), event);
}

function published(rows: RowBatch, data: ContentPublished, event: RecordedEvent): void {
  const { slug, kind, version, publishedAt: published_at } = data;
  const isSeed = event.version === 1;
  const shared = { slug, ...placed(data), number: data.number ?? 0, published_at };
  rows.upsert(contentPublic, {
    ...shared,
    kind,
    version,
    updated_at: version === 1 ? published_at : event.at,
    shown: true,
  });
  const row = { ...shared, state: 'published', draft_newer: false, published_version: version, ...changed(event) };
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
  return { category: category ?? '', sort_order: order, link: link ?? '' };
}

function changed({ version, at, actor }: RecordedEvent) {
  return { stream_version: version, changed_at: at, changed_by: actor };
}

function plain({ title, summary, body }: ContentText) {
  return { title, summary, body };
}

function step(rows: RowBatch, slug: string, name: string, version: number, languages: string[], event: RecordedEvent) {
  const { version: stream_version, at, actor } = event;
  rows.insert(contentSteps, { slug, stream_version, step: name, version, at, actor, languages: languages.join(',') });
}
