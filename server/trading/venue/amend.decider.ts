import { refuse, type Refusal } from '../../core/refusal.js';
import { amendedBy, orderOf, type OpenOrder, type Order } from '../matching/book.js';
import { attachedAmended } from './attached.rules.js';
import type { BookState } from './book.state.js';
import type { AmendOrder, OrderTerms } from './order.commands.js';
import { carryOut, limitsRefusal, type Attempt, type OrderScope } from './order.decider.js';
import { priceRefusal, priceTicks, quantityLots, validInto, type Sizes } from './order.rules.js';
import { pricedTicks, protectedTicks, type Judging } from './protection.rules.js';
import { hasLimitPrice } from '../../../shared/order-type.js';

/** Changes an open order: its price, its trigger while it waits, its quantity; of an OCO pair the quantity of both legs. */
export function tryAmend(scope: OrderScope, command: AmendOrder): Attempt {
  const { state, market } = scope;
  const { sizes, spec } = state;
  const { orderId, ownerId } = command;
  const open = orderOf(state.book, orderId);
  if (sizes === null || spec === null || open === null || open.order.owner !== ownerId) {
    return { problems: [refuse('order.not-found', { orderId })] };
  }
  const terms = { ...command, spec, market, admission: scope.admission };
  const problems: Refusal[] = [];
  // A pair has its other leg instead.
  if (open.ocoOrderId !== null && command.attached)
    problems.push(refuse('order.field-not-for-type', { field: 'attached', type: open.order.kind }));
  const change = amendment(command, open.order, terms, sizes, problems);
  if (change === undefined) return { problems };
  const { priceTicks, stopTicks, lots } = change;
  const found = [
    amendedLimits(state, open, change, terms, sizes),
    command.price === undefined ? undefined : priceRefusal(priceTicks!, 'price', market, terms),
    stopTicks === null ? undefined : priceRefusal(stopTicks, 'stopPrice', market, terms),
  ].filter((problem) => problem !== undefined);
  const attached = levelsAmended(state, open, change, { ...terms, sizes }, found);
  if (found.length > 0) return { problems: found };
  const levels = attached !== undefined && { attached };
  const marked = scope.admission !== undefined && { markTicks: market.markTicks };
  const amend = {
    type: 'AmendOrder',
    orderId,
    owner: ownerId,
    priceTicks,
    stopTicks,
    lots,
    ...marked,
    ...levels,
  } as const;
  return carryOut(scope, terms, amend, ownerId);
}

type AmendTerms = OrderTerms & Judging;

interface Amendment {
  priceTicks: number | null;
  stopTicks: number | null;
  lots: number | null;
}

/** What an order is to become, in ticks and lots; `null` stays as it is. `undefined`: something stands against it. */
function amendment(
  { price, stopPrice, quantity }: AmendOrder,
  order: Order,
  terms: AmendTerms,
  sizes: Sizes,
  problems: Refusal[],
): Amendment | undefined {
  const { kind } = order;
  const valid = validInto(problems);
  const useless = (field: string) => refuse('order.field-not-for-type', { field, type: kind });
  // A stop that becomes a market order, and a market order for an auction, have no price of their own: that in the book is their protection band.
  if (!hasLimitPrice(kind) && price !== undefined) problems.push(useless('price'));
  if ((order.stopTicks === null || order.trail !== undefined) && stopPrice !== undefined)
    problems.push(useless('stopPrice'));
  if (order.wholePosition && quantity !== undefined) problems.push(useless('quantity'));
  const stopTicks = valid(stopPrice === undefined ? undefined : priceTicks(stopPrice, sizes, 'stopPrice'));
  const newTicks = valid(price === undefined ? undefined : priceTicks(price, sizes, 'price'));
  const lots = valid(quantity === undefined ? undefined : quantityLots(quantity, sizes, terms));
  if (problems.length > 0) return undefined;
  const isProtected = !hasLimitPrice(kind) && stopTicks !== null;
  const banded = isProtected ? protectedTicks(order, stopTicks, terms) : newTicks;
  return { priceTicks: banded, stopTicks, lots };
}

/** The amended order, and the other leg of its pair, stay within the instrument's limits. */
function amendedLimits(
  state: BookState,
  open: OpenOrder,
  { priceTicks: ticks, lots }: Amendment,
  terms: AmendTerms,
  sizes: Sizes,
): Refusal | undefined {
  // What closes all of a position may do so whatever its size is.
  if (open.order.wholePosition) return undefined;
  const own = limitsRefusal(pricedTicks(ticks ?? open.order.priceTicks, terms), lots ?? open.order.lots, terms, sizes);
  const partner = open.ocoOrderId === null ? null : orderOf(state.book, open.ocoOrderId);
  if (own !== undefined || partner === null || lots === null) return own;
  return limitsRefusal(pricedTicks(partner.order.priceTicks, terms), lots, terms, sizes);
}

/** What comes with the fills of the order as it becomes; `undefined` where it stays. */
function levelsAmended(
  { terms: money }: BookState,
  { order: before, remainingLots }: OpenOrder,
  { priceTicks, stopTicks, lots }: Amendment,
  terms: AmendTerms & AmendOrder & { readonly sizes: Sizes },
  problems: Refusal[],
) {
  const { market, admission, sizes } = terms;
  const filledLots = before.lots - remainingLots;
  const becomes = {
    priceTicks: priceTicks ?? before.priceTicks,
    stopTicks: stopTicks ?? before.stopTicks,
    lots: (lots ?? before.lots) - filledLots,
  };
  // No more is ordered than has filled: that is refused, whatever its levels are.
  if (becomes.lots <= 0) return undefined;
  const order = amendedBy(before, { ...becomes, ...(admission !== undefined && { markTicks: market.markTicks }) });
  const entryTicks = hasLimitPrice(order.kind) ? order.priceTicks : (order.stopTicks ?? market.referenceTicks);
  const known = money.get(before.orderId)?.levels ?? 0;
  return attachedAmended(terms, { before, order, entryTicks, market, admission, sizes, filledLots, known }, problems);
}
