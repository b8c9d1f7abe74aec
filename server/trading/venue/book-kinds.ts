import { symbolKind } from '../../../shared/contract-symbol.js';
import type { BookKind } from './book.state.js';

/** Under this Nest has the books of every product. */
export const BOOK_KINDS = 'BOOK_KINDS';

/** The books in which a symbol is traded. */
export function bookKindOf(kinds: readonly BookKind[], symbol: string): BookKind {
  const kind = kinds.find(({ product }) => product.symbols.includes(symbolKind(symbol)));
  if (kind === undefined) throw new Error(`nothing is traded as ${symbol}`);
  return kind;
}
