import { describe, expect, it } from '@jest/globals';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import Markdown from './Markdown';
import { outlineOf } from './outline';

const html = (text: string): string =>
  renderToStaticMarkup(
    <MemoryRouter>
      <Markdown text={text} newTab="(new tab)" />
    </MemoryRouter>,
  );

describe('a text that staff wrote', () => {
  it('never becomes HTML of its own', () => {
    const hostile = [
      '<script>alert(1)</script>',
      'x <img src=x onerror=alert(1)> y',
      '<a href="javascript:alert(1)">a</a>',
      '<iframe src="https://evil.test"></iframe>',
      '<style>body{display:none}</style>',
    ];
    for (const text of hostile) expect(html(text)).not.toMatch(/<(script|img|iframe|style|a)\b/);
  });

  it('keeps a link without its address when the address would run something', () => {
    for (const address of ['javascript:alert(1)', 'JaVaScRiPt:alert(1)', 'data:text/html,x', 'vbscript:x']) {
      expect(html(`[a](${address})`)).not.toMatch(/href=/);
    }
  });

  it('shows pictures from here only', () => {
    expect(html('![chart](/pictures/a.png)')).toContain('src="/pictures/a.png"');
    expect(html('![spy](https://evil.test/p.png)')).toBe('<p>spy</p>');
    expect(html('![spy](//evil.test/p.png)')).toBe('<p>spy</p>');
  });

  it('opens what is elsewhere in a window that knows nothing of this one, and says so', () => {
    expect(html('[x](https://example.org)')).toBe(
      '<p><a href="https://example.org" target="_blank" rel="noopener noreferrer">x<span class="hidden-visually"> (new tab)</span></a></p>',
    );
    expect(html('[y](//evil.test)')).toContain('<a href="//evil.test"');
    expect(html('[m](/market)')).toBe('<p><a href="/market" data-discover="true">m</a></p>');
    expect(html('[d](/docs)')).toBe('<p><a href="/docs">d</a></p>');
  });

  it('puts a wide table into a box that scrolls and that the keyboard reaches', () => {
    expect(html('|a|b|\n|-|-|\n|1|2|')).toMatch(/^<div class="markdown-table" tabindex="0" role="group"><table>/);
  });

  it('has exactly the headings that its outline names', () => {
    const text = '# One\n## A & b\n## A & b\n### **Deep** `code` [link](/market)\n```\n# no\n```\n#### d';
    expect(idsIn(text)).toEqual(outlineOf(text).map((each) => each.id));
    expect(html(text)).not.toContain('<h1');
  });

  it.each(seededTexts())('is named by its outline: %s', (path) => {
    const text = readFileSync(path, 'utf8');
    expect(idsIn(text)).toEqual(outlineOf(text).map((each) => each.id));
  });

  // A star beside a full-width sign or a bracket is no emphasis in Markdown: readers would see it.
  it.each(seededTexts())('has no emphasis that is shown as stars: %s', (path) => {
    expect(html(readFileSync(path, 'utf8'))).not.toContain('*');
  });
});

const idsIn = (text: string): string[] => [...html(text).matchAll(/<h[1-3] id="([^"]*)"/g)].map(([, id]) => id ?? '');

function seededTexts(): string[] {
  const seeds = fileURLToPath(new URL('../../../seeds/content', import.meta.url));
  return readdirSync(seeds, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => join(seeds, path));
}
