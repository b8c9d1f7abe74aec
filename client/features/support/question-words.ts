const WORDS_MAX = 8;
/** As long as a search may be. */
const LENGTH_MAX = 80;
/** Below that, words of a language with letters say little; a word of signs may be short. */
const LETTERS_MIN = 4;
/** Vietnamese writes each syllable apart, and most have three letters. */
const SYLLABLE_MIN = 3;
const SIGNS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

/**
 * The words of a question that help is searched by: the longest few. What has digits or an @ stays here, since it may be a number
 * or an address of the person.
 */
export function questionWords(text: string, locale: string): string {
  const rest = text.replace(/\S*[\p{N}@＠]\S*/gu, ' ');
  const pieces = [...new Intl.Segmenter(locale, { granularity: 'word' }).segment(rest)];
  const words = pieces.filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment.toLowerCase());
  const least = locale.startsWith('vi') ? SYLLABLE_MIN : LETTERS_MIN;
  const telling = [...new Set(words)].filter((word) => word.length >= (SIGNS.test(word) ? 2 : least));
  const longest = telling.sort((one, other) => other.length - one.length).slice(0, WORDS_MAX);
  let joined = '';
  for (const word of longest) if (joined.length + word.length < LENGTH_MAX) joined = `${joined} ${word}`.trim();
  return joined;
}
