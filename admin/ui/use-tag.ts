import { useLocale } from 'react-admin';
import { LANGUAGES, localeOf, type Language } from '../../contracts/envelope.contract.js';

/** What Intl writes dates and numbers by in the chosen language. */
export function useTag(): string {
  const language = useLocale();
  return language in LANGUAGES ? localeOf(language as Language) : 'en';
}
