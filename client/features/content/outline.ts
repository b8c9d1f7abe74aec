/** A heading of an article below its title. `depth` 2 or 3. */
export interface Heading {
  id: string;
  text: string;
  depth: 2 | 3;
}

/** Hands out ids: letters and digits of any script, joined by hyphens; a second heading of the same words gets a number. */
export function headingIds(): (text: string) => string {
  const given = new Map<string, number>();
  return (text) => {
    const words = text
      .toLowerCase()
      .normalize('NFC')
      .match(/[\p{L}\p{M}\p{N}]+/gu);
    const id = `s-${words?.join('-') ?? 'section'}`;
    const count = (given.get(id) ?? 0) + 1;
    given.set(id, count);
    return count === 1 ? id : `${id}-${count}`;
  };
}

/** The headings of a Markdown text, in order; a first-level heading in the text counts as second, because the title is the first. */
export function outlineOf(markdown: string): Heading[] {
  const idOf = headingIds();
  let fence: string | null = null;
  return markdown.split('\n').flatMap((line): Heading[] => {
    const mark = /^ {0,3}(```+|~~~+)/.exec(line)?.[1];
    if (mark) fence = fence === null ? mark : mark.startsWith(fence) ? null : fence;
    const [, hashes = '', rest = ''] = (fence === null && /^ {0,3}(#{1,3})[ \t]+(.+?)[ \t]*#*[ \t]*$/.exec(line)) || [];
    if (rest === '') return [];
    const text = plain(rest);
    return [{ id: idOf(text), text, depth: hashes.length === 3 ? 3 : 2 }];
  });
}

/** A heading's words without its marks: links keep their words, emphasis and code theirs. */
const plain = (text: string): string =>
  text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[*`~]|\\(?=[\p{P}\p{S}])/gu, '')
    .replace(/(^|\s)_+|_+(\s|$)/g, '$1$2');
