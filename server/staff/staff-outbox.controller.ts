import { Controller } from '@nestjs/common';
import { readOutboxMessage, staffOutbox } from '../../contracts/staff.calls.js';
import type { StaffMessageRow, StaffMessageView } from '../../contracts/staff.contract.js';
import { refuse } from '../core/refusal.js';
import { StaffTrail } from '../core/ports/staff-trail.js';
import { masked } from '../edge/auth/login.rules.js';
import { Handle, type CallContext } from '../edge/http/call.js';
import { OutboxTable, type StoredMessage } from '../outside/messaging/outbox.js';

/** Outgoing messages, for support when a person misses one. */
@Controller()
export class StaffOutboxController {
  constructor(
    private readonly outbox: OutboxTable,
    private readonly trail: StaffTrail,
  ) {}

  @Handle(staffOutbox)
  async list({ input }: CallContext<typeof staffOutbox>): Promise<StaffMessageRow[]> {
    return (await this.outbox.list(input)).map(rowOf);
  }

  @Handle(readOutboxMessage)
  async read(call: CallContext<typeof readOutboxMessage>) {
    const { id } = call.input;
    const found = await this.outbox.one(id);
    if (found?.letter == null) return refuse('staff.not-found', { id });
    await this.trail.readMessage(call, found.id);
    const { subject, text, secret } = found.letter;
    // A code could take an account over: support needs the text around it, never the code.
    const hideSecret = (words: string) => (secret === undefined ? words : words.replaceAll(secret, HIDDEN));
    const view: StaffMessageView = { ...rowOf(found), subject: hideSecret(subject), text: hideSecret(text) };
    return view;
  }
}

const HIDDEN = '••••••';

function rowOf({ address, letter: _, ...row }: StoredMessage): StaffMessageRow {
  return { ...row, address: address === null ? '' : masked(address.to) };
}
