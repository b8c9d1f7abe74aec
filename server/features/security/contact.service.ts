import { Injectable } from '@nestjs/common';
import type { changeContact, openContactChange } from '../../../contracts/security.calls.js';
import type { ContactTicketView } from '../../../contracts/security.contract.js';
import type { CallContext } from '../../edge/http/call.js';
import type { Contact } from '../../core/ports/logins.js';
import type { Address } from '../../core/ports/messages-out.js';
import { requestMark } from '../../core/request-mark.js';
import { isRefusal, refuse, type Refusal } from '../../core/refusal.js';
import { addressOf } from '../../edge/auth/contact.js';
import { OneByOne } from '../../edge/auth/one-by-one.js';
import { ContactChanges, type ProvedChange } from './contact-changes.js';
import { PersonService } from './person.service.js';
import { SecurityParts } from './security-parts.js';
import type { ContactKind } from './security.events.js';
import type { ChangeContact } from './security.commands.js';

const MINUTE_MS = 60_000;

interface Ticket extends ContactTicketView {
  /** Names the stored change; the ticket itself is a credential, so it is not stored. */
  readonly changeId: string;
  readonly kind: ContactKind;
  readonly proof: ChangeContact['data']['proof'];
  /** The contact that was proved, or `null` where there was none: the ticket replaces that one and no other. */
  readonly before: string | null;
}

/**
 * Phone and e-mail, in two steps: first the person's proof and the old contact (or the questions, if it is lost), then the code to
 * the new one. A mistyped code to the new address then costs no earlier proof.
 */
@Injectable()
export class ContactService {
  /** What a session has proved, for some minutes; after a restart it proves it again. */
  private readonly tickets = new Map<string, Ticket>();
  private readonly turns = new OneByOne();

  constructor(
    private readonly parts: SecurityParts,
    private readonly persons: PersonService,
    private readonly changes: ContactChanges,
  ) {}

  async open(call: CallContext<typeof openContactChange>): Promise<ContactTicketView | Refusal> {
    const { proofs, logins, ids, clock, policies } = this.parts;
    const { kind } = call.input;
    const { userId, id } = call.session;
    const contacts = await logins.contacts(userId);
    const old = contacts[kind];
    if (old !== null && call.input.oldCode === undefined && call.input.friend === undefined)
      return refuse('code.required', { field: 'oldCode' });
    // A wallet account has no proof yet: it needs a first contact to get a password.
    const isFirst = contacts.email === null && contacts.phone === null;
    const hasNothing = isFirst && (await logins.passwordSetAt(userId)) === null;
    const wrong = hasNothing ? undefined : await proofs.refusal(userId, 'password', call.input, call.requestToken);
    if (wrong !== undefined) return wrong;
    const proof = old === null ? 'none-before' : await this.proofOfOld(call, old);
    if (isRefusal(proof)) return proof;
    const expiresAt = clock.now() + policies.inForce('security.rules').values.proofMinutes * MINUTE_MS;
    const before = old?.address.to ?? null;
    const ticket = { ticket: ids.next('ticket'), changeId: ids.next('change'), kind, proof, before, expiresAt };
    for (const [session, { expiresAt: until }] of this.tickets) if (until < clock.now()) this.tickets.delete(session);
    this.tickets.set(id, ticket);
    return { ticket: ticket.ticket, expiresAt };
  }

  change(call: CallContext<typeof changeContact>): Promise<null | Refusal> {
    return this.turns.run(call.session.userId, () => this.changeNow(call));
  }

  private async changeNow(call: CallContext<typeof changeContact>): Promise<null | Refusal> {
    const { logins, codes, clock } = this.parts;
    const { kind, code } = call.input;
    const { userId, id, lang } = call.session;
    const { requestToken } = call;
    const ticket = this.tickets.get(id);
    const holds = ticket !== undefined && ticket.ticket === call.input.ticket && ticket.kind === kind;
    if (!holds || ticket.expiresAt < clock.now()) return refuse('security.contact-proof-gone');
    const address = addressOfKind(call.input.address, kind);
    if (isRefusal(address)) return address;
    // Proved already, and not carried out to its end: the repeat goes on with it.
    const begun = await this.changes.find(ticket.changeId);
    const request = requestMark(requestToken);
    if (begun !== undefined && request !== '' && begun.request === request) return this.carriedOut(ticket, begun);
    const old = (await logins.contacts(userId))[kind];
    if (old?.address.to === address.to) return refuse('security.contact-unchanged', { field: 'address' });
    if ((old?.address.to ?? null) !== ticket.before) return refuse('security.changed-meanwhile');
    const wrong = await codes.check({
      purpose: 'bind-contact',
      address,
      code,
      from: call.address,
      userId,
      requestToken,
    });
    if (wrong !== undefined) return wrong;
    const { changeId, proof } = ticket;
    const change = {
      changeId,
      request,
      userId,
      sessionId: id,
      lang,
      kind,
      proof,
      address,
      before: old?.address ?? null,
      cause: requestToken?.cause,
    };
    if (!(await this.changes.keep(change))) return refuse('security.contact-proof-gone');
    return this.carriedOut(ticket, change);
  }

  /** The ticket is good for one change, and for its repeat while that is not done. */
  private async carriedOut(ticket: Ticket, change: ProvedChange): Promise<null | Refusal> {
    let isDone = false;
    this.tickets.delete(change.sessionId);
    try {
      const refused = await this.changes.finish(change);
      isDone = refused === null;
      return refused;
    } finally {
      if (!isDone) this.tickets.set(change.sessionId, ticket);
    }
  }

  private async proofOfOld(
    call: CallContext<typeof openContactChange>,
    { address }: Contact,
  ): Promise<ChangeContact['data']['proof'] | Refusal> {
    const { userId } = call.session;
    const { oldCode } = call.input;
    const { requestToken } = call;
    if (oldCode === undefined) return (await this.persons.answersRefusal(userId, call.input)) ?? 'questions';
    const request = {
      purpose: 'change-contact',
      address,
      code: oldCode,
      from: call.address,
      userId,
      requestToken,
    } as const;
    const wrong = await this.parts.codes.check(request);
    return wrong === undefined ? 'old-code' : { ...wrong, params: { ...wrong.params, field: 'oldCode' } };
  }
}

/** The new contact in its one spelling; an e-mail address is no phone number. */
function addressOfKind(written: string, kind: ContactKind): Address | Refusal {
  const address = addressOf(written);
  const wanted = kind === 'email' ? 'email' : 'sms';
  const invalid = kind === 'email' ? 'account.email-invalid' : 'account.phone-invalid';
  return !isRefusal(address) && address.kind === wanted ? address : refuse(invalid, { field: 'address' });
}
