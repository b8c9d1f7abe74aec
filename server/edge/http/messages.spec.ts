import { describe, expect, it } from '@jest/globals';
import { languageKeys, type Language } from '../../../shared/language.js';
import { refuse } from '../../core/refusal.js';
import { bundle } from '../../../test/kit/words.js';
import { inWords, Messages } from './messages.js';

const messages = new Messages();
const labelOf = (lang: Language, name: string, key: string) =>
  messages.refusal(lang, refuse('policy.value-invalid', { name, key }));

describe('a refused value of a policy', () => {
  it.each<[Language, string]>([
    ['en', '“Demo funds: amount” is missing, unknown or out of range. Correct it.'],
    ['de', '„Demoguthaben: Betrag“ fehlt, ist unbekannt oder außerhalb der Grenzen. Korrigieren Sie den Wert.'],
    ['jp', '「デモ資金の額」が未入力、不明、または範囲外です。修正してください。'],
    ['ft', '「模擬資金：數額」缺失、未知或超出範圍，請更正。'],
  ])('is called in %s what its form calls it', (lang, sentence) => {
    expect(labelOf(lang, 'demo.rules', 'grantAmount')).toBe(sentence);
  });

  it.each(languageKeys)('never shows its code in %s', (lang) => {
    expect(labelOf(lang, 'demo.rules', 'grantAmount')).not.toContain('grantAmount');
    expect(labelOf(lang, 'risk.scores', 'purpose3')).toContain(' 3');
    expect(labelOf(lang, 'risk.scores', 'purpose3')).not.toContain('purpose3');
  });

  it('that no policy has is shown as it was sent', () => {
    expect(labelOf('en', 'demo.rules', 'lucky')).toContain('“lucky”');
  });
});

describe('a country in a refusal', () => {
  const required = (lang: Language, country: string) =>
    messages.refusal(lang, refuse('payee.iban-required', { field: 'account', country }));

  it.each<[Language, string]>([
    ['en', 'Banks in Germany use IBANs. Enter the IBAN instead.'],
    ['de', 'Banken in Deutschland verwenden IBANs. Geben Sie stattdessen die IBAN ein.'],
    ['jp', 'ドイツの銀行ではIBANを使います。IBANを入力してください。'],
  ])('is called by its name in %s', (lang, sentence) => {
    expect(required(lang, 'DE')).toBe(sentence);
  });

  it('that has none is shown as it was sent', () => {
    expect(required('en', 'somewhere')).toContain('in somewhere use');
  });
});

describe('the wait that a refusal asks for', () => {
  it.each([
    ['en', 45, '45 sec'],
    ['en', 2714, '46 min'],
    ['de', 2714, '46 Min.'],
    ['jp', 2714, '46 分'],
    ['zh', 7201, '3小时'],
  ] as const)('is said in %s for %i seconds as %s', (lang, retryAfterSeconds, words) => {
    const message = new Messages().refusal(lang, refuse('person.exports-too-many', { retryAfterSeconds }));
    expect(message).toContain(words);
  });
});

describe('a figure in a message', () => {
  const values = { symbol: 'BTCUSDT-PERP', markPrice: '91234.5', riskRate: '80.25', liquidationPrice: '89000.125' };

  it.each<[Language, string]>([
    ['en', 'Mark price: 91,234.5 USDT'],
    ['de', 'Mark-Kurs: 91.234,5 USDT'],
    ['yn', '91.234,5 USDT'],
    ['jp', '91,234.5 USDT'],
  ])('is written in %s as its screens write it, whatever its name is', (lang, words) => {
    expect(messages.text(lang, 'message-box:contract-warned-long.body', values)).toContain(words);
  });

  it('is grouped where it is whole, too, before every unit of money and of funds', () => {
    const measured = /\{\{(\w+)\}\}(?=( of \{\{\w+\}\})? (USDT|units|\{\{(asset|currency)\}\}))/g;
    const plain = ['refusal', 'order-refusal', 'message-box', 'mail'].flatMap((noun) =>
      Object.entries(bundle('en', noun)).flatMap(([key, text]) =>
        [...text.matchAll(measured)]
          .map(([, name]) => `${name}`)
          .filter((name) => inWords('en', { [name]: '12345' })[name] !== '12,345')
          .map((name) => `${noun}:${key} ${name}`),
      ),
    );
    expect(plain).toEqual([]);
  });

  it('that is an instant is a date and time', () => {
    const untilAt = Date.UTC(2026, 0, 14, 12);
    const paused = (lang: Language, of: string) => messages.refusal(lang, refuse(`${of}.paused-by-owner`, { untilAt }));
    expect(paused('en', 'option')).toBe('You paused options until Jan 14, 2026, 12:00 PM UTC.');
    expect(paused('de', 'custody')).toBe('Sie haben die Verwahrung bis 14.01.2026, 12:00 UTC pausiert.');
    for (const lang of languageKeys) expect(paused(lang, 'custody')).toContain('2026');
  });

  it('that is no number stays as it was sent', () => {
    const sent = { ...values, symbol: '1.2.3' };
    expect(messages.text('de', 'message-box:contract-warned-long.title', sent)).toContain('1.2.3');
  });
});
