interface Piece {
  text: string;
  hit: boolean;
}

/** Cuts a text where the words of a search stand in it, so that they can be marked. Words of one character mark nothing. */
export function marksIn(text: string, query: string): Piece[] {
  const words = query
    .split(/\s+/)
    .filter((word) => [...word].length > 1 || /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(word))
    .map((word) => word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'))
    .sort((a, b) => b.length - a.length);
  if (words.length === 0) return [{ text, hit: false }];
  return text
    .split(new RegExp(`(${words.join('|')})`, 'giu'))
    .map((piece, index) => ({ text: piece, hit: index % 2 === 1 }))
    .filter((piece) => piece.text !== '');
}
