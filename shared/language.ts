/** The nine interface languages, by the specification's own keys (section 1), and their BCP-47 tags. */
export const LANGUAGES = {
  en: 'en',
  xby: 'es',
  de: 'de',
  jp: 'ja',
  hy: 'ko',
  ty: 'th',
  yn: 'vi',
  zh: 'zh-Hans',
  ft: 'zh-Hant',
} as const;

export type Language = keyof typeof LANGUAGES;
export const languageKeys = Object.keys(LANGUAGES) as Language[];

/** Each language by its own name. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  xby: 'Español',
  de: 'Deutsch',
  jp: '日本語',
  hy: '한국어',
  ty: 'ไทย',
  yn: 'Tiếng Việt',
  zh: '简体中文',
  ft: '繁體中文',
};

/** The tag of a key that was kept somewhere; English where it is none of ours. */
export const tagOf = (key: string): string => LANGUAGES[key as Language] ?? 'en';
export const keyOf = (tag: string): Language => languageKeys.find((key) => LANGUAGES[key] === tag) ?? 'en';

/**
 * What Intl writes dates and numbers by. Years are those of the common era in every language, as in date fields, CSV files and
 * the feeds of exchanges; left to itself, Intl would count Thai years from the Buddhist era.
 */
export const localeOf = (lang: Language): string => (lang === 'ty' ? 'th-u-ca-gregory' : tagOf(lang));

const TRADITIONAL = /^zh(?!.*-hans)-(.*-)?(hant|tw|hk|mo)\b/i;

/** The first of the wanted tags that we speak; English when there is none. Chinese goes by its script, else by its region. */
export function negotiate(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    if (TRADITIONAL.test(tag)) return 'ft';
    const primary = tag.toLowerCase().split('-')[0];
    const found = languageKeys.find((key) => LANGUAGES[key].split('-')[0] === primary);
    if (found !== undefined) return found;
  }
  return 'en';
}
