import { languageKeys, negotiate, type Language } from '../../shared/language.js';

const KEY = 'glassbook.console.language';
let current: Language | undefined;

function isLanguage(key: string | null): key is Language {
  return key !== null && (languageKeys as string[]).includes(key);
}

/** The language of the console now: the chosen one, else what the browser asks for. */
export function currentLanguage(): Language {
  if (current === undefined) {
    const kept = localStorage.getItem(KEY);
    current = isLanguage(kept) ? kept : negotiate(navigator.languages);
  }
  return current;
}

export function rememberLanguage(language: Language): void {
  current = language;
  localStorage.setItem(KEY, language);
}
