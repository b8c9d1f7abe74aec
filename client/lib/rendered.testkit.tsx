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
// Changes carry the device's mark, which is kept in the one; drafts of forms are kept in the other.
globalThis.localStorage ??= storage();
globalThis.sessionStorage ??= storage();

function storage(): Storage {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  } as Storage;
}

/** What a component draws at first, in English and without a browser. Its nouns' texts are those of `locales/en`. */
export function rendered(element: ReactElement, ...nouns: readonly string[]): Promise<string> {
  return drawn(element, '/', nouns);
}

interface Seen {
  /** `null` for a visitor. */
  session: Partial<SessionView> | null;
  /** The address, with its query. */
  at?: string;
}

/** The same as somebody sees it: static drawing reads a store as it began. */
export async function renderedFor(
  { session, at = '/' }: Seen,
  element: ReactElement,
  ...nouns: readonly string[]
): Promise<string> {
  const begun = useSession.getInitialState();
  Object.assign(begun, { session });
  try {
    return await drawn(element, at, nouns);
  } finally {
    Object.assign(begun, { session: null });
  }
}

async function drawn(element: ReactElement, at: string, nouns: readonly string[]): Promise<string> {
  await i18next.use(initReactI18next).init({
    lng: 'en',
    resources: { en: Object.fromEntries(['common', ...nouns].map((noun) => [noun, bundle('en', noun)])) },
    defaultNS: 'common',
    interpolation: { escapeValue: false },
    keySeparator: false,
  });
  return renderToStaticMarkup(<MemoryRouter initialEntries={[at]}>{element}</MemoryRouter>);
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
