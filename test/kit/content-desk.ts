import { isLegal, type ContentChanged, type ContentKind, type ContentTexts } from '../../contracts/content.contract.js';
import { languageKeys } from '../../shared/language.js';
import { startStaffed } from './staff-client.js';
import { Trader } from './trader.js';

/** A server with an editor, another who agrees where two are needed, and ways to write and read content. */
export async function startContentDesk() {
  const staff = await startStaffed();
  await staff.member('second', 'content');
  const [editor, second] = [staff.as('content'), staff.as('second')];
  const visitor = new Trader(staff.started);

  const show = (slug: string) => editor.when('content/:id', { id: slug });
  const reading = (slug: string, lang = 'en') => visitor.when('getContent', { slug, lang });

  async function publish(
    slug: string,
    more: { kind?: ContentKind; [field: string]: unknown } = {},
  ): Promise<ContentChanged> {
    const { streamVersion } = await editor.given('saveContent', entry(slug, more));
    const published = await editor.given('publishContent', { slug, expectedVersion: streamVersion });
    if (more.kind === undefined || !isLegal(more.kind)) return published;
    return second.given('publishContent', { slug, expectedVersion: published.streamVersion });
  }

  return { ...staff, editor, second, visitor, show, reading, publish };
}

/** The same text in nine languages, told apart by their titles. */
export function textsOf(title: string, body = `## ${title}\n\nText.`): ContentTexts {
  return Object.fromEntries(
    languageKeys.map((key) => [key, { title: `${title} ${key}`, summary: `About ${title}`, body }]),
  );
}

/** What saves a new notice. */
export function entry(slug: string, more: object = {}): object {
  const place = { kind: 'notice', category: null, order: 1, link: null };
  return { slug, expectedVersion: 0, ...place, texts: textsOf(slug), ...more };
}
