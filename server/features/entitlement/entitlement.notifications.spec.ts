import { describe, expect, it } from '@jest/globals';
import { LANGUAGES, type Language } from '../../../shared/language.js';
import { textsOf } from '../../../test/kit/words.js';
import type { Notification } from '../../core/notification.js';
import { entitlementNotifications } from './entitlement.notifications.js';

const holder = { userId: 'real-ann', ownerId: 'real-ann.1', actionId: 'action-1', symbol: 'AAPLUSDT', base: 'AAPL' };
const ratios = { forward: { newShares: 4, oldShares: 1 }, reverse: { newShares: 1, oldShares: 10 } };
type Direction = keyof typeof ratios;

const notices = ['announced-split', 'withdrawn-split', 'orders-cancelled-split'] as const;
const told = (type: string, data: object): Notification => {
  const notify = entitlementNotifications[0]?.on[type] as (event: object) => Notification;
  return notify({ type, data: { ...holder, ...data } });
};
const noticed = (notice: string, direction: Direction) =>
  told('HolderNotified', { notice, dueAt: 'Jan 12', perShare: null, ...ratios[direction] });
const split = (direction: Direction) =>
  told('HoldingSplit', { quote: 'USDT', before: '25', after: '2.5', amount: '0', ...ratios[direction] });

function said({ template, values = {} }: Notification, language: Language, part: 'title' | 'body'): string {
  const text = textsOf(language).get(`message-box:${template}.${part}`) ?? `no ${template}.${part}`;
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String((values as Record<string, unknown>)[name]));
}

/** What a reverse split is called. */
const REVERSE: Record<Language, string> = {
  en: 'reverse split',
  xby: 'ontrasplit',
  de: 'Reverse Split',
  jp: '併合',
  hy: '병합',
  ty: 'รวม',
  yn: 'gộp',
  zh: '并',
  ft: '合併',
};

describe('what holders are told of a split', () => {
  it('names what they hold after it, for more shares and for fewer', () => {
    expect(said(noticed('announced-split', 'forward'), 'en', 'body')).toMatch(
      /^From Jan 12 you hold 4 shares for every 1\..*Open orders are adjusted\./,
    );
    expect(said(noticed('announced-split', 'reverse'), 'en', 'title')).toBe('AAPL: 1-for-10 reverse split');
    expect(said(noticed('announced-split', 'reverse'), 'en', 'body')).toMatch(
      /^On Jan 12 every 10 shares become 1\. The price rises.*Open orders are cancelled\./,
    );
    expect(said(split('forward'), 'en', 'title')).toBe('AAPL split 4-for-1');
    expect(said(split('reverse'), 'en', 'title')).toBe('AAPL reverse split 1-for-10');
  });

  it.each(Object.keys(LANGUAGES) as Language[])(
    'calls a reverse split by its own name, and never another one, in %s',
    (language) => {
      const all = (direction: Direction) => [...notices.map((notice) => noticed(notice, direction)), split(direction)];
      const whole = (sent: Notification) => `${said(sent, language, 'title')} ${said(sent, language, 'body')}`;
      for (const sent of all('reverse')) expect(whole(sent)).toContain(REVERSE[language]);
      for (const sent of all('forward')) expect(whole(sent)).not.toContain(REVERSE[language]);
      for (const sent of all('reverse'))
        expect(whole(sent)).not.toMatch(/\b1 (shares|acciones|Aktien)\b|undefined|no action-/);
    },
  );
});
