import { format, fromSteps } from '../../../shared/money.js';
import { hasLimitPrice } from '../../../shared/order-type.js';
import { isDormant, type Order } from '../matching/book.js';
import type { BookState } from './book.state.js';

/** An open order of a book, in the instrument's units. */
export interface OpenOrderOf {
  readonly symbol: string;
  readonly orderId: string;
  readonly owner: string;
  readonly side: Order['side'];
  readonly kind: Order['kind'];
  /** `null`: at any price that the band allows. */
  readonly price: string | null;
  readonly stopPrice: string | null;
  readonly quantity: string;
  readonly remaining: string;
  /** On hold for it, in the asset that it gives. */
  readonly held: string;
  readonly heldAsset: string;
  readonly placedAt: number;
}

export function openOrdersOf(
  { product, symbol, spec, sizes, book, terms }: BookState,
  isWanted: (owner: string) => boolean,
): OpenOrderOf[] {
  if (spec === null || sizes === null) return [];
  return [...book.everyOrder()]
    .filter(({ order }) => isWanted(order.owner))
    .map(({ order, remainingLots }) => {
      const { orderId, owner, side, kind, priceTicks, stopTicks, lots } = order;
      const { held = 0n, placedAt = 0 } = terms.get(orderId) ?? {};
      return {
        symbol,
        orderId,
        owner,
        side,
        kind,
        price: hasLimitPrice(kind) ? format(fromSteps(priceTicks, sizes.tick)) : null,
        stopPrice: stopTicks === null || isDormant(order) ? null : format(fromSteps(stopTicks, sizes.tick)),
        quantity: format(fromSteps(lots, sizes.lot)),
        remaining: format(fromSteps(remainingLots, sizes.lot)),
        held: format(held),
        heldAsset: product.heldAsset(side, spec),
        placedAt,
      };
    });
}
