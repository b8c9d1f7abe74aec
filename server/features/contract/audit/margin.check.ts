import {
  amount,
  format,
  fromSteps,
  ONE,
  over,
  portion,
  roundTo,
  times,
  ZERO,
  type Amount,
} from '../../../../shared/money.js';
import { amendedBy, HOUSE as AGENTS, isReducing, orderOf, type Order } from '../../../trading/matching/book.js';
import type { BookFact, OrderMatched } from '../../../trading/venue/book.facts.js';
import type { BookState } from '../../../trading/venue/book.state.js';
import { ratesOf } from '../../../trading/venue/fee.rules.js';
import type { Sizes } from '../../../trading/venue/order.rules.js';
import type { PositionFacts } from '../position/position.events.js';
import { unlike } from './unlike.js';

/** Decimals of USDT in the ledger. */
const DECIMALS = 8;
const down = (value: Amount): Amount => roundTo(value, DECIMALS, 'down');

/** What a fill took of what its order held. */
interface Taken {
  readonly lots: number;
  readonly cost: Amount;
}

/** An order, and the worse of its two fee rates. */
interface Rated {
  readonly order: Order;
  readonly rate: Amount;
  readonly sizes: Sizes;
}

/**
 * What orders hold and their fills put up: initial margin at the worse of their own price and the mark, what they lose at once against the
 * mark, and the fees of opening and closing, by the leverage, mark and rates that their events name.
 */
export class MarginCheck {
  private readonly taken = new Map<string, Taken>();
  /** Orders that may take in the command that runs: they do not rest yet, or no more. */
  private readonly taking = new Map<string, Order>();
  /** Market orders that hold what they are about to take: what is left of it. */
  private readonly exact = new Map<string, Amount>();

  /** `state` is the book before the fact. */
  book(fact: BookFact, { book, sizes, terms }: BookState): string[] {
    if (sizes === null) return [];
    const { type, data } = fact;
    if (type === 'OrderAccepted') {
      const { order, fees, held } = data;
      this.taking.set(order.orderId, order);
      if (isExact(order)) {
        this.exact.set(order.orderId, amount(held));
        return [];
      }
      return unlikeHeld({ order, rate: ratesOf(fees).worst, sizes }, order.lots, held);
    }
    if (type === 'OrderAmended') {
      const before = orderOf(book, data.orderId)?.order;
      if (before === undefined) return [`${data.orderId} is amended, and does not rest`];
      const rated = { order: amendedBy(before, data), rate: ratesOf(data.fees).worst, sizes };
      this.taking.set(data.orderId, rated.order);
      return unlikeHeld(rated, data.remainingLots, data.held);
    }
    if (type === 'OrderTriggered') {
      const order = orderOf(book, data.orderId)?.order;
      if (order !== undefined) this.taking.set(data.orderId, order);
    }
    if (type !== 'OrderMatched') return [];
    return sidesOf(data).flatMap(({ orderId, fee, remaining, held }) => {
      const order = this.taking.get(orderId) ?? orderOf(book, orderId)?.order;
      const rate = terms.get(orderId)?.rates.worst;
      if (order === undefined || rate === undefined) return [`${orderId} is filled, and does not rest`];
      const rated = { order, rate, sizes };
      const cost = costOf(rated, data, fee);
      this.taken.set(orderId, { lots: data.lots, cost });
      const exact = this.exact.get(orderId);
      if (exact === undefined) return unlikeHeld(rated, remaining, held);
      this.exact.set(orderId, exact - cost);
      return unlike({ held: format(exact - cost) }, { held }).map((each) => `${orderId}: ${each}`);
    });
  }

  /** A fill that opens puts up what it took, less its fee; where it closed another position first, its lots' part of it. */
  grown({ orderId, lots, margin, fee }: PositionFacts['PositionOpened']): string[] {
    const taken = this.taken.get(orderId);
    if (taken === undefined) return [`${orderId} has no fill`];
    const cost = lots === taken.lots ? taken.cost : down(portion(taken.cost, BigInt(lots), BigInt(taken.lots), 'down'));
    return unlike({ margin: format(cost - amount(fee)) }, { margin });
  }

  /** Once a command is over. */
  end(): string[] {
    const left = [...this.exact].filter(([, held]) => held !== ZERO);
    for (const known of [this.taken, this.taking, this.exact]) known.clear();
    return left.map(([orderId, held]) => `${orderId} held ${format(held)} more than its fills took`);
  }
}

function unlikeHeld(rated: Rated, lots: number, held: string | null): string[] {
  return unlike({ held: format(heldFor(rated, lots)) }, { held }).map((each) => `${rated.order.orderId}: ${each}`);
}

/** A market order holds what its fills take, and not what they might. */
const isExact = ({ kind, timeInForce }: Order): boolean =>
  kind === 'market' && timeInForce !== 'OPG' && timeInForce !== 'ATC';

/** Nothing for an order that only closes. */
function heldFor({ order, rate, sizes }: Rated, lots: number): Amount {
  if (isReducing(order)) return ZERO;
  const own = worthOf(order.priceTicks, lots, sizes);
  const marked = worthOf(markOf(order), lots, sizes);
  const worse = own > marked ? own : marked;
  return marginFor(order, worse, rate) + lossOf(order, own, marked) + feeFor(worse, rate);
}

/** By its own price and fee, and no more than was held for its lots. */
function costOf(rated: Rated, { lots, notional }: OrderMatched, fee: Amount): Amount {
  const { order, rate, sizes } = rated;
  if (isReducing(order)) return ZERO;
  const worth = amount(notional);
  const marked = worthOf(markOf(order), lots, sizes);
  const wanted = marginFor(order, worth, rate) + lossOf(order, worth, marked) + fee;
  const held = heldFor(rated, lots);
  return wanted < held ? wanted : held;
}

/** Initial margin, and the fee of closing at the price at which it is lost. */
function marginFor(order: Order, worth: Amount, rate: Amount): Amount {
  const margin = down(over(worth, BigInt(order.margin?.leverage ?? 1) * ONE, 'down'));
  return margin + feeFor(isLong(order) ? worth - margin : worth + margin, rate);
}

function lossOf(order: Order, worth: Amount, marked: Amount): Amount {
  const loss = isLong(order) ? worth - marked : marked - worth;
  return loss > ZERO ? down(loss) : ZERO;
}

const isLong = ({ side, positionSide }: Order): boolean =>
  positionSide === 'both' || positionSide === undefined || positionSide === null
    ? side === 'buy'
    : positionSide === 'long';

/** The mark price that an order is judged by: of a stop the price that it waits for. */
const markOf = ({ priceTicks, stopTicks, margin }: Order): number => stopTicks ?? margin?.markTicks ?? priceTicks;

const feeFor = (worth: Amount, rate: Amount): Amount => down(times(worth, rate, 'down'));

function worthOf(ticks: number, lots: number, { tick, lot }: Sizes): Amount {
  return times(fromSteps(ticks, tick), fromSteps(lots, lot), 'half-even');
}

/** The sides of a fill that are users'. */
function sidesOf(data: OrderMatched) {
  const { makerOwner, makerOrderId, makerFee, makerRemainingLots, makerHeld } = data;
  const { takerOwner, takerOrderId, takerFee, takerRemainingLots, takerHeld } = data;
  const maker = { orderId: makerOrderId, fee: amount(makerFee), remaining: makerRemainingLots, held: makerHeld };
  const taker = { orderId: takerOrderId ?? '', fee: amount(takerFee), remaining: takerRemainingLots, held: takerHeld };
  return [...(makerOwner === AGENTS ? [] : [maker]), ...(takerOwner === AGENTS ? [] : [taker])].flatMap((side) =>
    side.orderId === null ? [] : [{ ...side, orderId: side.orderId }],
  );
}
