import { Controller, Inject } from '@nestjs/common';
import {
  exportOrdersQuery,
  exportTradesQuery,
  getMyTradesQuery,
  getOpenOrdersQuery,
  getOrderEventsQuery,
  getOrderHistoryQuery,
  getOrderQuery,
} from '../../../contracts/spot.contract.js';
import { isRefusal, refuse } from '../../core/refusal.js';
import { Call, type Asked } from '../../edge/http/call.js';
import { Files } from '../../edge/work/files.js';
import { ORDERS_FILE, TRADES_FILE } from './spot-export.js';
import { SpotHistoryQuery } from './spot-history.query.js';
import { SpotQuery } from './spot.query.js';

@Controller()
export class SpotReadController {
  constructor(
    @Inject(SpotQuery) private readonly spot: SpotQuery,
    @Inject(SpotHistoryQuery) private readonly history: SpotHistoryQuery,
    @Inject(Files) private readonly files: Files,
  ) {}

  @Call({
    method: 'GET',
    path: 'web/getOpenOrders',
    access: 'user',
    summary: 'The orders that are not done yet, newest first.',
    input: getOpenOrdersQuery,
    answer: 'OrderView[]',
    refusals: ['request.unavailable'],
  })
  getOpenOrders({ session, input }: Asked<typeof getOpenOrdersQuery>) {
    return this.spot.openOrders(session.realm, session.ownerId, input);
  }

  @Call({
    method: 'GET',
    path: 'web/getOrder',
    access: 'user',
    summary: 'One order, by its id or by the client order id.',
    input: getOrderQuery,
    answer: 'OrderView',
    refusals: ['spot.order-not-found', 'request.unavailable'],
  })
  getOrder({ session, input }: Asked<typeof getOrderQuery>) {
    return this.spot.order(session.realm, session.ownerId, input);
  }

  @Call({
    method: 'GET',
    path: 'web/getOrderHistory',
    cost: 2,
    access: 'user',
    summary: 'Past orders, newest first; with a status, the orders of that status, open ones too.',
    input: getOrderHistoryQuery,
    answer: 'Page<OrderView>',
    refusals: ['request.unavailable'],
  })
  getOrderHistory({ session, input }: Asked<typeof getOrderHistoryQuery>) {
    return this.spot.orderHistory(session.realm, session.ownerId, input);
  }

  @Call({
    method: 'GET',
    path: 'web/getMyTrades',
    cost: 2,
    access: 'user',
    summary: 'The trades of the account, newest first.',
    input: getMyTradesQuery,
    answer: 'Page<TradeView>',
    refusals: ['request.unavailable'],
  })
  getMyTrades({ session, input }: Asked<typeof getMyTradesQuery>) {
    return this.spot.trades(session.realm, session.ownerId, input);
  }

  @Call({
    method: 'GET',
    path: 'web/getOrderEvents',
    access: 'user',
    summary: 'What happened to one order, fact by fact, with the place and hash of each in the history.',
    input: getOrderEventsQuery,
    answer: 'OrderEventsView',
    refusals: ['spot.order-not-found', 'request.unavailable'],
  })
  async getOrderEvents({ session, input }: Asked<typeof getOrderEventsQuery>) {
    const order = await this.spot.order(session.realm, session.ownerId, input);
    return isRefusal(order) ? order : this.history.eventsOf(session.realm, session.ownerId, order);
  }

  @Call({
    method: 'GET',
    path: 'web/exportOrders',
    access: 'user',
    summary: 'Past orders as a CSV file (RFC 4180, UTF-8), newest first.',
    input: exportOrdersQuery,
    answer: 'null',
    body: 'csv',
    refusals: ['request.unavailable'],
  })
  async exportOrders({ session, input }: Asked<typeof exportOrdersQuery>) {
    const { realm, ownerId } = session;
    if (!(await this.spot.isUpToDate(realm))) return refuse('request.unavailable');
    return this.files.csv('orders', ORDERS_FILE, { realm, ownerId, filters: input });
  }

  @Call({
    method: 'GET',
    path: 'web/exportTrades',
    access: 'user',
    summary: 'The trades of the account as a CSV file (RFC 4180, UTF-8), newest first.',
    input: exportTradesQuery,
    answer: 'null',
    body: 'csv',
    refusals: ['request.unavailable'],
  })
  async exportTrades({ session, input }: Asked<typeof exportTradesQuery>) {
    const { realm, ownerId } = session;
    if (!(await this.spot.isUpToDate(realm))) return refuse('request.unavailable');
    return this.files.csv('trades', TRADES_FILE, { realm, ownerId, filters: input });
  }
}
