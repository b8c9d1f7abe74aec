import { useLocale } from 'react-admin';
import { LANGUAGES, type Language } from '../../contracts/envelope.contract.js';

/** The BCP-47 tag of the chosen language, for Intl. */
export function useTag(): string {
  return LANGUAGES[useLocale() as Language] ?? 'en';
}
