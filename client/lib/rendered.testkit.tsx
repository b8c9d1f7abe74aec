import i18next from 'i18next';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { initReactI18next } from 'react-i18next';
import { MemoryRouter } from 'react-router-dom';
import type { SessionView } from '../../contracts/account.contract';
import { bundle } from '../../test/kit/words.js';
import { useSession } from './session';

// The preferences read it on import.
globalThis.matchMedia ??= () => ({ matches: false, addEventListener: () => undefined }) as unknown as MediaQueryList;
// Numbers listen for scrolling on import.
globalThis.addEventListener ??= () => undefined;
// Changes carry the device's mark, which is kept in it.
const kept = new Map<string, string>();
globalThis.localStorage ??= {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, text: string) => void kept.set(key, text),
  removeItem: (key: string) => void kept.delete(key),
} as Storage;

/** What a component draws at first, in English and without a browser. Its nouns' texts are those of `locales/en`. */
export async function rendered(element: ReactElement, ...nouns: readonly string[]): Promise<string> {
  await i18next.use(initReactI18next).init({
    lng: 'en',
    resources: { en: Object.fromEntries(['common', ...nouns].map((noun) => [noun, bundle('en', noun)])) },
    defaultNS: 'common',
    interpolation: { escapeValue: false },
    keySeparator: false,
  });
  return renderToStaticMarkup(<MemoryRouter>{element}</MemoryRouter>);
}

/** The same for a person, or for a visitor: static drawing reads a store as it began. */
export async function renderedFor(
  session: Partial<SessionView> | null,
  element: ReactElement,
  ...nouns: readonly string[]
): Promise<string> {
  const begun = useSession.getInitialState();
  Object.assign(begun, { session });
  try {
    return await rendered(element, ...nouns);
  } finally {
    Object.assign(begun, { session: null });
  }
}

/** The same as text: without tags, with a blank between elements. */
export async function readText(element: ReactElement, ...nouns: readonly string[]): Promise<string> {
  const html = await rendered(element, ...nouns);
  return html
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replace(/\s+/g, ' ')
    .trim();
}
