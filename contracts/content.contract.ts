import { z } from 'zod';
import { commonFields } from './account.contract.js';
import type { RefusalRule } from './refusal.contract.js';

/** What staff write: pages with numbers (specification, "Info page ids"), help, news, announcements, banners, benefits, rules. */
export const CONTENT_KINDS = ['page', 'help', 'news', 'notice', 'banner', 'benefit', 'rule'] as const;
export type ContentKind = (typeof CONTENT_KINDS)[number];

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

/** In the order in which they are checked: the entry, the editor's view of it, the texts, the languages. */
export const contentRefusals = {
  'content.unknown': { status: 404 },
  'content.slug-taken': { status: 409 },
  'content.too-many': { status: 422 },
  'content.version-stale': { status: 409 },
  'content.category-required': { status: 422 },
  'content.category-not-for-kind': { status: 422 },
  'content.link-unsafe': { status: 422 },
  'content.title-missing': { status: 422 },
  'content.text-too-long': { status: 422 },
  'content.html-not-allowed': { status: 422 },
  'content.link-in-text-unsafe': { status: 422 },
  'content.nothing-changed': { status: 200 },
  'content.languages-missing': { status: 422 },
  'content.nothing-to-publish': { status: 409 },
  'content.not-published': { status: 409 },
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
    .max(120)
    .regex(/^[A-Za-z0-9_-]+$/)
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
}

/** News and notices come newest first, everything else in the order that staff gave it. `next` goes into `before`. */
export interface ContentListView {
  items: ContentItem[];
  next: string | null;
}

export interface UnreadView {
  notices: number;
}

/** `excerpt`: plain text around the first place where the words were found; the summary when it was the title. */
export interface HelpHit extends ContentItem {
  excerpt: string;
}
