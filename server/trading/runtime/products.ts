import { symbolKind, type SymbolKind } from '../../../shared/contract-symbol.js';
import type { ShownMarket } from '../../market/book-market.js';
import type { BookKind } from '../venue/book.state.js';

/** A product with the market that its books meet. */
export interface TradedProduct<Market = ShownMarket> {
  readonly kind: BookKind;
  readonly market: Market;
}

/** What is traded on the venue, by the symbols of its books. */
export class Products<Market = ShownMarket> {
  private readonly bySymbols: ReadonlyMap<SymbolKind, TradedProduct<Market>>;

  constructor(readonly all: readonly TradedProduct<Market>[]) {
    this.bySymbols = new Map(
      all.flatMap((product) => product.kind.product.symbols.map((symbols) => [symbols, product])),
    );
  }

  /** `undefined`: nothing is traded under symbols like this one. */
  named(symbol: string): TradedProduct<Market> | undefined {
    return this.bySymbols.get(symbolKind(symbol));
  }

  of(symbol: string): TradedProduct<Market> {
    const product = this.named(symbol);
    if (product === undefined) throw new Error(`nothing is traded as ${symbol}`);
    return product;
  }

  /** The one in which the instruments themselves are traded: there users move prices and candles. */
  get inInstruments(): TradedProduct<Market> {
    const product = this.bySymbols.get('instrument');
    if (product === undefined) throw new Error('no product trades the instruments themselves');
    return product;
  }

  /** The book that a stream is of. `undefined`: it is of none. */
  bookOf(stream: string): (TradedProduct<Market> & { readonly symbol: string }) | undefined {
    const product = this.all.find(({ kind }) => stream.startsWith(`${kind.name}-`));
    return product && { ...product, symbol: stream.slice(product.kind.name.length + 1) };
  }
}
