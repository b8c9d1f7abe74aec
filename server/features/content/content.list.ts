import { z } from 'zod';
import { staffContent, staffContentVersions } from '../../../contracts/content.calls.js';
import {
  CONTENT_KINDS,
  CONTENT_STATES,
  CONTENT_STEPS,
  contentSlug,
  HELP_CATEGORIES,
  type ContentEntryRow,
  type ContentVersionRow,
} from '../../../contracts/content.contract.js';
import { language } from '../../../contracts/envelope.contract.js';
import { languageKeys, type Language } from '../../../shared/language.js';
import { literal } from '../../engine/lists/list-sql.js';
import { staffList } from '../../engine/lists/staff-list.js';

const entryFilter = z.object({
  /** Part of the slug, or of the title in any language. */
  q: z.string().max(64).optional(),
  kind: z.enum(CONTENT_KINDS).optional(),
  category: z.enum(HELP_CATEGORIES).optional(),
  state: z.enum(CONTENT_STATES).optional(),
  /** Something was written since the newest publishing. */
  draftNewer: z.boolean().optional(),
  /** Written in all nine languages, or not yet. */
  complete: z.boolean().optional(),
  /** Not written in this language yet. */
  lacks: language.optional(),
  /** Some translation is older than the English text. */
  stale: z.boolean().optional(),
});

const WRITTEN = `SELECT d.lang FROM content_drafts d WHERE d.slug = e.slug AND d.title <> ''
  AND CASE WHEN e.kind = 'banner' THEN d.summary <> '' ELSE d.body <> '' END`;
/** The newest step, where it proposes to publish: anything later takes it back. */
const ASKED_BY = `(SELECT substr(s.actor, 7) FROM content_steps s
  WHERE s.slug = e.slug AND s.stream_version = e.stream_version AND s.step = 'asked')`;
/** The step in which a language was written last; of a publishing from the seeds, all at once. */
const writtenAt = (lang: string): string => `coalesce((SELECT max(s.stream_version) FROM content_steps s
  WHERE s.slug = e.slug AND ${lang} = ANY (string_to_array(s.languages, ','))), 0)`;
const STALE = `${WRITTEN} AND d.lang <> 'en' AND ${writtenAt('d.lang')} < ${writtenAt(`'en'`)}`;
/** The title in the reader's language, else in English, else in any. */
const titleIn = (
  lang: Language,
) => `coalesce((SELECT d.title FROM content_drafts d WHERE d.slug = e.slug AND d.title <> ''
  ORDER BY d.lang <> '${lang}', d.lang <> 'en', d.lang LIMIT 1), '')`;

const entryOrders = {
  changedAt: ['changed_at', 'slug'],
  id: ['slug'],
  kind: ['kind', 'sort_order', 'slug'],
  category: ['category', 'sort_order', 'slug'],
  order: ['sort_order', 'slug'],
  state: ['state', 'slug'],
  languages: [`(SELECT count(*) FROM (${WRITTEN}) w)`, 'slug'],
  publishedAt: ['published_at', 'slug'],
  publishedVersion: ['published_version', 'slug'],
};

/** `/staff/content`: every entry as its editors left it, by its title in the language of who asks. */
export const contentList = staffList<typeof entryFilter, ContentEntryRow>(staffContent, ({ asker }) => {
  const title = titleIn(asker.lang ?? 'en');
  const orders = { ...entryOrders, title: [title, 'slug'] };
  return {
    filter: entryFilter,
    defaultSort: ['changedAt', 'DESC'],
    readModels: ['content'],
    orders,
    from: 'content_entries e',
    select: `slug AS id, kind, nullif(number, 0) AS number, nullif(category, '') AS category, sort_order AS "order",
    nullif(link, '') AS link, ${title} AS title, state, draft_newer AS "draftNewer", ARRAY(${WRITTEN}) AS languages, ARRAY(${STALE}) AS stale, ${ASKED_BY} AS "publishAskedBy",
    coalesce((SELECT a.name FROM staff_accounts a WHERE a.staff_id = ${ASKED_BY}), '') AS "publishAskedByName",
    stream_version AS "streamVersion", published_version AS "publishedVersion",
    nullif(published_at, 0) AS "publishedAt", changed_at AS "changedAt", changed_by AS "changedBy"`,
    where: {
      kind: 'kind',
      category: 'category',
      state: 'state',
      draftNewer: 'draft_newer',
      complete: `((SELECT count(*) FROM (${WRITTEN}) w) = ${languageKeys.length})`,
      stale: `EXISTS (${STALE})`,
      lacks: (lang, values) => `${values.add(lang)} NOT IN (${WRITTEN})`,
      q: (text, values) => {
        const pattern = values.add(`%${literal(text)}%`);
        const titled = `SELECT 1 FROM content_drafts d WHERE d.slug = e.slug AND d.title ILIKE ${pattern}`;
        return `(slug ILIKE ${pattern} OR EXISTS (${titled}))`;
      },
    },
    ids: 'slug',
    view: (row: ContentEntryRow) => ({
      ...row,
      languages: languageKeys.filter((key) => row.languages.includes(key)),
      stale: languageKeys.filter((key) => row.stale.includes(key)),
    }),
  };
});

const versionFilter = z.object({ slug: contentSlug.optional(), step: z.enum(CONTENT_STEPS).optional() });

const versionOrders = {
  at: ['at', 'slug', 'stream_version'],
  streamVersion: ['stream_version', 'slug'],
  slug: ['slug', 'stream_version'],
  step: ['step', 'at', 'slug', 'stream_version'],
  version: ['version', 'at', 'slug', 'stream_version'],
  by: ['actor', 'at', 'slug', 'stream_version'],
};

/** `/staff/content-versions`: who saved, published or withdrew what, and when. */
export const contentVersionList = staffList<typeof versionFilter, ContentVersionRow>(staffContentVersions, {
  filter: versionFilter,
  defaultSort: ['at', 'DESC'],
  readModels: ['content'],
  orders: versionOrders,
  from: 'content_steps s',
  select: `slug || ':' || stream_version AS id, slug, stream_version AS "streamVersion", step, version, at, actor AS by,
    coalesce((SELECT a.name FROM staff_accounts a WHERE 'staff:' || a.staff_id = s.actor), '') AS "byName", languages`,
  where: { slug: 'slug', step: 'step' },
  ids: "slug || ':' || stream_version",
  view: (row: Omit<ContentVersionRow, 'languages'> & { languages: string }) => ({
    ...row,
    languages: languageKeys.filter((key) => row.languages.split(',').includes(key)),
  }),
});
