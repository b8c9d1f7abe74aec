import i18next, { type i18n } from 'i18next';
import { CODES, type RefusalData } from '../../../contracts/envelope.contract.js';
import { localeOf, negotiate, type Language } from '../../../shared/language.js';
import { refusals, type RefusalCode, type RefusalRule } from '../../../contracts/refusal.contract.js';
import { policyLabel } from '../../../contracts/policy-label.contract.js';
import type { Refusal } from '../../core/refusal.js';
import { serverTexts } from '../texts.js';

/** What the server itself puts into words. */
const NOUNS = ['refusal', 'order-refusal', 'message', 'message-box', 'review', 'policy'];

/** How a refusal travels; one that no contract declares is our own fault. */
export const ruleOf = ({ refusal }: Refusal): RefusalRule =>
  refusals[refusal as RefusalCode] ?? refusals['request.error'];

/** Texts of the server in nine languages: `refusal` and `order-refusal` (which the order form needs at once) by refusal code, `message-box` for personal messages, `message` for answers. */
export class Messages {
  private readonly texts: i18n;

  constructor() {
    this.texts = i18next.createInstance();
    void this.texts.init({
      lng: 'en',
      fallbackLng: 'en',
      ns: NOUNS,
      defaultNS: 'refusal',
      fallbackNS: 'order-refusal',
      initAsync: false,
      keySeparator: false,
      nsSeparator: ':',
      interpolation: { escapeValue: false },
      resources: serverTexts,
    });
  }

  /** The sentence for a refusal. What is allowed of a field is itself translated first. */
  refusal(lang: Language, refusal: Refusal): string {
    const { allowed, ...params } = this.labelled(lang, inWords(lang, refusal.params));
    const worded = allowed === undefined ? params : { ...params, allowed: this.allowed(lang, `${allowed}`) };
    return this.texts.t(refusal.refusal, { lng: lang, ...worded });
  }

  /** The same as data, for answers that list what stands against a request. */
  problem(lang: Language, refusal: Refusal): Omit<RefusalData, 'field'> & { message: string; field: string | null } {
    const { field = ruleOf(refusal).field, ...params } = refusal.params;
    return {
      refusal: refusal.refusal,
      params,
      message: this.refusal(lang, refusal),
      field: field === undefined ? null : `${field}`,
    };
  }

  /** A value of a policy is called what its form calls it. A key that no policy has stays as it was sent. */
  private labelled(lang: Language, params: Record<string, string | number>): Record<string, string | number> {
    const { text, answer } = policyLabel(`${params['name']}`, `${params['key']}`);
    const label = `policy:${text}`;
    if (!this.texts.exists(label, { lng: lang })) return params;
    return { ...params, key: `${this.texts.t(label, { lng: lang })} ${answer}`.trim() };
  }

  /** A text of the bundle `message`; empty when a success has none. */
  message(lang: Language, key: string, params: Record<string, string | number> = {}): string {
    const name = `message:${key}`;
    return this.texts.exists(name, { lng: lang }) ? this.texts.t(name, { lng: lang, ...params }) : '';
  }

  /** The heading of codes 1000 and 2000, which a client shows in a dialog. Other codes have none. */
  titleOf(lang: Language, code: number): string {
    const isOver = code === CODES.sessionEnded || code === CODES.loginAgain;
    return isOver ? this.message(lang, 'title.sessionOver') : '';
  }

  /**
   * A text by its full key (`message-box:review-approved.title`). A value that begins with `@` is itself the key of a text,
   * and several of them, parted by blanks, become a list. A text that is not there is our own mistake and throws.
   */
  text(lang: Language, key: string, values: Readonly<Record<string, string | number>>): string {
    if (!this.texts.exists(key, { lng: lang })) throw new Error(`there is no text ${key}`);
    const worded = inWords(lang, values);
    for (const [name, value] of Object.entries(values))
      if (typeof value === 'string' && value.startsWith('@')) worded[name] = this.listed(lang, value.split(' '));
    return this.texts.t(key, { lng: lang, ...worded });
  }

  private listed(lang: Language, keys: readonly string[]): string {
    const words = keys.map((key) => this.text(lang, key.slice(1), {}));
    // Each may be a sentence of its own, so no word joins them.
    return words.join(/^(jp|zh|ft)$/.test(lang) ? '；' : '; ');
  }

  /** `range:1:200` → "from 1 to 200": see allowed.ts, which writes these. */
  private allowed(lang: Language, code: string): string {
    const [kind, ...values] = code.split('\u001f');
    const [a = '', b = ''] = values;
    return this.message(lang, `allowed.${kind}`, { a, b });
  }
}

/** What is an amount or a price where it is whole, too: nothing else is a whole text under one of these names. */
const AMOUNTS = new Set(
  'activationPrice advancedMax amount arrived available average cap change closed closing cost credited current done fee filled held highest interest last lateFee left level limit liquidationPrice lost lotSize lowest markPrice max maximum min minimum missing nav needed needs notional offered open opened owed ownPrice paid penalty perShare position price principal quantity realised refunded released required returned shown stake stopPrice sum tickSize units wanted worst worth'.split(
    ' ',
  ),
);

/** What is the code of a country: nothing else stands under one of these names. */
const COUNTRIES = new Set(['country', 'ibanCountry', 'registered']);

/**
 * Instants (names that end in `At`) become a date and time in the reader's language; the time zone is not known here. Amounts,
 * and whatever has decimals, follow the language: 1000000.5 is 1.000.000,5 in German. A country is called by its name. Seconds to wait become the largest unit
 * that people count them in.
 */
export function inWords(lang: Language, params: Refusal['params']): Record<string, string | number> {
  const worded = { ...params };
  for (const [name, value] of Object.entries(params)) {
    if (name.endsWith('At') && typeof value === 'number') worded[name] = instantText(lang, value);
    if (typeof value === 'string' && isAmount(name, value)) worded[name] = decimals(lang).format(value as `${number}`);
    if (COUNTRIES.has(name) && typeof value === 'string') worded[name] = countryName(lang, value);
    if (name === 'retryAfterSeconds' && typeof value === 'number') worded[name] = waitText(lang, value);
  }
  return worded;
}

const isAmount = (name: string, value: string): boolean =>
  AMOUNTS.has(name) ? /^-?\d+(\.\d+)?$/.test(value) : /^-?\d+\.\d+$/.test(value);

/** Rounded up: after this wait the next try passes. */
function waitText(lang: Language, seconds: number): string {
  const [unit, length] =
    seconds >= 7200 ? (['hour', 3600] as const) : seconds > 90 ? (['minute', 60] as const) : (['second', 1] as const);
  const format = new Intl.NumberFormat(localeOf(lang), { style: 'unit', unit, unitDisplay: 'short' });
  return format.format(Math.ceil(seconds / length));
}

/** A code that names no country stays as it is. */
function countryName(lang: Language, code: string): string {
  if (!/^[A-Z]{2}$/.test(code)) return code;
  return new Intl.DisplayNames([localeOf(lang)], { type: 'region' }).of(code) ?? code;
}

const formats = new Map<Language, Intl.NumberFormat>();

/** Intl formats decimal texts exactly, without a float between; its types do not say so yet. */
function decimals(lang: Language): Intl.NumberFormat {
  const format = formats.get(lang) ?? new Intl.NumberFormat(localeOf(lang), { maximumFractionDigits: 18 });
  formats.set(lang, format);
  return format;
}

function instantText(lang: Language, at: number): string {
  const date = new Intl.DateTimeFormat(localeOf(lang), { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
  return `${date.format(at)} UTC`;
}

/** The best of the nine for an `Accept-Language` header: `zh-TW, zh;q=0.9` → `ft`. */
export function acceptedLanguage(header: string | undefined): Language {
  if (header === undefined || header === '') return 'en';
  return cache.get(header) ?? remember(header, negotiate(wantedBy(header)));
}

const cache = new Map<string, Language>();

function remember(header: string, lang: Language): Language {
  if (cache.size < 1000) cache.set(header, lang);
  return lang;
}

/** The tags of the header, those with the most quality first. */
function wantedBy(header: string): string[] {
  return header
    .slice(0, 200)
    .split(',')
    .map((part, order) => {
      const [tag = '', ...rest] = part.trim().toLowerCase().split(';');
      const quality = /q=([0-9.]+)/.exec(rest.join(';'))?.[1];
      return { tag, order, quality: quality === undefined ? 1 : Number.parseFloat(quality) };
    })
    .sort((a, b) => b.quality - a.quality || a.order - b.order)
    .map(({ tag }) => tag);
}
