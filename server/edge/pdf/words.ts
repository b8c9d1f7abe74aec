import i18next, { type i18n } from 'i18next';
import { LANGUAGES, localeOf, type Language } from '../../../shared/language.js';
import { serverTexts } from '../texts.js';

/** How a document speaks one language: its texts, numbers, and instants in a time zone. */
export interface PrintWords {
  t(key: string, values?: Record<string, string | number>): string;
  has(key: string): boolean;
  /** An exact decimal with at least two and at most eight decimals, signed where asked. */
  amount(text: string, signed?: boolean): string;
  /** A share as a percentage, exact. */
  share(text: string): string;
  count(value: number): string;
  instant(at: number): string;
  /** A calendar date, `2028-02-29`, which is in no time zone. */
  day(date: string): string;
  country(code: string): string;
}

const texts = new Map<Language, i18n>();

/** `noun`: whose texts are meant where a key names none. */
export function printedWords(noun: string, language: Language, timeZone: string): PrintWords {
  const loaded = texts.get(language) ?? load(language);
  const tag = LANGUAGES[language];
  const t = loaded.getFixedT(tag, noun);
  const numbers = { minimumFractionDigits: 2, maximumFractionDigits: 8 } as const;
  const plain = new Intl.NumberFormat(tag, numbers);
  const signed = new Intl.NumberFormat(tag, { ...numbers, signDisplay: 'exceptZero' });
  const shares = new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 6 });
  const counts = new Intl.NumberFormat(tag);
  const date = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  const time = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;
  const instants = new Intl.DateTimeFormat(localeOf(language), { ...date, ...time, timeZone });
  const dates = new Intl.DateTimeFormat(localeOf(language), { ...date, timeZone: 'UTC' });
  const countries = new Intl.DisplayNames([localeOf(language)], { type: 'region' });
  // Intl formats decimal strings exactly, without a float between.
  const exact = (text: string) => text as `${number}`;
  return {
    t: (key, values = {}) => t(key, values),
    has: (key) => loaded.exists(key, { lng: tag, ns: noun }),
    amount: (text, withSign = false) => (withSign ? signed : plain).format(exact(text)),
    share: (text) => shares.format(exact(text)),
    count: (value) => counts.format(value),
    instant: (at) => instants.format(at),
    day: (text) => dates.format(Date.parse(text)),
    country: (code) => countries.of(code) ?? code,
  };
}

function load(language: Language): i18n {
  const made = i18next.createInstance();
  void made.init({
    lng: 'en',
    fallbackLng: 'en',
    ns: Object.keys(serverTexts.en),
    initAsync: false,
    keySeparator: false,
    nsSeparator: ':',
    interpolation: { escapeValue: false },
    resources: { en: serverTexts.en, [LANGUAGES[language]]: serverTexts[language] },
  });
  texts.set(language, made);
  return made;
}
