import { LANGUAGES, languageKeys, type Language } from '../../contracts/envelope.contract.js';

const KEY = 'glassbook.console.language';
let current: Language | undefined;

/** The first of the reader's languages that the console speaks; Chinese by script, whatever the region. */
export function negotiateLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const { language, script } = new Intl.Locale(tag).maximize();
    const found = languageKeys.find((key) => {
      const offered = new Intl.Locale(LANGUAGES[key]).maximize();
      return offered.language === language && (language !== 'zh' || offered.script === script);
    });
    if (found !== undefined) return found;
  }
  return 'en';
}

function isLanguage(key: string | null): key is Language {
  return key !== null && (languageKeys as string[]).includes(key);
}

/** The language of the console now: the chosen one, else what the browser asks for. */
export function currentLanguage(): Language {
  if (current === undefined) {
    const kept = localStorage.getItem(KEY);
    current = isLanguage(kept) ? kept : negotiateLanguage(navigator.languages);
  }
  return current;
}

export function rememberLanguage(language: Language): void {
  current = language;
  localStorage.setItem(KEY, language);
}
