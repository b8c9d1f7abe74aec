import { useLocale } from 'react-admin';
import { LANGUAGES, localeOf, type Language } from '../../shared/language.js';

/** What Intl writes dates and numbers by in the chosen language. */
export function useTag(): string {
  const language = useLocale();
  return language in LANGUAGES ? localeOf(language as Language) : 'en';
}
