import type { z } from 'zod';
import type { markMessages } from '../../../contracts/message.calls.js';
import type { MarkedMessagesView, markMessagesBody } from '../../../contracts/message.contract.js';
import type { Clock } from '../../core/clock.js';
import type { Commands } from '../../core/command.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import type { CallContext } from '../../edge/http/call.js';
import type { ProjectionRunner } from '../../engine/projections/runner.js';
import { MarkMessagesRead } from './message.commands.js';
import type { MessageQuery } from './message.query.js';

interface Parts {
  readonly commands: Commands;
  readonly projections: ProjectionRunner;
  readonly query: MessageQuery;
  readonly clock: Clock;
}

/** What readers do with their messages. */
export class MessageService {
  constructor(private readonly parts: Parts) {}

  async markRead({ session, input, keys }: CallContext<typeof markMessages>): Promise<MarkedMessagesView | Refusal> {
    const { commands, projections, query, clock } = this.parts;
    const { realm, userId } = session;
    const { messageId, all = false }: z.output<typeof markMessagesBody> = input;
    if (messageId === undefined && !all) return refuse('request.field-missing', { field: 'messageId' });
    const data = { userId, ...(all || messageId === undefined ? {} : { messageId }) };
    const context = { realm, at: clock.now(), actor: `user:${userId}`, keys };
    const result = await commands.execute(new MarkMessagesRead(context, data));
    if (!result.ok) return result.refusal;
    await projections.waitFor('messages', realm, result.position);
    return { messages: await query.unread({ realm, userId }) };
  }
}
