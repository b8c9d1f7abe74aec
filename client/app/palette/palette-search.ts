/** Something that the palette leads to. */
export interface PaletteEntry {
  id: string;
  kind: 'instrument' | 'page' | 'alert';
  /** What it is called: a symbol, or a page's title in the reader's language. */
  title: string;
  /** Shown beside it: an instrument's name, a page's path. */
  detail: string;
  /** Of an instrument: what its logo is of. */
  base?: string;
  /** What else it is found by, and not shown. */
  also?: string;
  to: string;
}

/** The entries that have every word of the query, the best first; ties stay in the given order. */
export function searchEntries(entries: readonly PaletteEntry[], query: string, most: number): PaletteEntry[] {
  const words = fold(query)
    .split(/[\s/]+/)
    .filter(Boolean);
  if (words.length === 0) return [];
  return entries
    .map((entry) => ({ entry, rank: rankOf(entry, words) }))
    .filter(({ rank }) => rank < NOWHERE)
    .sort((a, b) => a.rank - b.rank)
    .slice(0, most)
    .map(({ entry }) => entry);
}

const NOWHERE = 1000;

/** The worst word decides whether an entry is found; how well the words sit decides where it stands. */
function rankOf({ title, detail, also = '' }: PaletteEntry, words: readonly string[]): number {
  const [head, rest] = [fold(title), fold(`${detail} ${also}`)];
  let rank = head === words.join(' ') || head === words.join('') ? -5 : 0;
  for (const word of words) {
    if (head.startsWith(word)) rank += 0;
    else if (startsAWord(head, word)) rank += 1;
    else if (startsAWord(rest, word)) rank += 2;
    else if (head.includes(word)) rank += 3;
    else if (rest.includes(word)) rank += 4;
    else return NOWHERE;
  }
  return rank;
}

const startsAWord = (text: string, word: string): boolean => text.startsWith(word) || text.includes(` ${word}`);

/** Case, accents and width do not matter: `Börse` is found by `borse`, `ＢＴＣ` by `btc`, `Đăng nhập` by `dang nhap`. */
export function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/đ/g, 'd').replace(/ß/g, 'ss').trim();
}
