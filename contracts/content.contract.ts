import { z } from 'zod';
import { commonFields } from './account.contract.js';
import { requestToken } from './envelope.contract.js';
import { languageKeys, type Language } from '../shared/language.js';
import type { RefusalRule } from './refusal.contract.js';

/** What staff write: pages with numbers (specification, "Info page ids"), help, news, announcements, banners, benefits, rules. */
export const CONTENT_KINDS = ['page', 'help', 'news', 'notice', 'banner', 'benefit', 'rule'] as const;
export type ContentKind = (typeof CONTENT_KINDS)[number];
/** People are bound by these, so two of the editors publish them: one asks, another agrees. */
export const isLegal = (kind: ContentKind): boolean => kind === 'page' || kind === 'rule';

/** Only help is sorted into categories. */
export const HELP_CATEGORIES = ['getting-started', 'trading', 'market', 'account', 'security', 'proof'] as const;
export type HelpCategory = (typeof HELP_CATEGORIES)[number];

/** Limits of one entry in one language, in characters (UTF-16 units), and of all together. */
export const CONTENT_LIMITS = {
  slugLength: 60,
  titleLength: 120,
  summaryLength: 300,
  bodyLength: 40_000,
  linkLength: 300,
  entries: 2_000,
  searchLength: 80,
} as const;

/** In the order in which they are checked: the entry, the editor's view of it, its fields, its texts, its languages. */
export const contentRefusals = {
  'content.unknown': { status: 404 },
  'content.slug-taken': { status: 409 },
  'content.too-many': { status: 422 },
  'content.version-stale': { status: 409 },
  'content.kind-fixed': { status: 422 },
  'content.category-required': { status: 422 },
  'content.category-not-for-kind': { status: 422 },
  'content.link-unsafe': { status: 422 },
  'content.text-too-long': { status: 422 },
  'content.html-not-allowed': { status: 422 },
  'content.image-not-allowed': { status: 422 },
  'content.link-in-text-unsafe': { status: 422 },
  'content.languages-missing': { status: 422 },
  'content.own-publishing': { status: 403 },
  'content.nothing-to-publish': { status: 409 },
  'content.not-published': { status: 409 },
  'content.page-needed': { status: 409 },
} as const satisfies Record<string, RefusalRule>;

/** Small letters, digits and hyphens; one entry of any kind has it. */
export const contentSlug = z
  .string()
  .max(CONTENT_LIMITS.slugLength)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/);

const formBoolean = z.enum(['true', 'false', '1', '0']).transform((text) => text === 'true' || text === '1');

export const getContentListQuery = z.strictObject({
  ...commonFields,
  kind: z.enum(CONTENT_KINDS),
  category: z.enum(HELP_CATEGORIES).optional(),
  /** `next` of the page before. */
  before: z
    .string()
    .max(100)
    .regex(/^\d{1,15}_[a-z0-9-]+$/)
    .optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});

/** Either the slug or the number. */
export const getContentQuery = z.strictObject({
  ...commonFields,
  slug: contentSlug.optional(),
  number: z.coerce.number().int().min(1).max(100_000).optional(),
});

/** One notice, or all that are published now. */
export const readNoticesBody = z.strictObject({
  ...commonFields,
  slug: contentSlug.optional(),
  all: formBoolean.optional(),
});

export const getUnreadQuery = z.strictObject({ ...commonFields });

export const searchHelpQuery = z.strictObject({
  ...commonFields,
  q: z.string().trim().min(1).max(CONTENT_LIMITS.searchLength),
});

/** A published entry in the asker's language, without its body. */
export interface ContentItem {
  slug: string;
  kind: ContentKind;
  /** Pages only: the id that the specification gives them. */
  number: number | null;
  /** Help only. */
  category: HelpCategory | null;
  title: string;
  summary: string;
  /** A path of ours (`/market`) or an https address. */
  link: string | null;
  /** Milliseconds since the Unix epoch: first published, and the newest version published. */
  publishedAt: number;
  updatedAt: number;
  /** Counts published versions from 1. */
  version: number;
  /** Whether the asker has read this notice; `null` for visitors and for other kinds. */
  read: boolean | null;
}

/** `body` is Markdown without raw HTML and without links that run something; see `content.rules.ts`. */
export interface ContentView extends ContentItem {
  body: string;
  /** The English text was published in a newer form than this translation. */
  sourceNewer: boolean;
}

/** News and notices come newest first, everything else in the order that staff gave it. `next` goes into `before`. */
export interface ContentListView {
  items: ContentItem[];
  next: string | null;
}

/** Notices to everybody, and messages to this person alone. */
export interface UnreadView {
  notices: number;
  messages: number;
}

/** `excerpt`: plain text around the first place where the words were found; the summary when it was the title. */
export interface HelpHit extends ContentItem {
  excerpt: string;
}

/** One entry in one language. `body` is Markdown; the others are plain text on one line. */
export interface ContentText {
  title: string;
  summary: string;
  body: string;
}

export type ContentTexts = Partial<Record<Language, ContentText>>;

/** What editors write and what one version publishes. */
export interface ContentFields {
  /** Help only. */
  category: HelpCategory | null;
  /** Places the entry among those of its kind, except news and notices, which are newest first. */
  order: number;
  /** A path of ours (`/market`) or an https address. */
  link: string | null;
  texts: ContentTexts;
}

// Neither control characters nor halves of a character: no text holds them, and not every reader survives them.
const line = (length: number) =>
  z
    .string()
    .max(length)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u);
const contentText = z.strictObject({
  title: line(CONTENT_LIMITS.titleLength),
  summary: line(CONTENT_LIMITS.summaryLength),
  body: z
    .string()
    .max(CONTENT_LIMITS.bodyLength)
    .regex(/^(?:[^\p{Cc}\p{Cs}]|[\n\t])*$/u),
});

/** The version of the entry's stream that the editor has seen; 0 for an entry that is to be new. */
const expectedVersion = z.coerce.number().int().min(0).max(1_000_000);

/** `POST staff/saveContent`, as JSON. Languages that are not named stay as they are. */
export const saveContentBody = z.strictObject({
  slug: contentSlug,
  expectedVersion,
  kind: z.enum(CONTENT_KINDS),
  category: z.enum(HELP_CATEGORIES).nullable().default(null),
  order: z.coerce.number().int().min(0).max(100_000).default(0),
  link: line(CONTENT_LIMITS.linkLength).nullable().default(null),
  texts: z.partialRecord(z.enum(languageKeys), contentText).default({}),
  requestToken: requestToken.optional(),
});

/** `POST staff/publishContent` and `staff/withdrawContent`. */
export const decideContentBody = z.strictObject({
  slug: contentSlug,
  expectedVersion,
  requestToken: requestToken.optional(),
});

export const CONTENT_STATES = ['draft', 'published', 'withdrawn'] as const;
export type ContentStateName = (typeof CONTENT_STATES)[number];

/** `/staff/content`: id is the slug. */
export interface ContentEntryRow {
  id: string;
  kind: ContentKind;
  number: number | null;
  category: HelpCategory | null;
  order: number;
  link: string | null;
  /** Title of the newest draft in English, or in the first language that has one. */
  title: string;
  state: ContentStateName;
  /** Something was saved after the newest publishing. */
  draftNewer: boolean;
  /** Languages whose newest draft is complete, of nine. */
  languages: Language[];
  /** Translations that were written before the newest English text. */
  stale: Language[];
  /** Who asked to publish the newest draft, where a second editor must agree; `null` while nobody did. */
  publishAskedBy: string | null;
  publishAskedByName: string;
  /** The stream's version: what a change must name. */
  streamVersion: number;
  /** 0 before the first publishing. */
  publishedVersion: number;
  publishedAt: number | null;
  changedAt: number;
  /** `staff:<id>` or `policy:seed`. */
  changedBy: string;
}

/** `/staff/content/<slug>`: the newest draft, and what is or was published last. */
export interface ContentEntryView extends ContentEntryRow {
  draft: ContentFields;
  published: ContentFields | null;
}

export const CONTENT_STEPS = ['saved', 'asked', 'published', 'withdrawn'] as const;

/** `/staff/content-versions`: id is `<slug>:<streamVersion>`; every step of an entry, newest first. */
export interface ContentVersionRow {
  id: string;
  slug: string;
  streamVersion: number;
  step: (typeof CONTENT_STEPS)[number];
  /** The version that was published or withdrawn; 0 for a draft. */
  version: number;
  at: number;
  by: string;
  /** Name of the member of the staff; empty for the seeds. */
  byName: string;
  /** Languages that were written anew. */
  languages: Language[];
}

/** `/staff/content-versions/<slug>:<streamVersion>`: the draft as it stood then. */
export interface ContentVersionView extends ContentVersionRow {
  fields: ContentFields;
}

/** Answer of a change: the stream's new version, which the next change names. */
export interface ContentChanged {
  slug: string;
  streamVersion: number;
}
