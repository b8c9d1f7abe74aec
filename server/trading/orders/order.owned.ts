import { ZERO, type Amount } from '../../../shared/money.js';
import type { OwnedItem, OwnedPart, OwnedReader } from '../../core/owned.js';
import type { OpenOrders } from '../../core/ports/open-orders.js';
import { isRefusal } from '../../core/refusal.js';
import { ordersOf } from '../matching/book.js';
import type { BookKind, BookState } from '../venue/book.state.js';

/** Open orders hold money in the books of every product; cancelling them gives it back. One item for each book and asset. */
export const orderOwned = (
  kinds: readonly BookKind[],
  { openSymbols }: { openSymbols: OpenOrders['openSymbols'] },
): OwnedPart => ({
  kinds,
  read: async (reader) => {
    const items: OwnedItem[] = [];
    for (const kind of kinds) {
      const symbols = await openSymbols(reader.realm, reader.ownerId, kind.product.name);
      if (isRefusal(symbols)) return symbols;
      for (const symbol of symbols) items.push(...itemsOf(reader, await reader.state(kind, symbol)));
    }
    return { items };
  },
});

function itemsOf({ ownerId, at }: OwnedReader, { product, symbol, spec, terms, book }: BookState): OwnedItem[] {
  if (spec === null) return [];
  const held = new Map<string, Amount>();
  for (const { order } of ordersOf(book, ownerId)) {
    const asset = product.heldAsset(order.side, spec);
    held.set(asset, (held.get(asset) ?? ZERO) + (terms.get(order.orderId)?.held ?? ZERO));
  }
  return [...held].map(([asset, amount]) => ({
    id: `${symbol} ${asset}`,
    label: symbol,
    detail: null,
    held: [{ space: product.space(symbol), asset, amount }],
    beyond: ZERO,
    isEstimate: false,
    isAtRisk: false,
    way: 'cancel',
    availableAt: at,
    cost: ZERO,
    early: null,
  }));
}
