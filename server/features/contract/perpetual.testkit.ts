import { ZERO } from '../../../shared/money.js';
import { HouseCommand } from '../../core/command.js';
import { declareEventTypesWith } from '../../engine/history/event-types.js';
import { BOOK_IDS, type PositionFactsOf } from '../../trading/venue/book.facts.js';
import { bookKind, type BookKind } from '../../trading/venue/book.state.js';
import * as order from '../../trading/venue/order.commands.js';
import type { Product } from '../../trading/venue/product.settlement.js';
import type { PositionFacts } from './position.facts.js';
import { marginSettlement } from './position.settlement.js';
import { positionId, positionKind } from './position.state.js';

/** Perpetual contracts as specs trade them. */

class PlacePerpetualOrder extends HouseCommand<order.PlaceOrder, order.OrderAnswer> {
  static readonly type = 'PlacePerpetualOrder';
  static readonly schema = order.placeOrder;
}

class PlacePerpetualOco extends HouseCommand<order.PlaceOco, order.OrderAnswer> {
  static readonly type = 'PlacePerpetualOco';
  static readonly schema = order.placeOco;
}

class AmendPerpetualOrder extends HouseCommand<order.AmendOrder, order.OrderAnswer> {
  static readonly type = 'AmendPerpetualOrder';
  static readonly schema = order.amendOrder;
}

class CancelPerpetualOrder extends HouseCommand<order.CancelOrder, order.OrderAnswer> {
  static readonly type = 'CancelPerpetualOrder';
  static readonly schema = order.cancelOrder;
}

class CancelAllPerpetualOrders extends HouseCommand<order.CancelAllOrders, order.OrderAnswer> {
  static readonly type = 'CancelAllPerpetualOrders';
  static readonly schema = order.cancelAllOrders;
}

class CancelPerpetualOrdersInBooks extends HouseCommand<order.CancelOrdersInBooks, order.OrderAnswer> {
  static readonly type = 'CancelPerpetualOrdersInBooks';
  static readonly schema = order.cancelOrdersInBooks;
}

class AdvancePerpetualMarket extends HouseCommand<order.AdvanceMarket, order.OrderAnswer> {
  static readonly type = 'AdvancePerpetualMarket';
  static readonly schema = order.advanceMarket;
}

const perpetualCommands: order.OrderCommands = {
  place: PlacePerpetualOrder,
  placeOco: PlacePerpetualOco,
  amend: AmendPerpetualOrder,
  cancel: CancelPerpetualOrder,
  cancelAll: CancelAllPerpetualOrders,
  cancelInBooks: CancelPerpetualOrdersInBooks,
  advance: AdvancePerpetualMarket,
};

type EventType = keyof PositionFactsOf<'Perpetual'> | keyof PositionFacts;

const SCHEMAS = {
  PerpetualBookOpened: 1,
  PerpetualBeatDecided: 1,
  PerpetualBeatsMissed: 1,
  PerpetualOrderAccepted: 1,
  PerpetualOrderTriggered: 1,
  PerpetualOrderMatched: 1,
  PerpetualOrderAmended: 1,
  PerpetualOrderReduced: 1,
  PerpetualOrderCancelled: 1,
  PerpetualClosingAuctionOpened: 1,
  PerpetualAuctionEnded: 1,
  PerpetualLastTradeMoved: 1,
  PerpetualTriggersDeferred: 1,
  PerpetualImpactRecorded: 1,
  PerpetualOrdersSplit: 1,
  PerpetualPositionsAdjusted: 1,
  PositionOpened: 1,
  PositionIncreased: 1,
  PositionReduced: 1,
  PositionClosed: 1,
} as const satisfies Record<EventType, number>;

declareEventTypesWith(
  { ...BOOK_IDS, owner: 'owner', orderId: 'order' },
  ...Object.entries(SCHEMAS).map(([type, schema]) => ({ type, schema })),
);

const SPACE = 'contract';

/** Stream `perpetualposition-<contract>:<owner>`. */
export const perpetualPositionKind = positionKind('perpetualposition', SPACE);

const perpetual: Product = {
  name: 'perpetual',
  symbols: 'perpetual',
  prefix: 'Perpetual',
  space: SPACE,
  commands: perpetualCommands,
  hasPositions: true,
  heldAsset: (_, { quote }) => quote,
  settlement: (terms, view) =>
    marginSettlement({ kind: perpetualPositionKind, space: SPACE, fundingIndex: () => ZERO }, terms, view),
  moves: (owner, symbol) => [[perpetualPositionKind, positionId(owner, symbol)]],
};

/** Stream `perpetual-<contract>`: the book with the users' orders, their lots, and what is on hold for each order. */
export const perpetualKind: BookKind = bookKind(perpetual);
