import type { Language } from '../../../../../shared/language.js';
import { printedWords, type PrintWords } from '../../../../edge/pdf/words.js';

/** How a statement speaks one language. */
export interface StatementWords extends PrintWords {
  /** What an event is called; its own name where a later release knows more than the texts. */
  event(type: string): string;
}

export function wordsOf(language: Language, timeZone: string): StatementWords {
  const words = printedWords('statement', language, timeZone);
  return { ...words, event: (type) => (words.has(`asset:event.${type}`) ? words.t(`asset:event.${type}`) : type) };
}
