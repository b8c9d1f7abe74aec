import { amount, format, fromSteps } from '../../../shared/money.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import { amendedBy, orderOf, type OpenOrder, type Order } from '../../trading/matching/book.js';
import { tryAmend } from '../../trading/venue/amend.decider.js';
import type { OrderAmended } from '../../trading/venue/book.facts.js';
import type { AmendOrder, PlaceOrder } from '../../trading/venue/order.commands.js';
import type { Attempt, OrderScope } from '../../trading/venue/order.decider.js';
import type { Sizes } from '../../trading/venue/order.rules.js';

/** An open order as an amendment would leave it, from a decision that is not stored. */
interface Amending {
  /** As much of the order as it stands that has not filled, and what it holds. */
  readonly before: Order;
  readonly held: string;
  readonly attempt: Attempt;
  /** As much of the amended order as has not filled. */
  readonly after: Order;
  readonly heldAfter: string;
}

/** What would come of an open order if it were amended to these terms; a refusal where there is none. */
export function amending(orderId: string, data: PlaceOrder, scope: OrderScope): Amending | Refusal {
  const { book, sizes, terms } = scope.state;
  const open = orderOf(book, orderId);
  if (open === null || sizes === null || open.order.owner !== data.ownerId)
    return refuse('order.not-found', { orderId });
  const before = { ...open.order, lots: open.remainingLots };
  const held = format(terms.get(orderId)?.held ?? 0n);
  const attempt = tryAmend(scope, amendmentOf(data, open, sizes));
  const amended = attempt.decided?.events.find(
    ({ type, data: event }) => type === 'ContractOrderAmended' && (event as OrderAmended).orderId === orderId,
  )?.data as OrderAmended | undefined;
  if (amended !== undefined)
    return {
      before,
      held,
      attempt,
      after: { ...amendedBy(open.order, amended), lots: amended.remainingLots },
      heldAfter: amended.held,
    };
  // It may be looked at before anything is changed.
  const problems = attempt.problems.filter(({ refusal }) => refusal !== 'order.nothing-to-amend');
  return { before, held, attempt: { problems }, after: before, heldAfter: held };
}

/** What differs from the order as it stands. */
function amendmentOf(data: PlaceOrder, { order }: OpenOrder, { tick, lot }: Sizes): AmendOrder {
  const changed = (text: string | undefined, steps: number | null, step: bigint): string | undefined =>
    text === undefined || (steps !== null && amount(text) === fromSteps(steps, step)) ? undefined : text;
  return {
    ...data,
    orderId: order.orderId,
    price: changed(data.price, order.priceTicks, tick),
    stopPrice: changed(data.stopPrice, order.stopTicks, tick),
    quantity: changed(data.quantity, order.lots, lot),
  };
}
