import { bankruptcyPrice, liquidationPrice, type OpenPosition, type PositionSide } from '../../../shared/margin.js';
import { format, fromSteps, toCount, type Amount } from '../../../shared/money.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import { isReducing, ordersOf, type Book, type OpenOrder, type Order } from '../../trading/matching/book.js';
import type { MarginPolicy } from '../../trading/venue/order.commands.js';
import { notionalOf, type Sizes } from '../../trading/venue/order.rules.js';
import type { SidedOrder } from '../../trading/venue/product.settlement.js';
import { marginTermsOf } from './contract.rules.js';
import { openPosition } from './position/position.rules.js';
import { lossOf, marginPartsOf, markOf, sideOf } from './position/position.settlement.js';
import type { ContractPosition } from './position/position.state.js';

/**
 * Whoever closes beyond the bankruptcy price sells what their margin does not pay for: the buyer's gain would be the agents' loss, and two
 * accounts of one person would share it. So no order may close there, and none may move that price beyond one that waits.
 */

/** What an order that opens leaves when it is filled at the price that is worst for this: its own, or the mark price if it may fill there. */
function openedAtWorst(order: Order, lots: number, takerRate: Amount, sizes: Sizes): OpenPosition {
  const side = sideOf(order);
  const isBetter = side === 'long' ? markOf(order) < order.priceTicks : markOf(order) > order.priceTicks;
  const at = (ticks: number) => filledAt(order, ticks, lots, { side, takerRate, sizes });
  const own = at(order.priceTicks);
  const marked = isBetter ? at(markOf(order)) : own;
  const isWorse = worse(side, priceOf(marked, takerRate), priceOf(own, takerRate));
  return isWorse ? marked : own;
}

interface FillTerms {
  readonly side: PositionSide;
  readonly takerRate: Amount;
  readonly sizes: Sizes;
}

function filledAt(order: Order, ticks: number, lots: number, { side, takerRate, sizes }: FillTerms): OpenPosition {
  const notional = notionalOf(ticks, lots, sizes);
  const { margin, closingFee } = marginPartsOf(order, notional, takerRate);
  const all = margin + closingFee + lossOf(order, notional, lots, sizes);
  return { side, quantity: BigInt(lots) * sizes.lot, entryNotional: notional, margin: all, fundingOwed: 0n };
}

/**
 * The worst bankruptcy price, in ticks, that a position may come to have while orders of its owner fill that add to it; `null` without any.
 * Rounded against the owner.
 */
function worstTicks(
  side: PositionSide,
  open: OpenPosition | null,
  adding: readonly OpenPosition[],
  { takerRate, tick }: { readonly takerRate: Amount; readonly tick: Amount },
): number | null {
  const price = (position: OpenPosition) => priceOf(position, takerRate);
  const worstFirst = adding
    .map((position) => ({ position, price: price(position) }))
    .sort((one, other) => (worse(side, one.price, other.price) ? -1 : 1));
  let [whole, exact] = [open, open === null ? 0n : price(open)];
  for (const each of worstFirst) {
    if (whole !== null && !worse(side, each.price, exact)) break;
    whole = whole === null ? each.position : together(whole, each.position);
    exact = price(whole);
  }
  if (whole === null) return null;
  return toCount(side === 'long' ? (exact + tick - 1n) / tick : exact / tick);
}

/** Whether a price is beyond that of a bankruptcy: a long is bankrupt below it, a short above. */
export const isBeyond = (side: PositionSide, ticks: number, bankruptcy: number): boolean =>
  side === 'long' ? ticks < bankruptcy : ticks > bankruptcy;

const priceOf = (position: OpenPosition, takerRate: Amount): Amount => bankruptcyPrice(position, { takerRate });

/** A long is bankrupt earlier the higher its price is. */
const worse = (side: PositionSide, one: Amount, other: Amount): boolean =>
  side === 'long' ? one > other : one < other;

function together(one: OpenPosition, other: OpenPosition): OpenPosition {
  return {
    side: one.side,
    quantity: one.quantity + other.quantity,
    entryNotional: one.entryNotional + other.entryNotional,
    margin: one.margin + other.margin,
    fundingOwed: one.fundingOwed + other.fundingOwed,
  };
}

interface Terms {
  readonly sizes: Sizes;
  readonly takerRate: Amount;
  readonly fundingIndex: Amount;
}

interface Opening {
  readonly order: Order;
  readonly lots: number;
}

/** The open orders of an owner, beside the position that they open and close. */
export class OwnOrders {
  private readonly orders: readonly OpenOrder[];
  /** By the side that a decision asks for again. */
  private readonly known = new Map<PositionSide, number | null>();

  constructor(
    book: Book,
    ownerId: string,
    private readonly own: Pick<ContractPosition, 'long' | 'short'>,
    private readonly terms: Terms,
  ) {
    this.orders = ordersOf(book, ownerId);
  }

  position(side: PositionSide): OpenPosition | null {
    const { [side]: holding } = this.own;
    return holding === null ? null : openPosition(holding, this.terms.sizes.lot, this.terms.fundingIndex);
  }

  /** The worst price that an order may close at; `null` where it closes nothing. */
  closingTicks(order: SidedOrder): number | null {
    const side = closedBy(order);
    if (side === null) return null;
    const known = this.known.get(side);
    if (known !== undefined) return known;
    const ticks = this.bankruptcyTicks(side);
    this.known.set(side, ticks);
    return ticks;
  }

  /** Of a side as it is or becomes, while a further order may add to it. */
  bankruptcyTicks(side: PositionSide, more: Opening | null = null, position = this.position(side)): number | null {
    const { takerRate, sizes } = this.terms;
    const known = this.orders.map(({ order, remainingLots }) => ({ order, lots: remainingLots }));
    const others = known.filter(({ order }) => order.orderId !== more?.order.orderId);
    const adding = [...others, ...(more === null ? [] : [more])]
      .filter(({ order }) => !isReducing(order) && sideOf(order) === side)
      .map(({ order, lots }) => openedAtWorst(order, lots, takerRate, sizes));
    return worstTicks(side, position, adding, { takerRate, tick: sizes.tick });
  }

  /** The position once an order is filled that opens, at the price that is worst for it. */
  openedBy({ order, lots }: Opening): OpenPosition {
    const { takerRate, sizes } = this.terms;
    const opened = openedAtWorst(order, lots, takerRate, sizes);
    const before = this.position(sideOf(order));
    return before === null ? opened : together(before, opened);
  }

  /** Whether any of them may close a side, or what comes with the fills of any. */
  closes(side: PositionSide, more?: Opening): boolean {
    return this.with(more).some((order) => closingPrices(order, side).length > 0);
  }

  /** The price of the first order that would close a side beyond this price. */
  closingBeyond(side: PositionSide, bankruptcy: number, more?: Opening): number | undefined {
    return this.with(more)
      .flatMap((order) => closingPrices(order, side))
      .find((ticks) => isBeyond(side, ticks, bankruptcy));
  }

  /** An order that is amended counts as it becomes. */
  private with(more?: Opening): readonly Order[] {
    const known = this.orders.map(({ order }) => order);
    if (more === undefined) return known;
    return [...known.filter(({ orderId }) => orderId !== more.order.orderId), more.order];
  }

  price(ticks: number): string {
    return format(fromSteps(ticks, this.terms.sizes.tick));
  }
}

/** The worst prices that a side may be closed at by an order, and by what comes with its fills. */
function closingPrices(order: Order, side: PositionSide): number[] {
  const own = closedBy(order) === side ? [order.priceTicks] : [];
  const levels = sideOf(order) === side ? (order.attached?.levels ?? []) : [];
  const prices = levels.flatMap(({ takeProfit, stopLoss }) => [takeProfit, stopLoss]);
  return [...own, ...prices.flatMap((price) => price?.priceTicks ?? [])];
}

/** The side that an order closes if it is open; in hedge mode `null` for those that open. */
export function closedBy({ side, positionSide }: SidedOrder): PositionSide | null {
  const closed = side === 'sell' ? 'long' : 'short';
  return positionSide === 'both' || positionSide === closed ? closed : null;
}

/** What stands against a change that moves the bankruptcy price of a side: an order that waits to close it beyond that. */
export function closingBeyond(
  orders: OwnOrders,
  { side, more, position }: { readonly side: PositionSide; readonly more?: Opening; readonly position?: OpenPosition },
  field: 'amount' | 'quantity',
): Refusal | undefined {
  if (!orders.closes(side, more)) return undefined;
  const bankruptcy = orders.bankruptcyTicks(side, more, position);
  const closing = bankruptcy === null ? undefined : orders.closingBeyond(side, bankruptcy, more);
  if (bankruptcy === null || closing === undefined) return undefined;
  return refuse('contract.closing-order-beyond', {
    field,
    closing: orders.price(closing),
    price: orders.price(bankruptcy),
  });
}

/**
 * The price of liquidation, rounded to one that is still reached; `null` where the stop is reached before it. Before a close a position is
 * reduced at another price, and goes on: a stop beyond that one comes to act.
 */
export function liquidatedAt(
  position: OpenPosition,
  stopTicks: number,
  margin: MarginPolicy,
  tick: Amount,
): number | null {
  const { side } = position;
  const liquidation = liquidationPrice(position, marginTermsOf({ ...margin, gap: null }, 0));
  const stop = fromSteps(stopTicks, tick);
  if (liquidation === null || (side === 'long' ? stop > liquidation : stop < liquidation)) return null;
  return toCount(side === 'long' ? (liquidation + tick - 1n) / tick : liquidation / tick);
}
