import { Injectable } from '@nestjs/common';
import type { CommandScope, View } from '../../core/decider.js';
import { SplitBooks, type BookSplitTerms } from '../../core/ports/split-books.js';
import { sizesOf } from '../../trading/venue/order.rules.js';
import { splitOrders } from '../../trading/venue/split.decider.js';
import { spotProduct } from './spot.settlement.js';
import { spotKind } from './spot.state.js';

/** Open spot orders of an instrument that is split. */
@Injectable()
export class SpotSplits implements SplitBooks {
  streams(symbol: string): CommandScope['streams'] {
    return [[spotKind, symbol]];
  }

  owners(view: View, symbol: string): readonly string[] {
    const { book } = view.state(spotKind, symbol);
    return [...new Set([...book.everyOrder()].map(({ order }) => order.owner))];
  }

  split(view: View, terms: BookSplitTerms, at: number): ReturnType<SplitBooks['split']> {
    const state = view.state(spotKind, terms.symbol);
    // A book that has the version of the split was split before; without open orders there is nothing to split.
    if (state.spec === null || state.book.orders.size === 0 || state.spec.version >= terms.version)
      return { events: [], owners: [] };
    const spec = { ...state.spec, version: terms.version };
    const sizes = sizesOf(spec);
    return splitOrders({ state, spec, sizes, settlement: spotProduct.settlement({ spec, sizes }, view) }, terms, at);
  }
}
