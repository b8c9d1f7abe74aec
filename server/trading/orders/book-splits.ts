import { Inject, Injectable } from '@nestjs/common';
import type { CommandScope, View } from '../../core/decider.js';
import { SplitBooks, type BookSplitTerms } from '../../core/ports/split-books.js';
import { BOOK_KINDS, bookKindOf } from '../venue/book-kinds.js';
import type { BookKind } from '../venue/book.state.js';
import { sizesOf } from '../venue/order.rules.js';
import { splitOrders, splitSpec } from '../venue/split.decider.js';

/** Open orders in the books of what is split. */
@Injectable()
export class BookSplits implements SplitBooks {
  constructor(@Inject(BOOK_KINDS) private readonly kinds: readonly BookKind[]) {}

  streams(symbol: string): CommandScope['streams'] {
    return [[bookKindOf(this.kinds, symbol), symbol]];
  }

  owners(view: View, symbol: string): readonly string[] {
    const { book } = view.state(bookKindOf(this.kinds, symbol), symbol);
    return [...new Set([...book.everyOrder()].map(({ order }) => order.owner))];
  }

  split(view: View, terms: BookSplitTerms, at: number): ReturnType<SplitBooks['split']> {
    const kind = bookKindOf(this.kinds, terms.symbol);
    const state = view.state(kind, terms.symbol);
    const spec = splitSpec(state, terms.version);
    if (spec === undefined) return { events: [], owners: [] };
    const sizes = sizesOf(spec);
    return splitOrders({ state, spec, sizes, settlement: kind.product.settlement({ spec, sizes }, view) }, terms, at);
  }
}
