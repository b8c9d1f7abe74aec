import type { StaffMember } from './staff-member.js';

/** Publishes a newer version of an article, with another summary in English. */
export async function republish(editor: StaffMember, slug: string): Promise<void> {
  const { kind, draft, streamVersion } = await editor.given('content/:id', { id: slug });
  const { category, order, link, texts } = draft;
  const en = { ...texts.en, summary: 'Read this again before you tick.' };
  const place = { slug, kind, category, order, link, expectedVersion: streamVersion };
  const saved = await editor.given('saveContent', { ...place, texts: { en } });
  await editor.given('publishContent', { slug, expectedVersion: saved.streamVersion });
}
