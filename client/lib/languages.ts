import type { Language } from '../../contracts/envelope.contract';

/** The nine languages: the specification's key, its BCP-47 tag and its name in itself. */
export const LANGUAGE_LIST: readonly { key: Language; tag: string; name: string }[] = [
  { key: 'en', tag: 'en', name: 'English' },
  { key: 'xby', tag: 'es', name: 'Español' },
  { key: 'de', tag: 'de', name: 'Deutsch' },
  { key: 'jp', tag: 'ja', name: '日本語' },
  { key: 'hy', tag: 'ko', name: '한국어' },
  { key: 'ty', tag: 'th', name: 'ไทย' },
  { key: 'yn', tag: 'vi', name: 'Tiếng Việt' },
  { key: 'zh', tag: 'zh-Hans', name: '简体中文' },
  { key: 'ft', tag: 'zh-Hant', name: '繁體中文' },
];

export const tagOf = (key: Language): string => LANGUAGE_LIST.find((each) => each.key === key)?.tag ?? 'en';
/** What Intl writes dates and numbers by: years of the common era in Thai too, as the contract says. */
export const localeOf = (key: Language): string => (key === 'ty' ? 'th-u-ca-gregory' : tagOf(key));
export const keyOf = (tag: string): Language => LANGUAGE_LIST.find((each) => each.tag === tag)?.key ?? 'en';

const TRADITIONAL = /^zh(-hant|-tw|-hk|-mo)/i;

/** The first of the browser's languages that we speak; English when there is none. */
export function negotiate(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    if (TRADITIONAL.test(tag)) return 'ft';
    if (/^zh/i.test(tag)) return 'zh';
    const primary = tag.toLowerCase().split('-')[0];
    const found = LANGUAGE_LIST.find((each) => each.tag === primary);
    if (found) return found.key;
  }
  return 'en';
}
