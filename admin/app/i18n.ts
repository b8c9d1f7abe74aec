import { mergeTranslations, type I18nProvider, type TranslationMessages } from 'react-admin';
import polyglotI18nProvider from 'ra-i18n-polyglot';
import englishMessages from 'ra-language-english';
import { LANGUAGE_NAMES, LANGUAGES, languageKeys, type Language } from '../../shared/language.js';
import { rememberLanguage } from '../lib/language';

const files = import.meta.glob<{ default: object }>('../../locales/*/{console,policy,review}.json');

async function load(language: Language): Promise<TranslationMessages> {
  const [messages, policy, review] = await Promise.all(
    ['console', 'policy', 'review'].map(
      async (noun) => (await files[`../../locales/${language}/${noun}.json`]!()).default,
    ),
  );
  return mergeTranslations(
    englishMessages,
    messages as Partial<TranslationMessages>,
    {
      policy: forPolyglot(policy as Record<string, string>),
      review: forPolyglot(review as Record<string, string>),
    } as Partial<TranslationMessages>,
  );
}

/** The words about policies and requests are written for i18next, whose values stand in `{{…}}`. */
function forPolyglot(texts: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, text.replace(/\{\{(\w+)\}\}/g, '%{$1}')]));
}

/** The console's nine languages; each one's texts are fetched when it is chosen. */
export async function makeI18nProvider(initial: Language): Promise<I18nProvider> {
  const first = await load(initial);
  document.documentElement.lang = LANGUAGES[initial];
  const provider = polyglotI18nProvider(
    (locale) => (locale === initial ? first : load(locale as Language)),
    initial,
    languageKeys.map((key) => ({ locale: key, name: LANGUAGE_NAMES[key] })),
    { allowMissing: true },
  );
  return {
    ...provider,
    async changeLocale(locale: string) {
      await provider.changeLocale(locale);
      rememberLanguage(locale as Language);
      document.documentElement.lang = LANGUAGES[locale as Language];
    },
  };
}
