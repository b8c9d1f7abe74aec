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
import { tableList } from '../../engine/lists/table-list.js';
import { contentEntries, contentSteps } from './content.projection.js';

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

const WRITTEN = `SELECT d.lang FROM content_drafts d WHERE d.slug = content_entries.slug AND d.title <> ''
  AND CASE WHEN content_entries.kind = 'banner' THEN d.summary <> '' ELSE d.body <> '' END`;
/** The newest step, where it proposes to publish: anything later takes it back. */
const PROPOSED_BY = `(SELECT substr(s.actor, 7) FROM content_steps s
  WHERE s.slug = content_entries.slug AND s.stream_version = content_entries.stream_version AND s.step = 'asked')`;
/** The step in which a language was written last; of a publishing from the seeds, all at once. */
const writtenAt = (lang: string): string => `coalesce((SELECT max(s.stream_version) FROM content_steps s
  WHERE s.slug = content_entries.slug AND ${lang} = ANY (string_to_array(s.languages, ','))), 0)`;
const STALE = `${WRITTEN} AND d.lang <> 'en' AND ${writtenAt('d.lang')} < ${writtenAt(`'en'`)}`;
/** The title in the reader's language, else in English, else in any. */
const titleIn = (
  lang: Language,
) => `coalesce((SELECT d.title FROM content_drafts d WHERE d.slug = content_entries.slug AND d.title <> ''
  ORDER BY d.lang <> '${lang}', d.lang <> 'en', d.lang LIMIT 1), '')`;

/** `/staff/content`: every entry as its editors left it, by its title in the reader's language. */
export const contentList = tableList(staffContent, contentEntries, ({ reader }) => {
  const title = titleIn(reader.lang ?? 'en');
  return {
    filter: entryFilter,
    defaultSort: ['changedAt', 'DESC'],
    readModels: ['content'],
    sorts: ['changedAt', 'state', 'publishedAt', 'publishedVersion'],
    orders: {
      title: [title],
      kind: ['kind', 'sort_order'],
      category: ['category', 'sort_order'],
      order: ['sort_order'],
      languages: [`(SELECT count(*) FROM (${WRITTEN}) w)`],
    },
    then: ['slug'],
    columns: {
      id: 'slug',
      title,
      order: 'sort_order',
      languages: `ARRAY(${WRITTEN})`,
      stale: `ARRAY(${STALE})`,
      publishAskedBy: PROPOSED_BY,
      publishAskedByName: `coalesce((SELECT a.name FROM staff_accounts a WHERE a.staff_id = ${PROPOSED_BY}), '')`,
    },
    where: {
      complete: `((SELECT count(*) FROM (${WRITTEN}) w) = ${languageKeys.length})`,
      stale: `EXISTS (${STALE})`,
      lacks: (lang: Language, values) => `${values.add(lang)} NOT IN (${WRITTEN})`,
      q: (text: string, values) => {
        const pattern = values.add(`%${literal(text)}%`);
        const titled = `SELECT 1 FROM content_drafts d WHERE d.slug = content_entries.slug AND d.title ILIKE ${pattern}`;
        return `(slug ILIKE ${pattern} OR EXISTS (${titled}))`;
      },
    },
    view: (row: ContentEntryRow) => ({
      ...row,
      languages: languageKeys.filter((key) => row.languages.includes(key)),
      stale: languageKeys.filter((key) => row.stale.includes(key)),
    }),
  };
});

const versionFilter = z.object({ slug: contentSlug.optional(), step: z.enum(CONTENT_STEPS).optional() });

/** `/staff/content-versions`: who saved, published or withdrew what, and when. */
export const contentVersionList = tableList(staffContentVersions, contentSteps, {
  filter: versionFilter,
  defaultSort: ['at', 'DESC'],
  readModels: ['content'],
  sorts: ['at', 'step', 'version'],
  orders: {
    id: ['slug', 'stream_version'],
    slug: ['slug', 'stream_version'],
    streamVersion: ['stream_version'],
    by: ['actor'],
  },
  then: ['at', 'slug', 'streamVersion'],
  columns: {
    id: "slug || ':' || stream_version",
    by: 'actor',
    byName: `coalesce((SELECT a.name FROM staff_accounts a WHERE 'staff:' || a.staff_id = content_steps.actor), '')`,
  },
  view: (row: Omit<ContentVersionRow, 'languages'> & { languages: string }) => ({
    ...row,
    languages: languageKeys.filter((key) => row.languages.split(',').includes(key)),
  }),
});
