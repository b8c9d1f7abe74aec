import { HouseCommand } from '../../core/command.js';
import * as order from '../../trading/venue/order.commands.js';

export class PlaceSpotOrder extends HouseCommand<order.PlaceOrder, order.OrderAnswer> {
  static readonly type = 'PlaceSpotOrder';
  static readonly schema = order.placeOrder;
}

export class PlaceSpotOco extends HouseCommand<order.PlaceOco, order.OrderAnswer> {
  static readonly type = 'PlaceSpotOco';
  static readonly schema = order.placeOco;
}

export class AmendSpotOrder extends HouseCommand<order.AmendOrder, order.OrderAnswer> {
  static readonly type = 'AmendSpotOrder';
  static readonly schema = order.amendOrder;
}

export class CancelSpotOrder extends HouseCommand<order.CancelOrder, order.OrderAnswer> {
  static readonly type = 'CancelSpotOrder';
  static readonly schema = order.cancelOrder;
}

export class CancelAllSpotOrders extends HouseCommand<order.CancelAllOrders, order.OrderAnswer> {
  static readonly type = 'CancelAllSpotOrders';
  static readonly schema = order.cancelAllOrders;
}

export class CancelSpotOrdersInBooks extends HouseCommand<order.CancelOrdersInBooks, order.OrderAnswer> {
  static readonly type = 'CancelSpotOrdersInBooks';
  static readonly schema = order.cancelOrdersInBooks;
}

export class AdvanceSpotMarket extends HouseCommand<order.AdvanceMarket, order.OrderAnswer> {
  static readonly type = 'AdvanceSpotMarket';
  static readonly schema = order.advanceMarket;
}

export const spotCommands: order.OrderCommands = {
  place: PlaceSpotOrder,
  placeOco: PlaceSpotOco,
  amend: AmendSpotOrder,
  cancel: CancelSpotOrder,
  cancelAll: CancelAllSpotOrders,
  cancelInBooks: CancelSpotOrdersInBooks,
  advance: AdvanceSpotMarket,
};
