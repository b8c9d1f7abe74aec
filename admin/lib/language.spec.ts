import { describe, expect, it } from '@jest/globals';
import { negotiateLanguage } from './language.js';

describe('the language of the first visit', () => {
  it('is the first of the reader that the console speaks', () => {
    expect(negotiateLanguage(['fr-FR', 'de-CH', 'en'])).toBe('de');
    expect(negotiateLanguage(['ja-JP'])).toBe('jp');
    expect(negotiateLanguage(['es-419'])).toBe('xby');
  });
  it('tells the two Chinese scripts apart by region', () => {
    expect(negotiateLanguage(['zh-CN'])).toBe('zh');
    expect(negotiateLanguage(['zh-HK'])).toBe('ft');
    expect(negotiateLanguage(['zh-Hant-SG'])).toBe('ft');
  });
  it('is English when there is nothing better', () => {
    expect(negotiateLanguage(['fr', 'sw'])).toBe('en');
    expect(negotiateLanguage([])).toBe('en');
  });
});
