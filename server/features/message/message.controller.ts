import { Controller, Inject } from '@nestjs/common';
import { getMessagesQuery, markMessagesBody } from '../../../contracts/message.contract.js';
import { isRefusal } from '../../core/refusal.js';
import { Call, type Asked } from '../../edge/http/call.js';
import { silently } from '../../edge/http/reply.js';
import { MessageQuery } from './message.query.js';
import { MessageService } from './message.service.js';

@Controller()
export class MessageController {
  constructor(
    @Inject(MessageQuery) private readonly query: MessageQuery,
    @Inject(MessageService) private readonly messages: MessageService,
  ) {}

  @Call({
    method: 'GET',
    path: 'web/getMessages',
    access: 'user',
    summary: 'Personal messages in the language of the asker, newest first, and how many are unread.',
    input: getMessagesQuery,
    answer: 'MessagesView',
  })
  async getMessages({ lang, session, input }: Asked<typeof getMessagesQuery>) {
    return silently(await this.query.page(lang, session, input));
  }

  @Call({
    method: 'POST',
    path: 'web/markMessages',
    access: 'user',
    whenBarred: true,
    summary: 'Marks one personal message as read, or all.',
    input: markMessagesBody,
    answer: 'MarkedMessagesView',
    refusals: ['message.not-found'],
  })
  async markMessages(asked: Asked<typeof markMessagesBody>) {
    const answer = await this.messages.markRead(asked);
    return isRefusal(answer) ? answer : silently(answer);
  }
}
