import { HouseCommand } from '../../core/command.js';
import * as order from '../../trading/venue/order.commands.js';

export class PlacePerpetualOrder extends HouseCommand<order.PlaceOrder, order.OrderAnswer> {
  static readonly type = 'PlacePerpetualOrder';
  static readonly schema = order.placeOrder;
}

export class PlacePerpetualOco extends HouseCommand<order.PlaceOco, order.OrderAnswer> {
  static readonly type = 'PlacePerpetualOco';
  static readonly schema = order.placeOco;
}

export class AmendPerpetualOrder extends HouseCommand<order.AmendOrder, order.OrderAnswer> {
  static readonly type = 'AmendPerpetualOrder';
  static readonly schema = order.amendOrder;
}

export class CancelPerpetualOrder extends HouseCommand<order.CancelOrder, order.OrderAnswer> {
  static readonly type = 'CancelPerpetualOrder';
  static readonly schema = order.cancelOrder;
}

export class CancelAllPerpetualOrders extends HouseCommand<order.CancelAllOrders, order.OrderAnswer> {
  static readonly type = 'CancelAllPerpetualOrders';
  static readonly schema = order.cancelAllOrders;
}

export class CancelPerpetualOrdersInBooks extends HouseCommand<order.CancelOrdersInBooks, order.OrderAnswer> {
  static readonly type = 'CancelPerpetualOrdersInBooks';
  static readonly schema = order.cancelOrdersInBooks;
}

export class AdvancePerpetualMarket extends HouseCommand<order.AdvanceMarket, order.OrderAnswer> {
  static readonly type = 'AdvancePerpetualMarket';
  static readonly schema = order.advanceMarket;
}

export const perpetualCommands: order.OrderCommands = {
  place: PlacePerpetualOrder,
  placeOco: PlacePerpetualOco,
  amend: AmendPerpetualOrder,
  cancel: CancelPerpetualOrder,
  cancelAll: CancelAllPerpetualOrders,
  cancelInBooks: CancelPerpetualOrdersInBooks,
  advance: AdvancePerpetualMarket,
};
