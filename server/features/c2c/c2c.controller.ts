import { Controller, Inject } from '@nestjs/common';
import {
  appealC2cBody,
  c2cOrderQuery,
  createC2cBody,
  exportC2cOrdersQuery,
  getC2cOrdersQuery,
  getC2cQuery,
  readC2cMessagesBody,
  sendC2cMessageBody,
  submitC2cBody,
} from '../../../contracts/c2c.contract.js';
import { isRefusal, refuse } from '../../core/refusal.js';
import { Call, type Asked } from '../../edge/http/call.js';
import { silently } from '../../edge/http/reply.js';
import { Files } from '../../edge/work/files.js';
import { C2C_ORDERS_FILE } from './c2c-file.js';
import { C2cQuery } from './c2c.query.js';
import { C2cService } from './c2c.service.js';

const ACCOUNT = ['account.frozen', 'account.not-found', 'request.unavailable'] as const;

/** Buying coins by wire. */
@Controller()
export class C2cController {
  constructor(
    @Inject(C2cQuery) private readonly query: C2cQuery,
    @Inject(C2cService) private readonly c2c: C2cService,
    @Inject(Files) private readonly files: Files,
  ) {}

  @Call({
    method: 'GET',
    path: 'web/getC2c',
    access: 'real',
    summary: 'What one USDT costs now in each currency, the rules, and how far the asker is.',
    input: getC2cQuery,
    answer: 'C2cView',
    refusals: ['request.unavailable'],
  })
  async getC2c({ session }: Asked<typeof getC2cQuery, 'real'>) {
    const view = await this.query.offer(session.userId);
    return isRefusal(view) ? view : silently(view);
  }

  @Call({
    method: 'POST',
    path: 'web/createC2c',
    access: 'real',
    summary: 'Pre-orders at the price that was shown; staff look for a seller.',
    input: createC2cBody,
    answer: 'C2cCreatedView',
    refusals: [
      ...ACCOUNT,
      'c2c.primary-required',
      'c2c.currency-not-offered',
      'c2c.amount-empty',
      'c2c.amount-invalid',
      'c2c.amount-below-minimum',
      'c2c.amount-above-maximum',
      'market.symbol-unknown',
      'market.halted',
      'c2c.price-moved',
      'c2c.too-many-open',
    ],
  })
  createC2c(asked: Asked<typeof createC2cBody, 'real'>) {
    return this.c2c.create(asked);
  }

  @Call({
    method: 'GET',
    path: 'web/getC2cOrder',
    access: 'real',
    summary: 'One order of the asker: the seller’s account to wire to, the time left, and everything that happened.',
    input: c2cOrderQuery,
    answer: 'C2cOrderView',
    refusals: ['c2c.order-not-found', 'request.unavailable'],
  })
  async getC2cOrder({ lang, session, input }: Asked<typeof c2cOrderQuery, 'real'>) {
    const view = await this.query.order(lang, session.userId, input.orderId);
    return isRefusal(view) ? view : silently(view);
  }

  @Call({
    method: 'GET',
    path: 'web/getC2cOrders',
    access: 'real',
    summary: 'The asker’s orders, newest first.',
    input: getC2cOrdersQuery,
    answer: 'Page<C2cOrderRow>',
    refusals: ['request.unavailable'],
  })
  async getC2cOrders({ session, input }: Asked<typeof getC2cOrdersQuery, 'real'>) {
    const page = await this.query.orders(session.userId, input);
    return isRefusal(page) ? page : silently(page);
  }

  @Call({
    method: 'GET',
    path: 'web/exportC2cOrders',
    access: 'real',
    summary: 'The same as a CSV file (RFC 4180, UTF-8), newest first.',
    input: exportC2cOrdersQuery,
    answer: 'null',
    body: 'csv',
    refusals: ['request.unavailable'],
  })
  async exportC2cOrders({ session, input }: Asked<typeof exportC2cOrdersQuery, 'real'>) {
    if (!(await this.query.isUpToDate())) return refuse('request.unavailable');
    return this.files.csv('c2c-orders', C2C_ORDERS_FILE, { userId: session.userId, filters: input });
  }

  @Call({
    method: 'POST',
    path: 'web/submitC2c',
    access: 'real',
    summary:
      'Sends the remittance voucher (an image uploaded before) with who paid from which bank. The time stops with it.',
    input: submitC2cBody,
    answer: 'C2cChangedView',
    refusals: [
      ...ACCOUNT,
      'c2c.order-not-found',
      'c2c.not-matched',
      'c2c.already-remitted',
      'c2c.order-closed',
      'c2c.expired',
      'c2c.payer-name-empty',
      'c2c.payer-bank-empty',
      'c2c.voucher-missing',
      'image.not-found',
      'image.purpose-wrong',
      'image.already-used',
    ],
  })
  submitC2c(asked: Asked<typeof submitC2cBody, 'real'>) {
    return this.c2c.submit(asked);
  }

  @Call({
    method: 'POST',
    path: 'web/appealC2c',
    access: 'real',
    summary: 'Contests the rejection of a voucher, once; somebody else looks at it.',
    input: appealC2cBody,
    answer: 'C2cChangedView',
    refusals: [
      ...ACCOUNT,
      'c2c.order-not-found',
      'c2c.nothing-to-appeal',
      'c2c.appealed-before',
      'c2c.appeal-late',
      'c2c.appeal-empty',
    ],
  })
  appealC2c(asked: Asked<typeof appealC2cBody, 'real'>) {
    return this.c2c.appeal(asked);
  }

  @Call({
    method: 'GET',
    path: 'web/getC2cMessages',
    access: 'real',
    summary: 'What the asker and support wrote to each other on an order, oldest first.',
    input: c2cOrderQuery,
    answer: 'C2cMessagesView',
    refusals: ['c2c.order-not-found', 'request.unavailable'],
  })
  async getC2cMessages({ session, input }: Asked<typeof c2cOrderQuery, 'real'>) {
    const order = await this.query.own(input.orderId, session.userId);
    if (isRefusal(order)) return order;
    const view = await this.query.messages(input.orderId, session.userId, 'person');
    return isRefusal(view) ? view : silently(view);
  }

  @Call({
    method: 'POST',
    path: 'web/sendC2cMessage',
    access: 'real',
    summary: 'Writes to support on an order.',
    input: sendC2cMessageBody,
    answer: 'null',
    refusals: ['c2c.order-not-found', 'c2c.message-empty', 'c2c.messages-full', 'request.unavailable'],
  })
  sendC2cMessage(asked: Asked<typeof sendC2cMessageBody, 'real'>) {
    return this.c2c.write(asked);
  }

  @Call({
    method: 'POST',
    path: 'web/readC2cMessages',
    access: 'real',
    summary: 'Marks what support wrote on an order as read.',
    input: readC2cMessagesBody,
    answer: 'null',
    refusals: ['c2c.order-not-found', 'request.unavailable'],
  })
  async readC2cMessages(asked: Asked<typeof readC2cMessagesBody, 'real'>) {
    const answer = await this.c2c.read(asked);
    return isRefusal(answer) ? answer : silently(answer);
  }
}
