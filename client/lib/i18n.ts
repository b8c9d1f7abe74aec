import i18next, { type BackendModule } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { keyOf, LANGUAGES, tagOf, type Language } from '../../shared/language';
import { usePreferences } from './preferences';

/** Which files each language has, by path: a list of its own for each, because a reader needs one language only. */
const lists = import.meta.glob<Record<string, () => Promise<unknown>>>('./texts/*.ts', { import: 'default' });

const RETRY_MS = 2000;

/** Each language and noun is a file of its own, fetched when a screen first needs it. */
const lazyFiles: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (tag, noun, done) => {
    // Without a connection the screen waits for its texts and never shows keys.
    const attempt = (): void =>
      void textsOf(keyOf(tag), noun).then(
        (texts) => (texts === undefined ? done(new Error(`no texts for ${noun} in ${tag}`), null) : done(null, texts)),
        () => setTimeout(attempt, RETRY_MS),
      );
    attempt();
  },
};

async function textsOf(language: Language, noun: string): Promise<Record<string, string> | undefined> {
  const list = await lists[`./texts/${language}.ts`]?.();
  const file = (await list?.[`../../../locales/${language}/${noun}.json`]?.()) as
    | { default: Record<string, string> }
    | undefined;
  return file?.default;
}

/** Starts the texts in the chosen language; resolves when those of the shell and of these nouns are there. */
export async function startTexts(nouns: readonly string[] = []): Promise<void> {
  await i18next
    .use(lazyFiles)
    .use(initReactI18next)
    .init({
      lng: tagOf(usePreferences.getState().language),
      supportedLngs: Object.values(LANGUAGES),
      fallbackLng: false,
      load: 'currentOnly',
      ns: ['common', ...nouns],
      defaultNS: 'common',
      interpolation: { escapeValue: false },
      returnNull: false,
      keySeparator: false,
    });
}

/** Switches everything that is on the screen, without a reload. */
export async function chooseLanguage(key: Language): Promise<void> {
  await i18next.changeLanguage(tagOf(key));
  usePreferences.getState().set({ language: key });
}

export { i18next };
