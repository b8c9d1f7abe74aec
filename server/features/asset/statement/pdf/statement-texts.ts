import i18next, { type i18n } from 'i18next';
import { LANGUAGES, localeOf, type Language } from '../../../../../shared/language.js';
import { serverTexts } from '../../../../edge/texts.js';

const NOUNS = ['statement', 'asset'] as const;

/** How a statement speaks one language: its texts, numbers, and instants in the account's time zone. */
export interface StatementWords {
  t(key: string, values?: Record<string, string | number>): string;
  /** What an event is called; its own name where a later release knows more than the texts. */
  event(type: string): string;
  /** An exact decimal with at least two and at most eight decimals, signed where asked. */
  amount(text: string, signed?: boolean): string;
  count(value: number): string;
  instant(at: number): string;
}

const texts = new Map<Language, i18n>();

export function wordsOf(language: Language, timeZone: string): StatementWords {
  const loaded = texts.get(language) ?? load(language);
  const tag = LANGUAGES[language];
  const numbers = { minimumFractionDigits: 2, maximumFractionDigits: 8 } as const;
  const plain = new Intl.NumberFormat(tag, numbers);
  const signed = new Intl.NumberFormat(tag, { ...numbers, signDisplay: 'exceptZero' });
  const counts = new Intl.NumberFormat(tag);
  const date = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  const time = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;
  const instants = new Intl.DateTimeFormat(localeOf(language), { ...date, ...time, timeZone });
  // Intl formats decimal strings exactly, without a float between.
  const exact = (text: string) => text as `${number}`;
  return {
    t: (key, values = {}) => loaded.t(key, { lng: tag, ...values }),
    event: (type) =>
      loaded.exists(`asset:event.${type}`, { lng: tag }) ? loaded.t(`asset:event.${type}`, { lng: tag }) : type,
    amount: (text, withSign = false) => (withSign ? signed : plain).format(exact(text)),
    count: (value) => counts.format(value),
    instant: (at) => instants.format(at),
  };
}

function load(language: Language): i18n {
  const made = i18next.createInstance();
  void made.init({
    lng: 'en',
    fallbackLng: 'en',
    ns: NOUNS,
    defaultNS: 'statement',
    initAsync: false,
    keySeparator: false,
    nsSeparator: ':',
    interpolation: { escapeValue: false },
    resources: { en: serverTexts.en, [LANGUAGES[language]]: serverTexts[language] },
  });
  texts.set(language, made);
  return made;
}
