import type { MarketNow } from './order.decider.js';
import type { OrderTerms } from './order.commands.js';
import { worstTicks } from './order.rules.js';
import type { Admission, SidedOrder } from './product.settlement.js';

/** What prices are judged by, besides the order's terms. */
export interface Judging {
  readonly market: MarketNow;
  readonly admission: Admission | undefined;
}

/** The worst price of an order without one of its own: within the band, and not beyond where it may close. */
export function protectedTicks(
  order: SidedOrder,
  fromTicks: number,
  { market, policy, admission }: Protection,
): number {
  const worst = worstTicks(order.side, fromTicks, { market, policy });
  const closing = admission?.closingTicks(order) ?? null;
  if (closing === null) return worst;
  return order.side === 'buy' ? Math.min(worst, closing) : Math.max(worst, closing);
}

type Protection = Judging & Pick<OrderTerms, 'policy'>;

/** What the size of an order is judged at: its price, and with margin the mark price where that is higher. */
export const pricedTicks = (ticks: number, { market, admission }: Judging): number =>
  admission === undefined ? ticks : Math.max(ticks, market.markTicks);
