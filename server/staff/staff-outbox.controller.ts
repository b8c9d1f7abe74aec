import { Controller, Inject } from '@nestjs/common';
import { z } from 'zod';
import type { StaffMessageRow, StaffMessageView } from '../../contracts/staff.contract.js';
import { refuse } from '../core/refusal.js';
import { masked } from '../edge/auth/login.rules.js';
import { Call, type Asked } from '../edge/http/call.js';
import { OutboxTable, type StoredMessage } from '../outside/messaging/outbox.js';
import { StaffService } from './staff.service.js';

const outboxQuery = z.object({
  /** Id of the last message of the page before. */
  before: z.coerce.number().int().min(1).optional(),
  status: z.enum(['waiting', 'sent', 'kept', 'failed']).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});
const readBody = z.object({ id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) });

/** Messages out, for those who help people that say nothing came. */
@Controller()
export class StaffOutboxController {
  constructor(
    @Inject(OutboxTable) private readonly outbox: OutboxTable,
    @Inject(StaffService) private readonly staff: StaffService,
  ) {}

  @Call({
    method: 'GET',
    path: 'staff/outbox',
    access: 'staff:messages',
    summary: 'Messages out, the newest first, with masked addresses and without their words.',
    input: outboxQuery,
    answer: 'StaffMessageRow[]',
    body: 'bare',
  })
  async list({ input }: Asked<typeof outboxQuery, 'staff:messages'>): Promise<StaffMessageRow[]> {
    return (await this.outbox.list(input)).map(rowOf);
  }

  @Call({
    method: 'POST',
    path: 'staff/outbox/:id/read',
    access: 'staff:messages',
    summary: 'The words of one message, its code masked. The reading is recorded.',
    input: readBody,
    answer: 'StaffMessageView',
    body: 'bare',
    refusals: ['staff.not-found'],
  })
  async read({ session, input }: Asked<typeof readBody, 'staff:messages'>) {
    const found = await this.outbox.one(input.id);
    if (found?.letter == null) return refuse('staff.not-found', { id: input.id });
    await this.staff.readMessage(session, found.id);
    const { subject, text, secret } = found.letter;
    // With a code somebody takes an account over: helping people needs the words around it, never the code.
    const shown = (words: string) => (secret === undefined ? words : words.replaceAll(secret, HIDDEN));
    const view: StaffMessageView = { ...rowOf(found), subject: shown(subject), text: shown(text) };
    return view;
  }
}

const HIDDEN = '••••••';

function rowOf({ address, letter: _, ...row }: StoredMessage): StaffMessageRow {
  return { ...row, address: address === null ? '' : masked(address.to) };
}
