import { inflateSync } from 'node:zlib';

/**
 * The text of a PDF document as a reader copies it: every font's own table maps its glyphs to letters. Reads what our own documents
 * consist of, and is no reader of others.
 */
export function pdfText(file: Buffer): string {
  const objects = objectsOf(file);
  const letters = new Map<string, Map<string, string>>();
  for (const [id, { head }] of objects) {
    const table = /\/ToUnicode (\d+) 0 R/.exec(head)?.[1];
    if (table !== undefined) letters.set(id, lettersOf(objects.get(table)?.stream ?? ''));
  }
  const pages = [...objects.values()].filter(({ head }) => /\/Type \/Page\b(?!s)/.test(head));
  return pages.map((page) => textOf(page.head, objects, letters)).join('\n');
}

interface PdfObject {
  head: string;
  stream: string;
}

function objectsOf(file: Buffer): Map<string, PdfObject> {
  const text = file.toString('latin1');
  const found = new Map<string, PdfObject>();
  for (const match of text.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const [, id = '', body = ''] = match;
    const cut = body.indexOf('stream\n');
    const head = cut < 0 ? body : body.slice(0, cut);
    const raw = cut < 0 ? '' : body.slice(cut + 'stream\n'.length, body.lastIndexOf('\nendstream'));
    const packed = head.includes('/FlateDecode');
    found.set(id, { head, stream: packed ? inflateSync(Buffer.from(raw, 'latin1')).toString('latin1') : raw });
  }
  return found;
}

/** Glyph codes of four hexadecimal digits, and the letters that each stands for. */
function lettersOf(table: string): Map<string, string> {
  const found = new Map<string, string>();
  const decoded = (hex: string) => Buffer.from(hex, 'hex').swap16().toString('utf16le');
  for (const [, from = '', , list = ''] of table.matchAll(/<([0-9a-f]{4})> <([0-9a-f]{4})> \[([^\]]*)\]/gi)) {
    const first = Number.parseInt(from, 16);
    for (const [index, [, hex = '']] of [...list.matchAll(/<([0-9a-f ]*)>/gi)].entries())
      found.set((first + index).toString(16).padStart(4, '0'), decoded(hex.replaceAll(' ', '')));
  }
  return found;
}

function textOf(page: string, objects: Map<string, PdfObject>, letters: Map<string, Map<string, string>>): string {
  const at = (name: string): string => objects.get(new RegExp(`/${name} (\\d+) 0 R`).exec(page)?.[1] ?? '')?.head ?? '';
  const fonts = new Map(
    [...`${at('Resources')}${page}`.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name, id]) => [name, id]),
  );
  const content = objects.get(/\/Contents (\d+) 0 R/.exec(page)?.[1] ?? '')?.stream ?? '';
  let own = new Map<string, string>();
  let text = '';
  let line = '';
  for (const [token, , y, font, glyphs] of content.matchAll(
    /1 0 0 1 (\S+) (\S+) Tm|\/(F\d+) [\d.]+ Tf|\[((?:<[0-9a-f]*>|[-\d.\s])*)\] TJ/gi,
  )) {
    if (token.endsWith('Tm')) {
      if (y !== line) text += '\n';
      else if (!text.endsWith(' ')) text += '\t';
      line = y ?? '';
    } else if (font !== undefined) own = letters.get(fonts.get(font) ?? '') ?? own;
    else
      for (const [glyph] of (glyphs ?? '')
        .replace(/[<>]|\s?-?[\d.]+\s(?=<)|>\s[-\d.\s]+/g, '')
        .matchAll(/[0-9a-f]{4}/gi))
        text += own.get(glyph) ?? '';
  }
  return text;
}
