import { describe, expect, it } from '@jest/globals';
import { questionWords } from './question-words';

describe('the words that help is searched by', () => {
  it('are the telling ones, each once, the longest first', () => {
    expect(questionWords('Where is my deposit? My deposit has not arrived.', 'en')).toBe('deposit arrived where');
  });

  it('are found in languages without blanks between words', () => {
    expect(questionWords('入金が反映されません', 'ja').split(' ')).toContain('入金');
    expect(questionWords('การฝากเงินยังไม่เข้า', 'th')).not.toBe('');
  });

  it('leave out numbers and addresses, which are the person’s own', () => {
    expect(questionWords('Send to anna@example.com or DE89370400440532013000 please', 'en')).toBe('please send');
  });

  it('fit into a search', () => {
    const long = Array.from({ length: 30 }, (_, index) => `${'abcdefghijklmnop'.slice(index % 8)}xyz`).join(' ');
    expect(questionWords(long, 'en').length).toBeLessThanOrEqual(80);
    expect(questionWords('', 'en')).toBe('');
  });
});
