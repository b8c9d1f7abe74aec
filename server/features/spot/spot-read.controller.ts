import { Controller, Inject } from '@nestjs/common';
import {
  getMyTradesQuery,
  getOpenOrdersQuery,
  getOrderHistoryQuery,
  getOrderQuery,
} from '../../../contracts/spot.contract.js';
import { Call, type Asked } from '../../edge/http/call.js';
import { SpotQuery } from './spot.query.js';

@Controller()
export class SpotReadController {
  constructor(@Inject(SpotQuery) private readonly spot: SpotQuery) {}

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
    access: 'user',
    summary: 'The trades of the account, newest first.',
    input: getMyTradesQuery,
    answer: 'Page<TradeView>',
    refusals: ['request.unavailable'],
  })
  getMyTrades({ session, input }: Asked<typeof getMyTradesQuery>) {
    return this.spot.trades(session.realm, session.ownerId, input);
  }
}
