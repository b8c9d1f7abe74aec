import { describe, expect, it } from '@jest/globals';
import { languageKeys } from '../../../shared/language.js';
import { htmlOf, MessageTexts } from './message-texts.js';

const letters = new MessageTexts('Glassbook');
const write = (template: string, values = {}, kind: 'email' | 'sms' = 'email', lang = languageKeys[0] ?? 'en') =>
  letters.write({ address: { kind, to: 'x' }, template, lang, values });

describe('messages out', () => {
  it.each(languageKeys)('name the product, the code and the simulation in %s', (lang) => {
    for (const kind of ['email', 'sms'] as const) {
      const { text, secret } = write('code.register', { code: '012345', minutes: 10 }, kind, lang);
      expect(text).toContain('012345');
      expect(text).toContain('Glassbook');
      expect(text).not.toMatch(/\{\{|https?:/);
      expect(secret).toBe('012345');
    }
  });

  it('say a time in words', () => {
    const { text } = write('password-changed', { changedAt: Date.UTC(2026, 0, 5, 12) });
    expect(text).toContain('Jan 5, 2026, 12:00 PM UTC');
  });

  it('carry what others wrote as text and never as HTML', () => {
    const letter = write('new-device', { device: '<img src=x onerror=alert(1)>', place: '"&\'', loggedInAt: 0 });
    expect(htmlOf(letter)).toContain('&lt;img src=x onerror=alert(1)&gt;<br>&quot;&amp;&#39;');
    expect(htmlOf(letter)).not.toMatch(/<(img|a|script)\b/);
  });

  it('are never made of a template that is not there', () => {
    expect(() => write('no-such')).toThrow('no such message: no-such');
  });
});
