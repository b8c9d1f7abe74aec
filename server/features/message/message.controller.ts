import { Controller } from '@nestjs/common';
import { getMessages, markMessages } from '../../../contracts/message.calls.js';
import { isRefusal } from '../../core/refusal.js';
import { Handle, type CallContext } from '../../edge/http/call.js';
import { silently } from '../../edge/http/reply.js';
import { MessageQuery } from './message.query.js';
import { MessageService } from './message.service.js';

@Controller()
export class MessageController {
  constructor(
    private readonly query: MessageQuery,
    private readonly messages: MessageService,
  ) {}

  @Handle(getMessages)
  async getMessages({ lang, session, input }: CallContext<typeof getMessages>) {
    return silently(await this.query.page(lang, session, input));
  }

  @Handle(markMessages)
  async markMessages(context: CallContext<typeof markMessages>) {
    const answer = await this.messages.markRead(context);
    return isRefusal(answer) ? answer : silently(answer);
  }
}
