import type { Redecision } from '../../core/redecision.js';
import type { BookKind } from '../venue/book.state.js';
import { BookSplits } from './book-splits.js';

export const orderRedecision = (kinds: readonly BookKind[]): Redecision => ({
  ports: () => ({ splitBooks: new BookSplits(kinds) }),
});
