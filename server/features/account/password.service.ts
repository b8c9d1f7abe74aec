import { Injectable, Logger } from '@nestjs/common';
import { Pool } from 'pg';
import type { resetPassword, updatePassword } from '../../../contracts/account.calls.js';
import { Clock } from '../../core/clock.js';
import { Commands, type RequestToken } from '../../core/command.js';
import { Codes, Outbox } from '../../core/ports/messages-out.js';
import type { Proven } from '../../core/proven.js';
import { isRefusal, refuse, type Refusal } from '../../core/refusal.js';
import { storedDigest } from '../../core/stored-digest.js';
import { Regularly } from '../../edge/work/regularly.js';
import { StepUp } from '../../core/ports/step-up.js';
import { Credentials } from '../../edge/auth/credentials.js';
import { loginOf, type Credential, LoginTable } from '../../edge/auth/logins.js';
import { OneByOne } from '../../edge/auth/one-by-one.js';
import { Passwords } from '../../edge/auth/passwords.js';
import type { CallContext } from '../../edge/http/call.js';
import { strangerOf } from '../../edge/work/turns.js';
import { RecordPasswordChange } from './account.commands.js';
import { EntryService } from './entry.service.js';
import { RegistrationService } from './registration.service.js';
import { Sessions } from './sessions.js';
import { unfinishedPasswords } from './unfinished-passwords.js';

/** Changes a login password: with the old one, or by a code to a linked address. */
@Injectable()
export class PasswordService {
  /** What proved one change is looked at after the change before it: of two by the same old password one is made. */
  private readonly turns = new OneByOne();

  constructor(
    private readonly registration: RegistrationService,
    private readonly entry: EntryService,
    private readonly logins: LoginTable,
    private readonly passwords: Passwords,
    private readonly credentials: Credentials,
    private readonly codes: Codes,
    private readonly stepUp: StepUp,
    private readonly sessions: Sessions,
    private readonly outbox: Outbox,
    private readonly commands: Commands,
    private readonly pool: Pool,
    private readonly clock: Clock,
  ) {}

  /** An address without an account gets the answer of a wrong code, because none was sent there. */
  async reset(call: CallContext<typeof resetPassword>): Promise<null | Refusal> {
    const { registration, codes, logins, passwords } = this;
    const { account, country, code, password } = call.input;
    const address = registration.address(account, country);
    if (isRefusal(address)) return address;
    if (code.trim() === '') return refuse('code.required', { field: 'code' });
    const problem = registration.passwordProblem(call.input);
    if (problem !== undefined) return problem;
    const passwordHash = await passwords.hashFor(strangerOf(account, call.address), password);
    const proof = { purpose: 'forgot-password', address, code: code.trim(), from: call.address } as const;
    const wrong = await codes.check({ ...proof, requestToken: call.requestToken });
    if (wrong !== undefined) return wrong;
    const person = await logins.find(loginOf(address));
    if (person === undefined) return refuse('code.wrong', { field: 'code' });
    return this.turns.run(person.userId, () => this.resetNow(call, person, passwordHash));
  }

  private async resetNow(
    call: CallContext<typeof resetPassword>,
    person: Credential,
    passwordHash: string,
  ): Promise<null | Refusal> {
    const { entry, credentials } = this;
    // Registering was cut short before the account was open: setting a password completes it.
    const unopened = await entry.open(person, call.requestToken?.cause);
    if (unopened !== undefined) return unopened;
    const refused = await this.record({ userId: person.userId, how: 'reset', passwordHash }, call.requestToken);
    if (refused !== undefined) return refused;
    await this.setPassword(person.userId, undefined, passwordHash);
    await credentials.unlock(person.userId);
    await this.after(person.userId, undefined, call.lang);
    return null;
  }

  /** Puts passwords in force that the history has, and whose server died before. */
  async finish(): Promise<void> {
    const { pool } = this;
    for (const { userId } of await unfinishedPasswords(pool))
      await this.turns.run(userId, async () => {
        // Looked at again in the turn: the change may have been under way.
        for (const { lang, passwordHash } of await unfinishedPasswords(pool, userId)) {
          await this.setPassword(userId, undefined, passwordHash);
          await this.after(userId, undefined, lang);
        }
        return null;
      });
  }

  async update(call: CallContext<typeof updatePassword>): Promise<null | Refusal> {
    if (call.input.oldPassword === '') return refuse('account.required', { field: 'oldPassword' });
    const problem = this.registration.passwordProblem(call.input);
    return problem ?? this.turns.run(call.session.userId, () => this.updateNow(call));
  }

  private async updateNow(call: CallContext<typeof updatePassword>): Promise<null | Refusal> {
    const { stepUp, passwords } = this;
    const { oldPassword, password, googleCode } = call.input;
    const { userId, id } = call.session;
    const proof = await stepUp.prove(userId, 'password', { password: oldPassword, googleCode }, call.requestToken);
    if (isRefusal(proof)) return atOldPassword(proof);
    if (password === oldPassword) return refuse('account.password-unchanged', { field: 'password' });
    const passwordHash = await passwords.hash(userId, password);
    const refused = await this.record({ userId, how: 'changed', passwordHash }, call.requestToken, proof);
    if (refused !== undefined) return refused;
    await this.setPassword(userId, id, passwordHash);
    await this.after(userId, id, call.lang);
    return null;
  }

  /** Sessions end before, so that a crash between leaves none alive under a new password; those begun meanwhile end after. */
  private async setPassword(userId: string, keep: string | undefined, passwordHash: string): Promise<void> {
    await this.sessions.endAll(userId, keep);
    await this.logins.setPassword(userId, passwordHash);
  }

  private async record(
    { userId, how, passwordHash }: Pick<RecordPasswordChange['data'], 'userId' | 'how'> & { passwordHash: string },
    requestToken: RequestToken | undefined,
    proof?: Proven,
  ): Promise<Refusal | undefined> {
    await this.logins.preparePassword(userId, passwordHash);
    const { commands, clock } = this;
    const context = { realm: 'real', at: clock.now(), actor: `user:${userId}`, requestToken, proof };
    const data = { userId, how, passwordDigest: storedDigest(userId, passwordHash) };
    const done = await commands.execute(new RecordPasswordChange(context, data));
    return done.ok ? undefined : done.refusal;
  }

  /** All sessions under the old password end, and the person is notified at every address. */
  private async after(userId: string, keep: string | undefined, lang: Parameters<Outbox['send']>[0]['lang']) {
    const { sessions, logins, outbox, clock } = this;
    await sessions.endAll(userId, keep);
    const { email, phone } = await logins.contacts(userId);
    for (const contact of [email, phone]) {
      if (contact === null) continue;
      const values = { changedAt: clock.now() };
      await outbox.send({ address: contact.address, template: 'password-changed', lang, values, userId });
    }
  }
}

const EVERY_MS = 60_000;

/** Finishes changes of passwords at the start, and once a minute those of another server. */
@Injectable()
export class PasswordFinisher extends Regularly {
  constructor(passwords: PasswordService) {
    super(
      EVERY_MS,
      () => passwords.finish(),
      (error) => new Logger('Passwords').warn(`changes of passwords are not finished: ${String(error)}`),
    );
  }
}

/** The form calls the password that proves by another name than step-up does. */
function atOldPassword(refusal: Refusal): Refusal {
  return refusal.params['field'] === 'password'
    ? { ...refusal, params: { ...refusal.params, field: 'oldPassword' } }
    : refusal;
}
