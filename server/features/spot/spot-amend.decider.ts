import { isRefusal, refuse, type Refusal } from '../../core/refusal.js';
import { orderOf, type OpenOrder, type Order } from '../../trading/matching/book.js';
import type { AmendSpotOrder, SpotTerms } from './spot.commands.js';
import { carryOut, limitsRefusal, type MarketNow, type SpotDecided } from './spot.decider.js';
import { bandRefusal, priceTicks, quantityLots, worstTicks, type Sizes } from './spot.rules.js';
import type { Available } from './spot.settlement.js';
import type { SpotState } from './spot.state.js';

/** Changes an open order: its price, its trigger while it waits, its quantity; of an OCO pair the quantity of both legs. */
export function decideAmend(
  state: SpotState,
  command: AmendSpotOrder['data'],
  market: MarketNow,
  available: Available,
): SpotDecided | Refusal {
  const { sizes, spec } = state;
  const open = orderOf(state.book, command.orderId);
  if (sizes === null || spec === null || open === null || open.order.owner !== command.ownerId) {
    return refuse('spot.order-not-found', { orderId: command.orderId });
  }
  const change = amendment(command, open.order, { ...command, spec }, sizes);
  if (isRefusal(change)) return change;
  const { orderId, ownerId } = command;
  const { priceTicks, stopTicks, lots } = change;
  const terms = { ...command, spec };
  const refusal =
    amendedLimits(state, open, change, terms, sizes) ??
    (command.price === undefined ? undefined : bandRefusal(priceTicks!, 'price', market.referenceTicks, terms)) ??
    (stopTicks === null ? undefined : bandRefusal(stopTicks, 'stopPrice', market.referenceTicks, terms));
  if (refusal !== undefined) return refusal;
  const amend = { type: 'AmendOrder', orderId, owner: ownerId, priceTicks, stopTicks, lots } as const;
  return carryOut(state, terms, amend, market, ownerId, available);
}

interface Amendment {
  priceTicks: number | null;
  stopTicks: number | null;
  lots: number | null;
}

/** What an order is to become, in ticks and lots; `null` stays as it is. */
function amendment(command: AmendSpotOrder['data'], order: Order, terms: SpotTerms, sizes: Sizes): Amendment | Refusal {
  const { kind, side } = order;
  // A stop that becomes a market order has no price of its own: the one in the book is its protection band.
  if (kind === 'stop' && command.price !== undefined) {
    return refuse('spot.field-not-for-type', { field: 'price', type: kind });
  }
  if (order.stopTicks === null && command.stopPrice !== undefined) {
    return refuse('spot.field-not-for-type', { field: 'stopPrice', type: kind });
  }
  const stopTicks = command.stopPrice === undefined ? null : priceTicks(command.stopPrice, sizes, 'stop-price');
  if (isRefusal(stopTicks)) return stopTicks;
  const asked = command.price === undefined ? null : priceTicks(command.price, sizes, 'price');
  if (isRefusal(asked)) return asked;
  const lots = command.quantity === undefined ? null : quantityLots(command.quantity, sizes, terms);
  if (isRefusal(lots)) return lots;
  const banded = kind === 'stop' && stopTicks !== null ? worstTicks(side, stopTicks, terms.policy) : asked;
  return { priceTicks: banded, stopTicks, lots };
}

/** The amended order, and the other leg of its pair, stay within the instrument's limits. */
function amendedLimits(
  state: SpotState,
  open: OpenOrder,
  { priceTicks: ticks, lots }: Amendment,
  terms: SpotTerms,
  sizes: Sizes,
): Refusal | undefined {
  const own = limitsRefusal(ticks ?? open.order.priceTicks, lots ?? open.order.lots, terms, sizes);
  const partner = open.ocoOrderId === null ? null : orderOf(state.book, open.ocoOrderId);
  if (own !== undefined || partner === null || lots === null) return own;
  return limitsRefusal(partner.order.priceTicks, lots, terms, sizes);
}
