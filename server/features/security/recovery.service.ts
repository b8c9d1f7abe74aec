import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type {
  cancelRecovery,
  openRecovery,
  requestRecovery,
  stopRecovery,
  uploadRecoveryPhoto,
} from '../../../contracts/security.calls.js';
import type { UploadedImageView } from '../../../contracts/personal.contract.js';
import type { RecoveryTicketView } from '../../../contracts/security.contract.js';
import type { KnownPolicies } from '../../../contracts/policy.contract.js';
import { Clock } from '../../core/clock.js';
import { Commands, type RequestToken } from '../../core/command.js';
import { Ids } from '../../core/ids.js';
import { Codes } from '../../core/ports/messages-out.js';
import { PolicySource } from '../../core/ports/policy-source.js';
import { Vault } from '../../core/ports/vault.js';
import { PrivateImages, type UploadedFile } from '../../core/ports/private-images.js';
import { isRefusal, refuse, type Refusal } from '../../core/refusal.js';
import { stopCodeOf } from '../../edge/auth/stop-code.js';
import { VerificationLevels } from '../../core/ports/verification.js';
import { addressOf } from '../../edge/auth/contact.js';
import { Credentials } from '../../edge/auth/credentials.js';
import { typedLogin, LoginTable } from '../../edge/auth/logins.js';
import type { CallContext } from '../../edge/http/call.js';
import { CancelAuthenticatorRemoval, RequestAuthenticatorRemoval } from './recovery.commands.js';
import { Proofs } from './proofs.js';

const MINUTE_MS = 60_000;

interface Ticket extends RecoveryTicketView {
  readonly userId: string;
  readonly provedBy: 'email' | 'phone';
  readonly requestId: string;
}

/**
 * Recovery after losing authenticator and recovery codes: password and a code to the own address, a new photo of a verified person,
 * two reviewers, and a waiting time for cancelling. Only then the authenticator is removed.
 */
@Injectable()
export class RecoveryService {
  /** The proof of a person without a session, valid for some minutes; it does not survive a restart. */
  private readonly tickets = new Map<string, Ticket>();

  constructor(
    private readonly proofs: Proofs,
    private readonly commands: Commands,
    private readonly codes: Codes,
    private readonly vault: Vault,
    private readonly policies: PolicySource<KnownPolicies>,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly credentials: Credentials,
    private readonly logins: LoginTable,
    private readonly levels: VerificationLevels,
    private readonly images: PrivateImages,
  ) {}

  /** Whether an account has the authenticator, and whether a request is open, hears only who has shown password and code. */
  async open(call: CallContext<typeof openRecovery>): Promise<RecoveryTicketView | Refusal> {
    const { credentials, codes, proofs, levels } = this;
    const { account, password, code } = call.input;
    const empty = account.trim() === '' ? 'account' : password === '' ? 'password' : undefined;
    if (empty !== undefined) return refuse('account.required', { field: empty });
    if (code.trim() === '') return refuse('code.required', { field: 'code' });
    const found = await credentials.check(account, password, call);
    if ('refusal' in found) return found.refusal;
    const { userId } = found;
    const address = addressOf(account);
    if (isRefusal(address)) return address;
    const typedCode = { purpose: 'lost-google', address, code: code.trim(), from: call.address } as const;
    const wrong = await codes.check({ ...typedCode, requestToken: call.requestToken });
    if (wrong !== undefined) return wrong;
    const { google, removal } = await proofs.state(userId);
    if (google === null) return refuse('security.google-missing');
    if (removal !== null) return refuse('security.recovery-open');
    const { primary: photo } = await levels.of(userId);
    return this.ticketFor({ userId, photo, provedBy: address.kind === 'email' ? 'email' : 'phone' });
  }

  async photo(call: CallContext<typeof uploadRecoveryPhoto>): Promise<UploadedImageView | Refusal> {
    const ticket = this.holding(call.input.ticket);
    if (isRefusal(ticket)) return ticket;
    const key = call.requestToken?.key ?? this.ids.next('upload');
    const request = { userId: ticket.userId, purpose: 'recovery-held', key } as const;
    return this.images.upload(request, call.upload as UploadedFile);
  }

  async request(call: CallContext<typeof requestRecovery>): Promise<null | Refusal> {
    const { images, commands, clock, policies } = this;
    const ticket = this.holding(call.input.ticket);
    if (isRefusal(ticket)) return ticket;
    const { userId, requestId, provedBy } = ticket;
    const imageId = ticket.photo ? (call.input.imageId ?? null) : null;
    if (ticket.photo && imageId === null) return refuse('security.recovery-photo-missing', { field: 'imageId' });
    const problem = imageId === null ? undefined : await images.problem(userId, { [imageId]: 'recovery-held' });
    if (problem !== undefined) return { ...problem, params: { ...problem.params, field: 'imageId' } };
    const { name, version, values } = policies.inForce('recovery.rules');
    const { waitingHours, withdrawalHours } = values;
    const policy = { name, version, inputs: { waitingHours, withdrawalHours } };
    const context = { realm: 'real', at: clock.now(), actor: `user:${userId}`, requestToken: call.requestToken };
    const data = { userId, requestId, imageId, provedBy, policy };
    const done = await commands.execute(new RequestAuthenticatorRemoval(context, data));
    if (!done.ok) return done.refusal;
    if (imageId !== null) await images.attach(userId, [imageId], requestId);
    this.tickets.delete(ticket.ticket);
    return null;
  }

  /** By any session: its owner has access, so nothing has to be removed. Without an open request there is nothing to do. */
  async cancel({ session, requestToken }: CallContext<typeof cancelRecovery>): Promise<null | Refusal> {
    const { removal } = await this.proofs.state(session.userId);
    if (removal === null) return null;
    return this.stopped({ userId: session.userId, requestId: removal.requestId, how: 'session' }, requestToken);
  }

  /** By the code in the notice, without a log-in. Account and status stay secret from others. */
  async stop({ input, requestToken }: CallContext<typeof stopRecovery>): Promise<null | Refusal> {
    const { logins, proofs } = this;
    if (input.account.trim() === '') return refuse('account.required', { field: 'account' });
    if (input.stopCode.trim() === '') return refuse('code.required', { field: 'stopCode' });
    const login = typedLogin(input.account);
    // Where there is no account a request is looked for all the same: in the same time.
    const userId = (await logins.find(login))?.userId ?? logins.fingerprintOf(login);
    const { removal } = await proofs.state(userId);
    if (removal === null || !this.isStopCode(removal.requestId, input.stopCode))
      return refuse('code.wrong', { field: 'stopCode' });
    return this.stopped({ userId, requestId: removal.requestId, how: 'stop-code' }, requestToken);
  }

  private async stopped(
    data: CancelAuthenticatorRemoval['data'],
    requestToken: RequestToken | undefined,
  ): Promise<null | Refusal> {
    const { commands, clock } = this;
    const context = { realm: 'real', at: clock.now(), actor: `user:${data.userId}`, requestToken };
    const done = await commands.execute(new CancelAuthenticatorRemoval(context, data));
    return done.ok ? null : done.refusal;
  }

  private ticketFor(proved: Pick<Ticket, 'userId' | 'photo' | 'provedBy'>): RecoveryTicketView {
    const { ids, clock, policies } = this;
    const now = clock.now();
    const expiresAt = now + policies.inForce('security.rules').values.proofMinutes * MINUTE_MS;
    for (const [held, { userId, expiresAt: until }] of this.tickets)
      if (until < now || userId === proved.userId) this.tickets.delete(held);
    const ticket = { ...proved, ticket: ids.next('ticket'), requestId: ids.next('recovery'), expiresAt };
    this.tickets.set(ticket.ticket, ticket);
    return { ticket: ticket.ticket, expiresAt, photo: proved.photo };
  }

  private holding(ticketId: string): Ticket | Refusal {
    const ticket = this.tickets.get(ticketId);
    const holds = ticket !== undefined && ticket.expiresAt >= this.clock.now();
    return holds ? ticket : refuse('security.recovery-gone');
  }

  private isStopCode(requestId: string, typed: string): boolean {
    const [right, given] = [stopCodeOf(this.vault, requestId), typed].map((code) =>
      Buffer.from(code.toLowerCase().replace(/[^0-9a-f]/g, '')),
    ) as [Buffer, Buffer];
    return right.length === given.length && timingSafeEqual(right, given);
  }
}
