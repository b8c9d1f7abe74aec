import type { ContentFields, ContentKind, ContentText, HelpCategory } from '../../../contracts/content.contract.js';
import { languageKeys, type Language } from '../../../shared/language.js';

/** What stands in the fields of the editor. */
export interface ContentForm {
  category: HelpCategory | null;
  order: string;
  link: string;
  texts: Record<Language, ContentText>;
}

/** How a language stands: typed and not saved, not whole yet, saved and not public yet, or as everybody reads it. */
export type LanguageMark = 'unsaved' | 'missing' | 'changed' | 'public';

const NOTHING: ContentText = { title: '', summary: '', body: '' };

export function formOf({ category, order, link, texts }: ContentFields): ContentForm {
  const all = languageKeys.map((language) => [language, { ...(texts[language] ?? NOTHING) }] as const);
  return { category, order: `${order}`, link: link ?? '', texts: Object.fromEntries(all) as ContentForm['texts'] };
}

/** What saving would send: everything but the languages that are as they were. `undefined` when nothing changed. */
export function changesOf(form: ContentForm, draft: ContentFields): ContentFields | undefined {
  const changed = languageKeys.filter((language) => !sameText(form.texts[language], draft.texts[language]));
  const texts = Object.fromEntries(changed.map((language) => [language, form.texts[language]]));
  const order = /^\d{1,6}$/.test(form.order.trim()) ? parseInt(form.order, 10) : draft.order;
  const link = form.link.trim() === '' ? null : form.link.trim();
  const kept = form.category === draft.category && order === draft.order && link === draft.link;
  return kept && changed.length === 0 ? undefined : { category: form.category, order, link, texts };
}

export function markOf(
  language: Language,
  form: ContentForm,
  entry: { kind: ContentKind; draft: ContentFields; published: ContentFields | null },
): LanguageMark {
  const text = form.texts[language];
  if (!sameText(text, entry.draft.texts[language])) return 'unsaved';
  if (!isWhole(entry.kind, text)) return 'missing';
  return sameText(text, entry.published?.texts[language]) ? 'public' : 'changed';
}

/** As the server sees it: a banner is a title and a line, everything else has a text to open. */
function isWhole(kind: ContentKind, { title, summary, body }: ContentText): boolean {
  return title.trim() !== '' && (kind === 'banner' ? summary : body).trim() !== '';
}

function sameText(a: ContentText = NOTHING, b: ContentText = NOTHING): boolean {
  return a.title === b.title && a.summary === b.summary && a.body === b.body;
}
