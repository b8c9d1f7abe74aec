import { z } from 'zod';
import { languageKeys } from '../shared/language.js';
import { commonFields, language, requestToken } from './envelope.contract.js';
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

const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;
/** Small letters, digits and hyphens; one entry of any kind has it. */
export const contentSlug = z.string().max(CONTENT_LIMITS.slugLength).regex(SLUG);
export const isContentSlug = (text: string): boolean => text.length <= CONTENT_LIMITS.slugLength && SLUG.test(text);

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
  /** Whether one of the words is enough; those with more of them stand first. */
  any: formBoolean.optional(),
});

export const contentItem = z
  .object({
    slug: z.string(),
    kind: z.enum(CONTENT_KINDS),
    number: z.number().nullable().describe('Pages only: the id that the specification gives them.'),
    category: z.enum(HELP_CATEGORIES).nullable().describe('Help only.'),
    title: z.string(),
    summary: z.string(),
    link: z.string().nullable().describe('A path of ours (`/market`) or an https address.'),
    publishedAt: z
      .number()
      .describe('Milliseconds since the Unix epoch: first published, and the newest version published.'),
    updatedAt: z.number(),
    version: z.number().describe('Counts published versions from 1.'),
    read: z
      .boolean()
      .nullable()
      .describe('Whether the caller has read this notice; `null` for visitors and for other kinds.'),
  })
  .meta({ id: 'ContentItem', description: "A published entry in the caller's language, without its body." });
export type ContentItem = z.output<typeof contentItem>;

export const contentView = contentItem
  .extend({
    body: z.string(),
    sourceNewer: z.boolean().describe('The English text was published in a newer form than this translation.'),
  })
  .meta({
    id: 'ContentView',
    description: '`body` is Markdown without raw HTML and without links that run something; see `content.rules.ts`.',
  });
export type ContentView = z.output<typeof contentView>;

export const contentListView = z
  .object({
    items: z.array(contentItem),
    next: z.string().nullable(),
  })
  .meta({
    id: 'ContentListView',
    description:
      'News and notices come newest first, everything else in the order that staff gave it. `next` goes into `before`.',
  });
export type ContentListView = z.output<typeof contentListView>;

export const unreadView = z
  .object({
    notices: z.number(),
    messages: z.number(),
  })
  .meta({ id: 'UnreadView', description: 'Notices to everybody, and messages to this person alone.' });
export type UnreadView = z.output<typeof unreadView>;

export const helpHit = contentItem
  .extend({
    excerpt: z.string(),
  })
  .meta({
    id: 'HelpHit',
    description:
      '`excerpt`: plain text around the first place where the words were found; the summary when it was the title.',
  });
export type HelpHit = z.output<typeof helpHit>;

export const contentTextView = z
  .object({
    title: z.string(),
    summary: z.string(),
    body: z.string(),
  })
  .meta({
    id: 'ContentText',
    description: 'One entry in one language. `body` is Markdown; the others are plain text on one line.',
  });
export type ContentText = z.output<typeof contentTextView>;

export const contentTexts = z.partialRecord(language, contentTextView);
export type ContentTexts = z.output<typeof contentTexts>;

export const contentFields = z
  .object({
    category: z.enum(HELP_CATEGORIES).nullable().describe('Help only.'),
    order: z
      .number()
      .describe('Places the entry among those of its kind, except news and notices, which are newest first.'),
    link: z.string().nullable().describe('A path of ours (`/market`) or an https address.'),
    texts: contentTexts,
  })
  .meta({ id: 'ContentFields', description: 'What editors write and what one version publishes.' });
export type ContentFields = z.output<typeof contentFields>;

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

export const contentEntryRow = z
  .object({
    id: z.string(),
    kind: z.enum(CONTENT_KINDS),
    number: z.number().nullable(),
    category: z.enum(HELP_CATEGORIES).nullable(),
    order: z.number(),
    link: z.string().nullable(),
    title: z.string().describe('Title of the newest draft in English, or in the first language that has one.'),
    state: z.enum(CONTENT_STATES),
    draftNewer: z.boolean().describe('Something was saved after the newest publishing.'),
    languages: z.array(language).describe('Languages whose newest draft is complete, of nine.'),
    stale: z.array(language).describe('Translations that were written before the newest English text.'),
    publishAskedBy: z
      .string()
      .nullable()
      .describe('Who asked to publish the newest draft, where a second editor must agree; `null` while nobody did.'),
    publishAskedByName: z.string(),
    streamVersion: z.number().describe("The stream's version: what a change must name."),
    publishedVersion: z.number().describe('0 before the first publishing.'),
    publishedAt: z.number().nullable(),
    changedAt: z.number(),
    changedBy: z.string().describe('`staff:<id>` or `system:seeds`.'),
  })
  .meta({ id: 'ContentEntryRow', description: '`/staff/content`: id is the slug.' });
export type ContentEntryRow = z.output<typeof contentEntryRow>;

export const contentEntryView = contentEntryRow
  .extend({
    draft: contentFields,
    published: contentFields.nullable(),
  })
  .meta({
    id: 'ContentEntryView',
    description: '`/staff/content/<slug>`: the newest draft, and what is or was published last.',
  });
export type ContentEntryView = z.output<typeof contentEntryView>;

export const CONTENT_STEPS = ['saved', 'asked', 'published', 'withdrawn'] as const;

export const contentVersionRow = z
  .object({
    id: z.string(),
    slug: z.string(),
    streamVersion: z.number(),
    step: z.enum(CONTENT_STEPS),
    version: z.number().describe('The version that was published or withdrawn; 0 for a draft.'),
    at: z.number(),
    by: z.string(),
    byName: z.string().describe('Name of the member of the staff; empty for the seeds.'),
    languages: z.array(language).describe('Languages that were rewritten.'),
  })
  .meta({
    id: 'ContentVersionRow',
    description: '`/staff/content-versions`: id is `<slug>:<streamVersion>`; every step of an entry, newest first.',
  });
export type ContentVersionRow = z.output<typeof contentVersionRow>;

export const contentVersionView = contentVersionRow
  .extend({
    fields: contentFields,
  })
  .meta({
    id: 'ContentVersionView',
    description: '`/staff/content-versions/<slug>:<streamVersion>`: the draft as it stood then.',
  });
export type ContentVersionView = z.output<typeof contentVersionView>;

export const contentChanged = z
  .object({
    slug: z.string(),
    streamVersion: z.number(),
  })
  .meta({
    id: 'ContentChanged',
    description: "Answer of a change: the stream's new version, which the next change names.",
  });
export type ContentChanged = z.output<typeof contentChanged>;

export const brandView = z
  .object({
    name: z.string(),
    tagline: z.string(),
    logo: z.string().describe('An inline SVG document of our own, from the seeds.'),
    simulationNotice: z.string(),
  })
  .meta({ id: 'BrandView' });
export type BrandView = z.output<typeof brandView>;

export const textView = z
  .object({
    id: z.number(),
    key: z.string(),
    title: z.string(),
    body: z.string(),
  })
  .meta({
    id: 'TextView',
    description: "A content page or snippet in the caller's language; `body` is Markdown without raw HTML.",
  });
export type TextView = z.output<typeof textView>;

export const getTextsListQuery = z.strictObject({
  ...commonFields,
  id: z.coerce.number().int().min(1).max(100_000).optional(),
});
