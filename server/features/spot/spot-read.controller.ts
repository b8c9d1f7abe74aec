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
import { getFees, getFeeTable } from '../../../contracts/spot.calls.js';
import { isRefusal, refuse } from '../../core/refusal.js';
import { Handle, type CallContext } from '../../edge/http/call.js';
import { Files } from '../../edge/work/files.js';
import { FeeTiers } from '../../trading/runtime/fee-tiers.js';
import { ORDERS_FILE, TRADES_FILE } from './spot-export.js';
import { SpotHistoryQuery } from './spot-history.query.js';
import { SpotQuery } from './spot.query.js';

@Controller()
export class SpotReadController {
  constructor(
    private readonly spot: SpotQuery,
    private readonly history: SpotHistoryQuery,
    private readonly files: Files,
    private readonly fees: FeeTiers,
  ) {}

  @Handle(getOpenOrders)
  getOpenOrders({ session, input }: CallContext<typeof getOpenOrders>) {
    return this.spot.openOrders(session.realm, session.ownerId, input);
  }

  @Handle(getOrder)
  getOrder({ session, input }: CallContext<typeof getOrder>) {
    return this.spot.order(session.realm, session.ownerId, input);
  }

  @Handle(getOrderHistory)
  getOrderHistory({ session, input }: CallContext<typeof getOrderHistory>) {
    return this.spot.orderHistory(session.realm, session.ownerId, input);
  }

  @Handle(getMyTrades)
  getMyTrades({ session, input }: CallContext<typeof getMyTrades>) {
    return this.spot.trades(session.realm, session.ownerId, input);
  }

  @Handle(getOrderEvents)
  async getOrderEvents({ session, input }: CallContext<typeof getOrderEvents>) {
    const order = await this.spot.order(session.realm, session.ownerId, input);
    return isRefusal(order) ? order : this.history.eventsOf(session.realm, session.ownerId, order);
  }

  @Handle(getFeeTable)
  getFeeTable(_: CallContext<typeof getFeeTable>) {
    return this.fees.table();
  }

  @Handle(getFees)
  getFees({ session }: CallContext<typeof getFees>) {
    return this.fees.view(session.realm, session.ownerId);
  }

  @Handle(exportOrders)
  async exportOrders({ session, input }: CallContext<typeof exportOrders>) {
    const { realm, ownerId } = session;
    if (!(await this.spot.isUpToDate(realm))) return refuse('request.unavailable');
    return this.files.csv('orders', ORDERS_FILE, { realm, ownerId, filters: input });
  }

  @Handle(exportTrades)
  async exportTrades({ session, input }: CallContext<typeof exportTrades>) {
    const { realm, ownerId } = session;
    if (!(await this.spot.isUpToDate(realm))) return refuse('request.unavailable');
    return this.files.csv('trades', TRADES_FILE, { realm, ownerId, filters: input });
  }
}
