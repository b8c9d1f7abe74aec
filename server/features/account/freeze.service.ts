import { Injectable } from '@nestjs/common';
import type { freezeUser, unfreezeAccount, unfreezeUser } from '../../../contracts/account.calls.js';
import type { freezeAccount } from '../../../contracts/security.calls.js';
import { Clock } from '../../core/clock.js';
import { type CommandContext, Commands, type RequestToken } from '../../core/command.js';
import { Logins } from '../../core/ports/logins.js';
import { Codes, Outbox } from '../../core/ports/messages-out.js';
import { isRefusal, refuse, type Refusal } from '../../core/refusal.js';
import { SecondFactor } from '../../core/ports/second-factor.js';
import { StepUp } from '../../core/ports/step-up.js';
import { addressOf } from '../../edge/auth/contact.js';
import { Credentials } from '../../edge/auth/credentials.js';
import type { CallContext } from '../../edge/http/call.js';
import { AccountCards } from './account-cards.js';
import { FreezeAccount, UnfreezeAccount } from './account.commands.js';
import { Sessions } from './sessions.js';

/** Freezing an account and taking it back, by its owner or by support. */
@Injectable()
export class FreezeService {
  constructor(
    private readonly commands: Commands,
    private readonly cards: AccountCards,
    private readonly sessions: Sessions,
    private readonly logins: Logins,
    private readonly credentials: Credentials,
    private readonly secondFactor: SecondFactor,
    private readonly stepUp: StepUp,
    private readonly codes: Codes,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /** Ends every session, the current one too: a thief may hold it. */
  async freeze(call: CallContext<typeof freezeAccount>): Promise<null | Refusal> {
    const { userId } = call.session;
    const proof = await this.stepUp.prove(userId, 'password', call.input, call.requestToken);
    if (isRefusal(proof)) return proof;
    const data = { userId, by: 'owner', reason: null, mayRead: false } as const;
    return this.change(new FreezeAccount({ ...this.by(`user:${userId}`, call.requestToken), proof }, data));
  }

  /** Password, second factor and a code: only who shows all of them hears anything of the account. */
  async unfreeze(call: CallContext<typeof unfreezeAccount>): Promise<null | Refusal> {
    const { credentials, secondFactor, codes } = this;
    const { account, password, code, googleCode } = call.input;
    const empty = account.trim() === '' ? 'account' : password === '' ? 'password' : undefined;
    if (empty !== undefined) return refuse('account.required', { field: empty });
    if (code.trim() === '') return refuse('code.required', { field: 'code' });
    const found = await credentials.check(account, password, {
      ...call,
      showsFactor: (userId) => secondFactor.shows(userId, googleCode),
    });
    if ('refusal' in found) return found.refusal;
    const { userId } = found;
    const address = addressOf(account);
    if (isRefusal(address)) return address;
    if (await secondFactor.bound(userId)) {
      const wrong = await secondFactor.check(userId, googleCode, call.requestToken);
      if (wrong !== undefined) return wrong;
    }
    const purpose = 'unfreeze-account';
    const wrong = await codes.check({
      purpose,
      address,
      code: code.trim(),
      from: call.address,
      requestToken: call.requestToken,
    });
    if (wrong !== undefined) return wrong;
    const data = { userId, by: 'owner', reason: null } as const;
    return this.change(new UnfreezeAccount(this.by(`user:${userId}`, call.requestToken), data));
  }

  freezeByStaff({ input, session, requestToken }: CallContext<typeof freezeUser>): Promise<null | Refusal> {
    const { id: userId, reason, mayRead } = input;
    const data = { userId, by: 'staff', reason, mayRead } as const;
    return this.change(new FreezeAccount(this.by(`staff:${session.staffId}`, requestToken), data));
  }

  unfreezeByStaff({ input, session, requestToken }: CallContext<typeof unfreezeUser>): Promise<null | Refusal> {
    const { id: userId, reason } = input;
    const data = { userId, by: 'staff', reason } as const;
    return this.change(new UnfreezeAccount(this.by(`staff:${session.staffId}`, requestToken), data));
  }

  /** The event first; then the sessions end and the person is notified, which a repeat may safely do again. */
  private async change(command: FreezeAccount | UnfreezeAccount): Promise<null | Refusal> {
    const { commands, cards, sessions, logins, outbox } = this;
    const { userId } = command.data;
    const done = await commands.execute(command);
    if (!done.ok) return done.refusal;
    if (command instanceof FreezeAccount) await sessions.endAll(userId);
    const { state } = await cards.find('real', userId);
    const lang = 'lang' in state ? state.lang : 'en';
    const template = letterOf(command);
    const { email, phone } = await logins.contacts(userId);
    for (const contact of [email, phone]) {
      if (contact === null) continue;
      const { address } = contact;
      const key = `${template}:${userId}:${done.position}:${address.kind}`;
      await outbox.send({ address, template, lang, values: { changedAt: command.at }, userId, key });
    }
    return null;
  }

  private by(actor: string, requestToken: RequestToken | undefined): CommandContext {
    return { realm: 'real', at: this.clock.now(), actor, requestToken };
  }
}

/** The notice's variant: who froze the account, and whether it can still be read. */
function letterOf(command: FreezeAccount | UnfreezeAccount): string {
  if (!(command instanceof FreezeAccount)) return 'account-unfrozen';
  const { by, mayRead } = command.data;
  if (by === 'owner') return 'account-frozen';
  return mayRead ? 'account-frozen-by-staff' : 'account-shut-by-staff';
}
