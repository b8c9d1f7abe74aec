import { notionalOf, unrealisedPnl, type OpenPosition } from '../../../shared/margin.js';
import { format, fromSteps, over, portion, roundTo, times, ZERO, type Amount } from '../../../shared/money.js';
import { hasLimitPrice, isConditional } from '../../../shared/order-type.js';
import { trailedTicks } from '../../../shared/trailing.js';
import { isDormant, type Order } from '../../trading/matching/book.js';
import type { Sizes } from '../../trading/venue/order.rules.js';

const DECIMALS = 8;

/** What an order that closes has filled at once. */
export interface Taken {
  readonly lots: Amount;
  readonly notional: Amount;
  readonly fee: Amount;
}

export interface ClosingPreview {
  readonly price: string;
  readonly pnl: string;
  readonly fee: string;
}

/** The price at which what has not filled is expected to, in ticks: its limit, or where it triggers. */
function expectedTicks(order: Order): number {
  const { kind, side, priceTicks, stopTicks, trail } = order;
  if (!isConditional(kind) || hasLimitPrice(kind) || stopTicks === null) return priceTicks;
  return trail !== undefined && isDormant(order) ? trailedTicks(side, trail, stopTicks) : stopTicks;
}

/**
 * What closing brings, all of it filled: its average price, the PnL before the fee, and the fee. `restingRate` is what the rest pays;
 * `null` for a market order that found nothing.
 */
export function closingPreviewOf(
  order: Order,
  taken: Taken,
  position: OpenPosition,
  { sizes, restingRate }: { readonly sizes: Pick<Sizes, 'tick' | 'lot'>; readonly restingRate: Amount },
): ClosingPreview | null {
  const left = order.kind === 'market' ? ZERO : BigInt(order.lots) - taken.lots;
  const quantity = (taken.lots + left) * sizes.lot;
  if (quantity === ZERO) return null;
  const rest = notionalOf(fromSteps(expectedTicks(order), sizes.tick), left * sizes.lot);
  const price = over(taken.notional + rest, quantity, 'half-even');
  const entryNotional = portion(position.entryNotional, quantity, position.quantity, 'half-even');
  const closed = { ...position, quantity, entryNotional };
  return {
    price: format(roundTo(price, DECIMALS, 'half-even')),
    pnl: format(roundTo(unrealisedPnl(closed, price), DECIMALS, 'half-even')),
    fee: format(roundTo(taken.fee + times(rest, restingRate, 'up'), DECIMALS, 'up')),
  };
}
