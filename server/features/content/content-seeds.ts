import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import {
  CONTENT_KINDS,
  contentSlug,
  HELP_CATEGORIES,
  type ContentText,
  type ContentTexts,
} from '../../../contracts/content.contract.js';
import { languageKeys, type Language } from '../../../shared/language.js';
import type { SeedContent } from './content.commands.js';

const index = z.array(
  z.strictObject({
    slug: contentSlug,
    kind: z.enum(CONTENT_KINDS),
    number: z.int().min(1).optional(),
    category: z.enum(HELP_CATEGORIES).optional(),
    order: z.int().min(0),
    /** The day that the entry bears; the day of the seeding when absent. */
    publishedAt: z.iso.date().or(z.iso.datetime()).optional(),
    link: z.string().optional(),
  }),
);

/** An entry of the seeds; `publishedAt` is absent where the day of the seeding counts. */
type Seed = Omit<SeedContent['data'], 'publishedAt'> & { readonly publishedAt: number | null };

/** Reads `seeds/content/index.json` and each entry's texts, `<language>/<kind>/<slug>.md`, as far as they are there. */
export function readSeeds(folder: string): Seed[] {
  const entries = index.parse(JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8')));
  return entries.map(({ slug, kind, number = null, category = null, order, publishedAt, link = null }) => {
    const texts: ContentTexts = {};
    for (const language of languageKeys) {
      const path = join(folder, language, kind, `${slug}.md`);
      if (existsSync(path)) texts[language] = parseSeed(readFileSync(path, 'utf8'));
    }
    const day = publishedAt === undefined ? null : Date.parse(publishedAt);
    return { slug, kind, number, category, order, link, publishedAt: day, texts };
  });
}

/** Languages that an entry still lacks. */
export function languagesLacking({ texts }: Seed): Language[] {
  return languageKeys.filter((language) => texts[language] === undefined);
}

/** First line `# Title`, then perhaps one line `> summary`, then the body. */
export function parseSeed(file: string): ContentText {
  const [heading = '', ...rest] = file.replaceAll('\r\n', '\n').trim().split('\n');
  const text = rest.join('\n').trim();
  const quote = /^>\s*(.*)(\n|$)/.exec(text);
  const summary = quote?.[1]?.trim() ?? '';
  return {
    title: heading.replace(/^#\s*/, '').trim(),
    summary,
    body: quote ? text.slice(quote[0].length).trim() : text,
  };
}
