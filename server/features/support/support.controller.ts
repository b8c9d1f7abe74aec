import { Controller } from '@nestjs/common';
import {
  closeSupport,
  exportSupportTranscript,
  getSupport,
  getSupportConversation,
  getSupportConversations,
  openSupport,
  rateSupport,
  readSupportMessages,
  sendSupportMessage,
} from '../../../contracts/support.calls.js';
import { FILE_TYPES } from '../../../contracts/call.contract.js';
import { isRefusal } from '../../core/refusal.js';
import { Handle, type CallContext } from '../../edge/http/call.js';
import { Messages } from '../../edge/http/messages.js';
import { Download, silently } from '../../edge/http/reply.js';
import { SupportQuery, transcriptOf } from './support.query.js';
import { SupportService } from './support.service.js';

/** Conversations with staff. */
@Controller()
export class SupportController {
  constructor(
    private readonly query: SupportQuery,
    private readonly support: SupportService,
    private readonly texts: Messages,
  ) {}

  @Handle(getSupport)
  async getSupport({ session }: CallContext<typeof getSupport>) {
    const view = await this.query.view(session);
    return isRefusal(view) ? view : silently(view);
  }

  @Handle(getSupportConversations)
  async getSupportConversations({ session, input }: CallContext<typeof getSupportConversations>) {
    const page = await this.query.page(session, input);
    return isRefusal(page) ? page : silently(page);
  }

  @Handle(getSupportConversation)
  async getSupportConversation({ session, input }: CallContext<typeof getSupportConversation>) {
    const view = await this.query.conversation(session, input.conversationId);
    return isRefusal(view) ? view : silently(view);
  }

  @Handle(exportSupportTranscript)
  async exportSupportTranscript({ lang, session, input }: CallContext<typeof exportSupportTranscript>) {
    const { conversationId } = input;
    const view = await this.query.conversation(session, conversationId);
    if (isRefusal(view)) return view;
    const text = transcriptOf(view, (key, values = {}) => this.texts.text(lang, `message:transcript.${key}`, values));
    return new Download(`glassbook-${conversationId}.txt`, FILE_TYPES.text, [Buffer.from(text)]);
  }

  @Handle(openSupport)
  openSupport(context: CallContext<typeof openSupport>) {
    return this.support.open(context);
  }

  @Handle(sendSupportMessage)
  async sendSupportMessage(context: CallContext<typeof sendSupportMessage>) {
    const answer = await this.support.send(context);
    return isRefusal(answer) ? answer : silently(answer);
  }

  @Handle(readSupportMessages)
  async readSupportMessages(context: CallContext<typeof readSupportMessages>) {
    const answer = await this.support.read(context);
    return isRefusal(answer) ? answer : silently(answer);
  }

  @Handle(closeSupport)
  closeSupport(context: CallContext<typeof closeSupport>) {
    return this.support.close(context);
  }

  @Handle(rateSupport)
  rateSupport(context: CallContext<typeof rateSupport>) {
    return this.support.rate(context);
  }
}
