import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import type { markMessages } from '../../../contracts/message.calls.js';
import type { MarkedMessagesView, markMessagesBody } from '../../../contracts/message.contract.js';
import { Clock } from '../../core/clock.js';
import { Commands } from '../../core/command.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import type { CallContext } from '../../edge/http/call.js';
import { ProjectionRunner } from '../../engine/projections/runner.js';
import { MarkMessagesRead } from './message.commands.js';
import { MessageQuery } from './message.query.js';

/** What readers do with their messages. */
@Injectable()
export class MessageService {
  constructor(
    private readonly commands: Commands,
    private readonly projections: ProjectionRunner,
    private readonly query: MessageQuery,
    private readonly clock: Clock,
  ) {}

  async markRead({
    session,
    input,
    requestToken,
  }: CallContext<typeof markMessages>): Promise<MarkedMessagesView | Refusal> {
    const { commands, projections, query, clock } = this;
    const { realm, userId } = session;
    const { messageId, all = false }: z.output<typeof markMessagesBody> = input;
    if (messageId === undefined && !all) return refuse('request.field-missing', { field: 'messageId' });
    const data = { userId, ...(all || messageId === undefined ? {} : { messageId }) };
    const context = { realm, at: clock.now(), actor: `user:${userId}`, requestToken };
    const result = await commands.execute(new MarkMessagesRead(context, data));
    if (!result.ok) return result.refusal;
    await projections.waitFor('messages', realm, result.position);
    return { messages: await query.unread({ realm, userId }) };
  }
}
