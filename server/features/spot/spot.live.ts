import type { TouchedOrder } from '../../core/live.js';
import type { RecordedSpotEvent } from './spot.events.js';

/** The orders that a fact changed, for the sockets of those whose they are. An agent's side of a fill has none. */
export function ordersTouched({ type, data }: RecordedSpotEvent): readonly TouchedOrder[] {
  switch (type) {
    case 'SpotOrderAccepted':
      return [{ symbol: data.symbol, owner: data.order.owner, orderId: data.order.orderId }];
    case 'SpotOrderMatched': {
      const { symbol, tradeId, makerOwner, makerOrderId, takerOwner, takerOrderId } = data;
      return [
        ...(makerOrderId === null ? [] : [{ symbol, tradeId, owner: makerOwner, orderId: makerOrderId }]),
        ...(takerOrderId === null ? [] : [{ symbol, tradeId, owner: takerOwner, orderId: takerOrderId }]),
      ];
    }
    case 'SpotOrderTriggered':
    case 'SpotOrderAmended':
    case 'SpotOrderReduced':
    case 'SpotOrderCancelled':
      return [{ symbol: data.symbol, owner: data.owner, orderId: data.orderId }];
    case 'SpotBookOpened':
    case 'SpotLastTradeMoved':
    case 'SpotTriggersDeferred':
    case 'SpotImpactRecorded':
      return [];
  }
}
