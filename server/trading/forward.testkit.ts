import { amount, format, ONE, roundTo, times, ZERO, type Amount } from '../../shared/money.js';
import { feeOf } from '../../shared/order.js';
import { HouseCommand } from '../core/command.js';
import type { StreamKind, View } from '../core/decider.js';
import type { NewEvent, Posting } from '../core/event.js';
import { declareEventTypesWith } from '../engine/history/event-types.js';
import { HOUSE, userAccount } from '../engine/ledger/chart.js';
import { HOUSE as AGENTS, type Order } from './matching/book.js';
import { BOOK_IDS, type BookSpec, type PositionFactsOf } from './venue/book.facts.js';
import { bookKind } from './venue/book.state.js';
import * as order from './venue/order.commands.js';
import { notionalOf, type Sizes } from './venue/order.rules.js';
import type { Fill, Product, Settlement } from './venue/product.settlement.js';

/** A product that only tests have: a forward, of which an order puts up a tenth, and a fill moves the positions of both. */
const MARGIN = ONE / 10n;
const SPACE = 'futures';

class PlaceForward extends HouseCommand<order.PlaceOrder, order.OrderAnswer> {
  static readonly type = 'PlaceForward';
  static readonly schema = order.placeOrder;
}
class PlaceForwardOco extends HouseCommand<order.PlaceOco, order.OrderAnswer> {
  static readonly type = 'PlaceForwardOco';
  static readonly schema = order.placeOco;
}
class AmendForward extends HouseCommand<order.AmendOrder, order.OrderAnswer> {
  static readonly type = 'AmendForward';
  static readonly schema = order.amendOrder;
}
class CancelForward extends HouseCommand<order.CancelOrder, order.OrderAnswer> {
  static readonly type = 'CancelForward';
  static readonly schema = order.cancelOrder;
}
class CancelAllForwards extends HouseCommand<order.CancelAllOrders, order.OrderAnswer> {
  static readonly type = 'CancelAllForwards';
  static readonly schema = order.cancelAllOrders;
}
class CancelForwardsInBooks extends HouseCommand<order.CancelOrdersInBooks, order.OrderAnswer> {
  static readonly type = 'CancelForwardsInBooks';
  static readonly schema = order.cancelOrdersInBooks;
}
class AdvanceForwards extends HouseCommand<order.AdvanceMarket, order.OrderAnswer> {
  static readonly type = 'AdvanceForwards';
  static readonly schema = order.advanceMarket;
}

type ForwardEventType = keyof PositionFactsOf<'Forward'> | 'ForwardPositionMoved';
const SCHEMAS: Record<ForwardEventType, number> = {
  ForwardBookOpened: 1,
  ForwardBeatDecided: 1,
  ForwardBeatsMissed: 1,
  ForwardOrderAccepted: 1,
  ForwardOrderTriggered: 1,
  ForwardOrderMatched: 1,
  ForwardOrderAmended: 1,
  ForwardOrderReduced: 1,
  ForwardOrderCancelled: 1,
  ForwardLastTradeMoved: 1,
  ForwardClosingAuctionOpened: 1,
  ForwardAuctionEnded: 1,
  ForwardTriggersDeferred: 1,
  ForwardImpactRecorded: 1,
  ForwardOrdersSplit: 1,
  ForwardPositionsAdjusted: 1,
  ForwardPositionMoved: 1,
};
declareEventTypesWith(BOOK_IDS, ...Object.entries(SCHEMAS).map(([type, schema]) => ({ type, schema })));

/** What an owner is bound to in one book: lots above zero were bought, below zero sold. */
export interface Position {
  readonly owner: string;
  readonly lots: number;
  /** What the lots were worth when they were bought or sold, and the margin that is on hold for them. */
  readonly entry: Amount;
  readonly margin: Amount;
}
interface PositionMoved {
  readonly owner: string;
  readonly symbol: string;
  readonly lots: number;
  readonly entry: string;
  readonly margin: string;
  /** Profit or loss of the lots that this fill closed. */
  readonly realised: string;
}

export const positionKind: StreamKind<Position> = {
  name: 'forwardposition',
  initial: (id) => ({ owner: id.slice(id.indexOf('-') + 1), lots: 0, entry: ZERO, margin: ZERO }),
  evolve: (_, { data }) => {
    const { owner, lots, entry, margin } = data as PositionMoved;
    return { owner, lots, entry: amount(entry), margin: amount(margin) };
  },
  holds: ({ owner, margin }) => new Map([[`${userAccount(owner, SPACE, 'frozen')} USDT`, margin]]),
};
export const positionId = (owner: string, symbol: string): string => `${symbol}-${owner}`;

const forward: Product = {
  name: 'forward',
  symbols: 'delivery',
  prefix: 'Forward',
  space: SPACE,
  commands: {
    place: PlaceForward,
    placeOco: PlaceForwardOco,
    amend: AmendForward,
    cancel: CancelForward,
    cancelAll: CancelAllForwards,
    cancelInBooks: CancelForwardsInBooks,
    advance: AdvanceForwards,
  },
  hasPositions: true,
  heldAsset: (_, { quote }) => quote,
  settlement: ({ spec, sizes }, view) => marginSettlement(spec, sizes, view),
  moves: (owner, symbol) => [[positionKind, positionId(owner, symbol)]],
};
export const forwardKind = bookKind(forward);

function marginSettlement(spec: BookSpec, sizes: Sizes, view: View): Settlement {
  const { quoteDecimals } = sizes;
  /** One command may move the same position several times. */
  const moved = new Map<string, Position>();
  const marginOf = (notional: Amount): Amount => roundTo(times(notional, MARGIN, 'down'), quoteDecimals, 'down');
  // Rounded down, so that its parts are never more than the whole; a tenth pays for every fee.
  const reserve = ({ priceTicks }: Order, lots: number, takerRate: Amount): Amount => {
    const notional = notionalOf(priceTicks, lots, sizes);
    return marginOf(notional) + feeOf(notional, takerRate, quoteDecimals);
  };
  return {
    reserve,
    // A sell may fill above its price, and then puts up no more than it holds for these lots.
    cost: ({ notional, fee, lots }, own, takerRate) => {
      const [wanted, held] = [marginOf(notional) + fee, reserve(own, lots, takerRate)];
      return wanted < held ? wanted : held;
    },
    onFill: (fill, { cost, freed }) => {
      if (fill.owner === AGENTS) return { postings: [] };
      const id = positionId(fill.owner, spec.symbol);
      const before = moved.get(id) ?? view.state(positionKind, id);
      const { after, realised, released } = moveBy(fill, before, cost - fill.fee);
      moved.set(id, after);
      const { owner, lots } = after;
      const [entry, margin] = [format(after.entry), format(after.margin)];
      const data: PositionMoved = { owner, symbol: spec.symbol, lots, entry, margin, realised: format(realised) };
      const event: NewEvent = { stream: `${positionKind.name}-${id}`, type: 'ForwardPositionMoved', schema: 1, data };
      return { postings: postingsOf(fill, { back: released + freed, realised, asset: spec.quote }), events: [event] };
    },
  };
}

/** The position after a fill: first it closes what is open on the other side, then it opens. */
function moveBy({ side, lots, owner, notional }: Fill, before: Position, margin: Amount) {
  const signed = side === 'buy' ? lots : -lots;
  const open = Math.abs(before.lots);
  const closed = Math.sign(before.lots) === -Math.sign(signed) ? Math.min(open, lots) : 0;
  const shareOf = (sum: Amount, some: number, all: number): Amount =>
    some === 0 ? ZERO : (sum * BigInt(some)) / BigInt(all);
  const [entry, exit] = [shareOf(before.entry, closed, open), shareOf(notional, closed, lots)];
  const closedMargin = shareOf(before.margin, closed, open);
  const won = side === 'sell' ? exit - entry : entry - exit;
  // A loss never exceeds the margin.
  const realised = won < -closedMargin ? -closedMargin : won;
  const openedMargin = shareOf(margin, lots - closed, lots);
  const after: Position = {
    owner,
    lots: before.lots + signed,
    entry: before.entry - entry + notional - exit,
    margin: before.margin - closedMargin + openedMargin,
  };
  return { after, realised, released: closedMargin + margin - openedMargin };
}

/** The venue books the fee. Profits come from the agents' inventory, and losses go there. */
function postingsOf(
  { owner, fee }: Fill,
  { back, realised, asset }: { back: Amount; realised: Amount; asset: string },
): Posting[] {
  return [
    { account: userAccount(owner, SPACE, 'frozen'), asset, amount: -(fee + back) },
    { account: userAccount(owner, SPACE, 'available'), asset, amount: back + realised },
    { account: HOUSE.marketMaker.account, asset, amount: -realised },
  ];
}
