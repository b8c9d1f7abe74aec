import { Controller } from '@nestjs/common';
import {
  appealC2c,
  createC2c,
  exportC2cOrders,
  getC2c,
  getC2cMessages,
  getC2cOrder,
  getC2cOrders,
  readC2cMessages,
  sendC2cMessage,
  submitC2c,
} from '../../../contracts/c2c.calls.js';
import { isRefusal, refuse } from '../../core/refusal.js';
import { Handle, type CallContext } from '../../edge/http/call.js';
import { silently } from '../../edge/http/reply.js';
import { Files } from '../../edge/work/files.js';
import { C2C_ORDERS_FILE } from './c2c-file.js';
import { C2cQuery } from './c2c.query.js';
import { C2cService } from './c2c.service.js';

/** Buying coins by wire. */
@Controller()
export class C2cController {
  constructor(
    private readonly query: C2cQuery,
    private readonly c2c: C2cService,
    private readonly files: Files,
  ) {}

  @Handle(getC2c)
  async getC2c({ session }: CallContext<typeof getC2c>) {
    const view = await this.query.offer(session.userId);
    return isRefusal(view) ? view : silently(view);
  }

  @Handle(createC2c)
  createC2c(context: CallContext<typeof createC2c>) {
    return this.c2c.create(context);
  }

  @Handle(getC2cOrder)
  async getC2cOrder({ lang, session, input }: CallContext<typeof getC2cOrder>) {
    const view = await this.query.order(lang, session.userId, input.orderId);
    return isRefusal(view) ? view : silently(view);
  }

  @Handle(getC2cOrders)
  async getC2cOrders({ session, input }: CallContext<typeof getC2cOrders>) {
    const page = await this.query.orders(session.userId, input);
    return isRefusal(page) ? page : silently(page);
  }

  @Handle(exportC2cOrders)
  async exportC2cOrders({ session, input }: CallContext<typeof exportC2cOrders>) {
    if (!(await this.query.isUpToDate())) return refuse('request.unavailable');
    return this.files.csv('c2c-orders', C2C_ORDERS_FILE, { userId: session.userId, filters: input });
  }

  @Handle(submitC2c)
  submitC2c(context: CallContext<typeof submitC2c>) {
    return this.c2c.submit(context);
  }

  @Handle(appealC2c)
  appealC2c(context: CallContext<typeof appealC2c>) {
    return this.c2c.appeal(context);
  }

  @Handle(getC2cMessages)
  async getC2cMessages({ session, input }: CallContext<typeof getC2cMessages>) {
    const order = await this.query.own(input.orderId, session.userId);
    if (isRefusal(order)) return order;
    const view = await this.query.messages(input.orderId, session.userId, 'person');
    return isRefusal(view) ? view : silently(view);
  }

  @Handle(sendC2cMessage)
  sendC2cMessage(context: CallContext<typeof sendC2cMessage>) {
    return this.c2c.write(context);
  }

  @Handle(readC2cMessages)
  async readC2cMessages(context: CallContext<typeof readC2cMessages>) {
    const answer = await this.c2c.read(context);
    return isRefusal(answer) ? answer : silently(answer);
  }
}
