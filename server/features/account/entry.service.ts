import { Injectable, Logger } from '@nestjs/common';
import type { userLogin } from '../../../contracts/account.calls.js';
import type { EnteredView, LoginOutcome } from '../../../contracts/account.contract.js';
import { Clock } from '../../core/clock.js';
import { type CommandContext, Commands, type RequestToken } from '../../core/command.js';
import type { Cause } from '../../core/event.js';
import type { LoginCaller } from '../../core/ports/login-service.js';
import { Outbox } from '../../core/ports/messages-out.js';
import { SecondFactor } from '../../core/ports/second-factor.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import { storedDigest } from '../../core/stored-digest.js';
import { Credentials } from '../../edge/auth/credentials.js';
import { type Credential, LoginTable } from '../../edge/auth/logins.js';
import type { CallContext } from '../../edge/http/call.js';
import type { Session } from '../../edge/http/sessions.js';
import { AccountCards } from './account-cards.js';
import { OpenRealAccount, RecordNewDevice } from './account.commands.js';
import { mayRead, mayTrade } from './account.decider.js';
import { deviceName, LoginHistory, type Origin } from './login-history.js';
import { SessionViews } from './session-views.js';
import { Sessions } from './sessions.js';

/** The fields of a log-in besides the password. */
interface EntryProof {
  readonly googleCode: string | undefined;
  readonly timeZone: string | undefined;
}

/** Logs in to a real account, after any kind of proof. */
@Injectable()
export class EntryService {
  private readonly log = new Logger('LogIn');
  private readonly notifying = new Set<Promise<void>>();

  constructor(
    private readonly commands: Commands,
    private readonly cards: AccountCards,
    private readonly sessions: Sessions,
    private readonly views: SessionViews,
    private readonly history: LoginHistory,
    private readonly logins: LoginTable,
    private readonly credentials: Credentials,
    private readonly secondFactor: SecondFactor,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  async logIn(call: CallContext<typeof userLogin>): Promise<EnteredView | Refusal> {
    const { account, password, googleCode, timeZone } = call.input;
    if (account.trim() === '') return refuse('account.required', { field: 'account' });
    if (password === '') return refuse('account.required', { field: 'password' });
    const found = await this.credentials.check(account, password, {
      ...call,
      showsFactor: (userId) => this.secondFactor.shows(userId, googleCode),
    });
    if ('refusal' in found) {
      const outcome = found.refusal.refusal === 'account.locked' ? 'locked' : 'wrong-password';
      if (found.userId !== undefined) this.note(found.userId, outcome, { ...call, timeZone });
      return found.refusal;
    }
    return this.enter(found, { googleCode, timeZone }, call);
  }

  /**
   * Begins the session of an authenticated person. The second factor comes before any word about the account. Entry and device are
   * stored before the session exists, so that every log-in leaves a trace.
   */
  async enter(person: Credential, { googleCode, timeZone }: EntryProof, caller: LoginCaller) {
    const { secondFactor, cards, sessions, history, views, clock } = this;
    const { userId } = person;
    const origin: Origin = { address: caller.address, timeZone, device: caller.device };
    const hasFactor = await secondFactor.bound(userId);
    if (hasFactor) {
      const wrong = await secondFactor.check(userId, googleCode, caller.requestToken);
      if (wrong?.refusal === 'security.google-wrong') this.note(userId, 'wrong-factor', origin);
      if (wrong !== undefined) return wrong;
    }
    const problem = await this.open(person, caller.requestToken?.cause);
    if (problem !== undefined) return problem;
    const card = await cards.find('real', userId);
    const barred = mayTrade(card.state, clock.now());
    if (barred !== undefined && !mayRead(card.state)) {
      this.note(userId, 'frozen', origin);
      return barred;
    }
    const isNew = await history.isNewDevice(userId, origin);
    await history.record(userId, isNew ? 'new-device' : 'success', origin);
    const { token, session } = await sessions.begin('real', userId, await history.originOf(userId, origin));
    const overtaken = await this.overtaken(person, hasFactor);
    if (overtaken !== undefined) {
      await sessions.end(session.id);
      return overtaken;
    }
    if (isNew) this.later(this.notifyDevice(session, origin, caller.requestToken?.cause));
    const view = await views.view(session, token, caller.lang);
    return { ...view, token_h5: token } satisfies EnteredView;
  }

  /**
   * Why what was shown is good for nothing any more. A change of password or factor ends all sessions there are, so one that was
   * begun beside it must look again: either the change has seen the session, or the session sees the change.
   */
  private async overtaken(person: Credential, hadFactor: boolean): Promise<Refusal | undefined> {
    const { logins, secondFactor } = this;
    const [still, hasFactor] = await Promise.all([logins.ofUser(person.userId), secondFactor.bound(person.userId)]);
    if (still?.passwordHash !== person.passwordHash) return refuse('account.credentials-wrong');
    return hasFactor && !hadFactor ? refuse('security.google-required', { field: 'googleCode' }) : undefined;
  }

  /** Opens the account of a person who has none yet: straight after registering, or, should that have been cut short, now. */
  async open(
    { userId, lang, passwordHash, opening }: Credential,
    cause: Cause | undefined,
  ): Promise<Refusal | undefined> {
    const { state } = await this.cards.find('real', userId);
    if (state.status !== 'none') return undefined;
    const call = { country: null, invitedBy: null, agreement: null, policy: null, ...(opening as object | null) };
    const name = `Trader ${userId.slice(5, 9).toUpperCase()}`;
    const passwordDigest = passwordHash === null ? null : storedDigest(userId, passwordHash);
    const data = { userId, name, lang, ...call, passwordDigest };
    const context = this.by(userId, { key: `open:${userId}`, cause });
    const opened = await this.commands.execute(new OpenRealAccount(context, data));
    return opened.ok ? undefined : opened.refusal;
  }

  /** Waits for what is still being written down. */
  async close(): Promise<void> {
    await Promise.all(this.notifying);
  }

  /** Only the person learns of a failed log-in, so the answer must not take longer either. */
  private note(userId: string, outcome: LoginOutcome, origin: Origin): void {
    this.later(this.history.record(userId, outcome, origin));
  }

  private async notifyDevice(
    { userId, id: sessionId, lang }: Session,
    origin: Origin,
    cause: Cause | undefined,
  ): Promise<void> {
    const context = this.by(userId, { key: `device:${sessionId}`, cause });
    await this.commands.execute(new RecordNewDevice(context, { userId, sessionId }));
    const { email, phone } = await this.logins.contacts(userId);
    const contact = email ?? phone;
    if (contact === null) return;
    const values = {
      device: deviceName(origin.device.userAgent) || '–',
      place: [origin.address, origin.timeZone].filter(Boolean).join(', '),
      loggedInAt: this.clock.now(),
    };
    const message = { address: contact.address, template: 'new-device', lang, values, userId };
    await this.outbox.send({ ...message, key: `new-device:${sessionId}` });
  }

  private later(work: Promise<void>): void {
    const notified = work
      .catch((error: unknown) => this.log.warn(`a log-in could not be written down: ${String(error)}`))
      .finally(() => this.notifying.delete(notified));
    this.notifying.add(notified);
  }

  private by(userId: string, requestToken: RequestToken): CommandContext {
    return { realm: 'real', at: this.clock.now(), actor: `user:${userId}`, requestToken };
  }
}
