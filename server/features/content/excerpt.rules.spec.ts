import { describe, expect, it } from '@jest/globals';
import { excerptOf } from './excerpt.rules.js';

describe('an excerpt', () => {
  it('shows the words around the first that was found, without the signs of Markdown', () => {
    const body = `# Orders\n\n${'Some words before it. '.repeat(5)}\n\n- A **limit order** [rests](/spot) in the book.\n\n| a | b |\n| - | - |\n| 1 | 2 |`;
    const excerpt = excerptOf(body, ['LIMIT']) ?? '';
    expect(excerpt).toMatch(/^… .*A limit order rests in the book\. a b 1 2$/);
    expect(excerpt.length).toBeLessThan(230);
  });

  it('begins at the beginning when the word stands there, and ends with a mark when more follows', () => {
    expect(excerptOf(`Fees are low. ${'More follows here. '.repeat(20)}`, ['fees'])).toMatch(/^Fees are low\. .* …$/);
  });

  it('cuts languages without spaces by length', () => {
    const excerpt = excerptOf('手数料について。'.repeat(60), ['手数料']) ?? '';
    expect(excerpt.startsWith('手数料')).toBe(true);
    expect(excerpt.length).toBeLessThan(170);
  });

  it('is absent when no word stands in the body as it was typed', () => {
    expect(excerptOf('Größe', ['grosse'])).toBeUndefined();
  });
});
