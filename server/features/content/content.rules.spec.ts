import { describe, expect, it } from '@jest/globals';
import { CONTENT_LIMITS, type ContentFields } from '../../../contracts/content.contract.js';
import { fieldsProblem, isSafeLink, markupProblem, missingLanguages } from './content.rules.js';

const text = (body: string) => ({ title: 'Title', summary: '', body });
const fields = (more: Partial<ContentFields> = {}): ContentFields => ({
  category: null,
  order: 1,
  link: null,
  texts: { en: text('Body') },
  ...more,
});

describe('a text', () => {
  it.each([
    ['headings, lists, emphasis and tables', '# A\n\n- **b** _c_\n1. d\n\n| a | b |\n| - | - |\n| 1 | 2 |'],
    ['a comparison', 'a < b, 5 <6, <3 and a << b'],
    ['HTML in code', 'Write `<b>` or ``a ` <i>``\n\n```html\n<script>x()</script>\n```\n\n~~~~\n<p>\n~~~\n~~~~'],
    ['an escaped sign', 'a \\<b> and \\[x\\](javascript:y)'],
    [
      'links of ours, encrypted ones and mail',
      '[a](/market) [b](https://example.org/x?y=1) [c](mailto:a@b.org) [d](#top)',
    ],
    ['a link with a name', 'see [here][1]\n\n[1]: https://example.org'],
  ])('may hold %s', (_, body) => {
    expect(markupProblem('en', body)).toBeUndefined();
  });

  it.each([
    ['a tag', 'one\n<b>two</b>', 'content.html-not-allowed', 2, '<b'],
    ['a script', 'a <script>', 'content.html-not-allowed', 1, '<script'],
    ['a comment', '<!-- a -->', 'content.html-not-allowed', 1, '<!--'],
    ['a closing tag', '</div>', 'content.html-not-allowed', 1, '</div'],
    ['HTML after a backtick that opens nothing', 'a ` <b>', 'content.html-not-allowed', 1, '<b'],
    ['HTML between escaped backticks', '\\`<b>\\`', 'content.html-not-allowed', 1, '<b'],
    ['HTML after a fence', '```\n<i>\n```\n<b>', 'content.html-not-allowed', 4, '<b'],
    ['an image', 'a\n\n![b](/c.png)', 'content.image-not-allowed', 3, undefined],
    ['a link that runs', 'a [b](javascript:alert) c', 'content.link-in-text-unsafe', 1, 'javascript:alert'],
    ['one in capitals and spaces', '[b]( JavaScript:alert)', 'content.link-in-text-unsafe', 1, 'JavaScript:alert'],
    ['one behind entities', '[b](java&#115;cript:x)', 'content.link-in-text-unsafe', 1, 'java&#115;cript:x'],
    ['data as a link', '[b](data:text/html,x)', 'content.link-in-text-unsafe', 1, 'data:text/html,x'],
    ['a link in angle brackets', '[b](<javascript:x>)', 'content.html-not-allowed', 1, '<javascript:x'],
    [
      'a link to another host without a scheme',
      '[b](//evil.example)',
      'content.link-in-text-unsafe',
      1,
      '//evil.example',
    ],
    ['a link that is not encrypted', '[b](http://example.org)', 'content.link-in-text-unsafe', 1, 'http://example.org'],
    ['a link that goes on in the next line', '[b](\njavascript:x)', 'content.link-in-text-unsafe', 1, ''],
    ['a named link that runs', '[b][1]\n\n> [1]: javascript:x', 'content.link-in-text-unsafe', 3, 'javascript:x'],
    ['a named link in the next line', '[1]:\njavascript:x', 'content.link-in-text-unsafe', 1, ''],
  ])('may not hold %s, and the refusal names the line', (_, body, refusal, line, found) => {
    const params = { language: 'de', line, ...(found === undefined ? {} : { found }) };
    expect(markupProblem('de', body)).toEqual({ refusal, params });
  });
});

describe('the link of an entry', () => {
  it.each(['/', '/market?tab=coins', '/help/a#b', 'https://example.org/x', '#top'])('may be %s', (link) => {
    expect(isSafeLink(link)).toBe(true);
  });
  it.each([
    '',
    'market',
    '//evil',
    '/\\evil',
    '/&#47;evil',
    'http://x.org',
    'https:///x',
    'javascript:x',
    '/a b',
    '/\n/x',
  ])('may not be %j', (link) => {
    expect(isSafeLink(link)).toBe(false);
  });
});

describe('an entry', () => {
  it.each([
    ['help without a category', 'help', fields(), 'content.category-required'],
    ['a category where there is none', 'news', fields({ category: 'trading' }), 'content.category-not-for-kind'],
    ['a link that leads elsewhere', 'banner', fields({ link: '//evil' }), 'content.link-unsafe'],
    [
      'a title too long',
      'page',
      fields({ texts: { de: { ...text(''), title: 'x'.repeat(121) } } }),
      'content.text-too-long',
    ],
    [
      'a text too long',
      'page',
      fields({ texts: { de: text('x'.repeat(CONTENT_LIMITS.bodyLength + 1)) } }),
      'content.text-too-long',
    ],
    ['HTML in any language', 'page', fields({ texts: { en: text('a'), ft: text('<b>') } }), 'content.html-not-allowed'],
  ] as const)('is refused with %s', (_, kind, given, refusal) => {
    expect(fieldsProblem(kind, given)?.refusal).toBe(refusal);
  });

  it('is whole in a language with a title and a body, a banner with a title and a summary', () => {
    const texts = { en: text('a'), de: text(' '), jp: { ...text('a'), title: ' ' } };
    expect(missingLanguages('page', texts)).toEqual(['xby', 'de', 'jp', 'hy', 'ty', 'yn', 'zh', 'ft']);
    expect(missingLanguages('banner', { ...texts, en: { title: 'a', summary: 'b', body: '' } })).not.toContain('en');
  });
});
