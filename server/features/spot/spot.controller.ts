import { Controller, Inject } from '@nestjs/common';
import { spotRefusals } from '../../../contracts/spot.contract.js';
import {
  amendOrderBody,
  cancelAllOrdersBody,
  cancelOrderBody,
  placeOcoBody,
  placeOrderBody,
  previewOrderQuery,
} from '../../../contracts/spot.contract.js';
import type { RefusalCode } from '../../../contracts/refusal.contract.js';
import { Call, type Asked } from '../../edge/http/call.js';
import { SpotService } from './spot.service.js';

const PLACING: RefusalCode[] = [
  'market.symbol-unknown',
  'market.closed',
  'demo.expired',
  'account.frozen',
  'security.trade-password-missing',
  'security.trade-password-required',
  'request.unavailable',
  ...(Object.keys(spotRefusals) as RefusalCode[]),
];
const CANCELLING: RefusalCode[] = ['market.symbol-unknown', 'spot.order-not-found', 'request.unavailable'];

@Controller()
export class SpotController {
  constructor(@Inject(SpotService) private readonly spot: SpotService) {}

  @Call({
    method: 'POST',
    path: 'web/placeOrder',
    access: 'user',
    event: 'createOrder',
    summary: 'Places a spot order: limit, market, stop or stop-limit.',
    input: placeOrderBody,
    answer: 'OrderAnswer',
    refusals: PLACING,
  })
  placeOrder(asked: Asked<typeof placeOrderBody>) {
    return this.spot.place(asked);
  }

  @Call({
    method: 'POST',
    path: 'web/placeOco',
    access: 'user',
    event: 'createOrder',
    summary: 'Places a limit and a stop order of which one cancels the other.',
    input: placeOcoBody,
    answer: 'OrderAnswer',
    refusals: PLACING,
  })
  placeOco(asked: Asked<typeof placeOcoBody>) {
    return this.spot.placeOco(asked);
  }

  @Call({
    method: 'POST',
    path: 'web/amendOrder',
    access: 'user',
    event: 'amendOrder',
    summary:
      'Changes price, stop price or quantity; a smaller quantity at the same price keeps its place in the queue.',
    input: amendOrderBody,
    answer: 'OrderAnswer',
    refusals: PLACING,
  })
  amendOrder(asked: Asked<typeof amendOrderBody>) {
    return this.spot.amend(asked);
  }

  @Call({
    method: 'POST',
    path: 'web/cancelOrder',
    access: 'user',
    event: 'cancelOrder',
    summary: 'Cancels an order; of an OCO pair both.',
    input: cancelOrderBody,
    answer: 'OrderAnswer',
    refusals: CANCELLING,
  })
  cancelOrder(asked: Asked<typeof cancelOrderBody>) {
    return this.spot.cancel(asked);
  }

  @Call({
    method: 'POST',
    path: 'web/cancelAllOrders',
    access: 'user',
    event: 'cancelOrder',
    summary: 'Cancels every open order, of one symbol or of all.',
    input: cancelAllOrdersBody,
    answer: 'OrderAnswer',
    refusals: CANCELLING,
  })
  cancelAllOrders(asked: Asked<typeof cancelAllOrdersBody>) {
    return this.spot.cancelAll(asked);
  }

  @Call({
    method: 'GET',
    path: 'web/previewOrder',
    access: 'user',
    summary: 'What an order would fill, cost and pay in fees now, without placing it.',
    input: previewOrderQuery,
    answer: 'OrderPreview',
    refusals: PLACING,
  })
  previewOrder(asked: Asked<typeof previewOrderQuery>) {
    return this.spot.preview(asked);
  }
}
