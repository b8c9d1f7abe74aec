import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type {
  ContentItem,
  ContentKind,
  ContentListView,
  ContentView,
  HelpHit,
  TextView,
} from '../../../contracts/content.contract.js';
import type { Language } from '../../../shared/language.js';
import { RULES_PAGES, type RulesProduct } from '../../../shared/rules-pages.js';
import type { AgreedText, Agreements } from '../../core/ports/agreements.js';
import { isFresh, Clock } from '../../core/clock.js';
import { folded } from '../../core/folded.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import { excerptOf } from './excerpt.rules.js';

/** Another server may have published: after this long a list is read again. */
const KEPT_MS = 2_000;
const HITS_MAX = 20;
/** Info page 3 (decisions, "Screens whose names say little"). */
const AGREEMENT_NUMBER = 3;

interface ItemRow {
  slug: string;
  kind: ContentKind;
  number: number;
  category: string;
  order: number;
  title: string;
  summary: string;
  link: string;
  publishedAt: number;
  updatedAt: number;
  version: number;
}

/** An entry of a list with what places it there. */
type Placed = ContentItem & { readonly order: number };

const ITEM = `p.slug, p.kind, p.number, p.category, p.sort_order AS "order", t.title, t.summary, p.link,
  p.published_at AS "publishedAt", p.updated_at AS "updatedAt", p.version`;
const PUBLISHED = 'content_public p JOIN content_texts t ON t.slug = p.slug AND t.lang = $1 WHERE p.shown';

/** The step that wrote a language last, among those that the newest publishing holds. */
const written = (lang: string): string => `coalesce((SELECT max(s.stream_version) FROM content_steps s
  WHERE s.slug = p.slug AND ${lang} = ANY (string_to_array(s.languages, ',')) AND s.stream_version <=
    (SELECT max(z.stream_version) FROM content_steps z WHERE z.slug = p.slug AND z.step = 'published')), 0)`;
const SOURCE_NEWER = `t.lang <> 'en' AND ${written('t.lang')} < ${written(`'en'`)}`;

/**
 * Published content. Lists are kept in memory by kind and language for a moment, without the bodies: those are read where
 * they stand, so that memory does not grow with the texts.
 */
@Injectable()
export class ContentQuery implements Agreements {
  private readonly kept = new Map<string, { at: number; items: Promise<readonly Placed[]> }>();

  constructor(
    private readonly pool: Pool,
    private readonly clock: Clock,
  ) {}

  /** Forgets the lists: something was published here. */
  clear(): void {
    this.kept.clear();
  }

  async list(
    lang: Language,
    query: { kind: ContentKind; category?: string | undefined; before?: string | undefined; limit: number },
  ): Promise<ContentListView> {
    const all = (await this.items(query.kind, lang)).filter(
      ({ category }) => query.category === undefined || category === query.category,
    );
    const from = query.before === undefined ? 0 : startAfter(all, query.before);
    const items = all.slice(from, from + query.limit);
    const last = items.at(-1);
    const next = last === undefined || from + items.length >= all.length ? null : cursorOf(last);
    return { items: items.map(({ order: _, ...item }) => item), next };
  }

  async one(
    lang: Language,
    { slug, number }: { slug?: string | undefined; number?: number | undefined },
  ): Promise<ContentView | Refusal> {
    if (slug === undefined && number === undefined) return refuse('request.field-missing', { field: 'slug' });
    const { rows } = await this.pool.query<ItemRow & { body: string; sourceNewer: boolean }>({
      name: slug === undefined ? 'content-by-number' : 'content-by-slug',
      text: `SELECT ${ITEM}, t.body, ${SOURCE_NEWER} AS "sourceNewer" FROM ${PUBLISHED} AND ${slug === undefined ? 'p.number' : 'p.slug'} = $2`,
      values: [lang, slug ?? number],
    });
    const row = rows[0];
    if (row === undefined) return refuse('content.unknown', { slug: slug ?? `${number}` });
    const { order: _, ...item } = view(row);
    return { ...item, body: row.body, sourceNewer: row.sourceNewer };
  }

  /** The user agreement as people agree to it now; version 0 while none is shown. */
  async current(): Promise<AgreedText> {
    const { rows } = await this.pool.query<AgreedText>({
      name: 'content-agreement',
      text: 'SELECT slug, version FROM content_public WHERE number = $1 AND shown',
      values: [AGREEMENT_NUMBER],
    });
    return rows[0] ?? { slug: 'user-agreement', version: 0 };
  }

  async rulesOf(product: RulesProduct, read: number | undefined): Promise<AgreedText | null | Refusal> {
    const { rows } = await this.pool.query<AgreedText>({
      name: 'content-rules',
      text: 'SELECT slug, version FROM content_public WHERE slug = $1 AND shown',
      values: [RULES_PAGES[product]],
    });
    const rules = rows[0] ?? null;
    if (rules === null || read === undefined || read === rules.version) return rules;
    return refuse('agreement.changed', { field: 'agreed', read, version: rules.version });
  }

  /** The pages that have a number, or the one of that number. */
  async texts(lang: Language, id: number | undefined): Promise<TextView[]> {
    const { rows } = await this.pool.query<TextView>({
      name: 'content-pages',
      text: `SELECT p.number AS id, p.slug AS key, t.title, t.body FROM ${PUBLISHED} AND p.number > 0
        AND ($2::bigint IS NULL OR p.number = $2) ORDER BY p.number`,
      values: [lang, id ?? null],
    });
    return rows;
  }

  /** Help in which every word stands, those first that have them in their title; with `any`, those that have more of them. */
  async search(lang: Language, q: string, any = false): Promise<HelpHit[]> {
    const words = q.split(/\s+/u).filter((word) => word !== '');
    const patterns = words.map((word) => `%${folded(word).replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`);
    const { rows } = await this.pool.query<ItemRow & { body: string; search: string }>({
      name: `content-search-${any ? 'any' : 'all'}`,
      text: `SELECT ${ITEM}, t.body, t.search FROM ${PUBLISHED} AND p.kind = 'help' AND t.search LIKE ${any ? 'ANY' : 'ALL'} ($2::text[])
        ORDER BY p.sort_order, p.slug LIMIT 200`,
      values: [lang, patterns],
    });
    const wanted = words.map(folded);
    const rankOf = ({ title, search }: { search: string; title: string }): number => {
      const inTitle = folded(title);
      if (any) return -weightOf(wanted, search) - 2 * weightOf(wanted, inTitle);
      return wanted.every((word) => inTitle.includes(word)) ? 0 : 1;
    };
    return rows
      .map((row) => ({ row, rank: rankOf(row) }))
      .sort((a, b) => a.rank - b.rank)
      .slice(0, HITS_MAX)
      .map(({ row }) => {
        const { order: _, ...item } = view(row);
        return { ...item, excerpt: excerptOf(row.body, words) ?? row.summary };
      });
  }

  private items(kind: ContentKind, lang: Language): Promise<readonly Placed[]> {
    const key = `${kind} ${lang}`;
    const now = this.clock.now();
    const kept = this.kept.get(key);
    if (kept !== undefined && isFresh(kept.at, now, KEPT_MS)) return kept.items;
    const items = this.read(kind, lang);
    this.kept.set(key, { at: now, items });
    items.catch(() => this.kept.delete(key));
    return items;
  }

  private async read(kind: ContentKind, lang: Language): Promise<readonly Placed[]> {
    const { rows } = await this.pool.query<ItemRow>({
      name: 'content-list',
      text: `SELECT ${ITEM} FROM ${PUBLISHED} AND p.kind = $2`,
      values: [lang, kind],
    });
    return rows.map(view).sort(byPlace);
  }
}

function view(row: ItemRow): Placed {
  const { slug, kind, number, category, order, title, summary, link, publishedAt, updatedAt, version } = row;
  return {
    slug,
    kind,
    number: number === 0 ? null : number,
    category: (category || null) as ContentItem['category'],
    order,
    title,
    summary,
    link: link === '' ? null : link,
    publishedAt,
    updatedAt,
    version,
    read: null,
  };
}

/** News and notices newest first, everything else in the order that staff gave it. */
function placeOf({ kind, publishedAt, order }: Placed): number {
  return kind === 'news' || kind === 'notice' ? -publishedAt : order;
}

function byPlace(a: Placed, b: Placed): number {
  return placeOf(a) - placeOf(b) || (a.slug < b.slug ? -1 : 1);
}

function cursorOf(item: Placed): string {
  return `${Math.abs(placeOf(item))}_${item.slug}`;
}

/** The first entry behind the cursor, also when the one that it names has gone meanwhile. */
function startAfter(all: readonly Placed[], cursor: string): number {
  const [place = '', slug = ''] = cursor.split('_');
  const isNewestFirst = all[0]?.kind === 'news' || all[0]?.kind === 'notice';
  const after = Number.parseInt(place, 10) * (isNewestFirst ? -1 : 1);
  const found = all.findIndex((item) => placeOf(item) > after || (placeOf(item) === after && item.slug > slug));
  return found === -1 ? all.length : found;
}

/** What the words in a text say of it: a long word tells more than a short one that stands in many texts. */
function weightOf(words: readonly string[], text: string): number {
  return words.reduce((sum, word) => sum + (text.includes(word) ? word.length ** 2 : 0), 0);
}
