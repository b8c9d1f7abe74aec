const BEFORE = 40;
const LENGTH = 160;

/** Plain text around the first word that stands in the body, or `undefined` when none does as it was typed. */
export function excerptOf(body: string, words: readonly string[]): string | undefined {
  const text = plainText(body);
  const small = text.toLowerCase();
  // A letter that grows when it is made small would shift everything behind it.
  if (small.length !== text.length) return undefined;
  const places = words.map((word) => small.indexOf(word.toLowerCase())).filter((place) => place >= 0);
  if (places.length === 0) return undefined;
  const from = wordStart(text, Math.max(0, Math.min(...places) - BEFORE));
  const to = from + LENGTH >= text.length ? text.length : wordEnd(text, from + LENGTH);
  return `${from > 0 ? '… ' : ''}${text.slice(from, to).trim()}${to < text.length ? ' …' : ''}`;
}

/** Markdown as one line of words. */
function plainText(body: string): string {
  return body
    .replace(/^ {0,3}(`{3,}|~{3,}).*$/gm, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^\s*(#{1,6}|[-*+>]|\d+[.)])\s+/gm, '')
    .replace(/^[\s|:-]+$/gm, '')
    .replace(/[*_`|\\]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Languages without spaces are cut where the length says, but never inside a character. */
function wordStart(text: string, at: number): number {
  const space = text.lastIndexOf(' ', at);
  if (at > 0 && space > at - BEFORE && space >= 0) return space + 1;
  return isInside(text, at) ? at - 1 : at;
}

function wordEnd(text: string, at: number): number {
  const space = text.indexOf(' ', at);
  if (space >= 0 && space < at + BEFORE) return space;
  return isInside(text, at) ? at + 1 : at;
}

function isInside(text: string, at: number): boolean {
  return /[\uDC00-\uDFFF]/.test(text[at] ?? '');
}
