import { Controller } from '@nestjs/common';
import {
  exportOrders,
  exportTrades,
  getMyTrades,
  getOpenOrders,
  getOrder,
  getOrderEvents,
  getOrderHistory,
} from '../../../contracts/order.calls.js';
import { isRefusal, refuse } from '../../core/refusal.js';
import { Handle, type CallContext } from '../../edge/http/call.js';
import { Files } from '../../edge/work/files.js';
import { ORDERS_FILE, TRADES_FILE } from './order-export.js';
import { OrderHistoryQuery } from './order-history.query.js';
import { OrderQuery } from './order.query.js';

@Controller()
export class OrderController {
  constructor(
    private readonly orders: OrderQuery,
    private readonly history: OrderHistoryQuery,
    private readonly files: Files,
  ) {}

  @Handle(getOpenOrders)
  getOpenOrders({ session, input }: CallContext<typeof getOpenOrders>) {
    return this.orders.openOrders(session.realm, session.ownerId, input);
  }

  @Handle(getOrder)
  getOrder({ session, input }: CallContext<typeof getOrder>) {
    return this.orders.order(session.realm, session.ownerId, input);
  }

  @Handle(getOrderHistory)
  getOrderHistory({ session, input }: CallContext<typeof getOrderHistory>) {
    return this.orders.orderHistory(session.realm, session.ownerId, input);
  }

  @Handle(getMyTrades)
  getMyTrades({ session, input }: CallContext<typeof getMyTrades>) {
    return this.orders.trades(session.realm, session.ownerId, input);
  }

  @Handle(getOrderEvents)
  async getOrderEvents({ session, input }: CallContext<typeof getOrderEvents>) {
    const order = await this.orders.order(session.realm, session.ownerId, input);
    return isRefusal(order) ? order : this.history.eventsOf(session.realm, session.ownerId, order);
  }

  @Handle(exportOrders)
  async exportOrders({ session, input }: CallContext<typeof exportOrders>) {
    const { realm, ownerId } = session;
    if (!(await this.orders.isUpToDate(realm))) return refuse('request.unavailable');
    return this.files.csv('orders', ORDERS_FILE, { realm, ownerId, filters: input });
  }

  @Handle(exportTrades)
  async exportTrades({ session, input }: CallContext<typeof exportTrades>) {
    const { realm, ownerId } = session;
    if (!(await this.orders.isUpToDate(realm))) return refuse('request.unavailable');
    return this.files.csv('trades', TRADES_FILE, { realm, ownerId, filters: input });
  }
}
