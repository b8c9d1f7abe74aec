import { describe, expect, it } from '@jest/globals';
import { outlineOf } from './outline';

describe('the outline of an article', () => {
  it('lists its second and third headings in order', () => {
    expect(outlineOf('Intro\n\n## Fees\ntext\n### Maker\n\n#### too deep\n## Limits ##')).toEqual([
      { id: 's-fees', text: 'Fees', depth: 2 },
      { id: 's-maker', text: 'Maker', depth: 3 },
      { id: 's-limits', text: 'Limits', depth: 2 },
    ]);
  });

  it('takes a first-level heading as a second one, because the title is the first', () => {
    expect(outlineOf('# Again')).toEqual([{ id: 's-again', text: 'Again', depth: 2 }]);
  });

  it('does not take a comment in a code block for a heading', () => {
    expect(outlineOf('```sh\n# not a heading\n```\n## One\n~~~\n## no\n```\n~~~')).toMatchObject([{ text: 'One' }]);
  });

  it('shows words and not their marks', () => {
    expect(outlineOf('## **Stop** and `OCO` in [the book](/market)')[0]?.text).toBe('Stop and OCO in the book');
  });

  it('gives headings of the same words different ids', () => {
    expect(outlineOf('## Fees\n## Fees\n## fees!').map((each) => each.id)).toEqual(['s-fees', 's-fees-2', 's-fees-3']);
  });

  it('keeps the letters of every script', () => {
    expect(outlineOf('## 手数料とは\n## วิธีการ ซื้อ\n## Gebühren & Grenzen\n## !!!').map((each) => each.id)).toEqual([
      's-手数料とは',
      's-วิธีการ-ซื้อ',
      's-gebühren-grenzen',
      's-section',
    ]);
  });
});
