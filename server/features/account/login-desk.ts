import type { LoginDesk } from '../../core/login-desk.js';
import { refuse } from '../../core/refusal.js';
import type { LoginTable } from '../../edge/auth/logins.js';
import type { EntryService } from './entry.service.js';
import type { RegistrationService } from './registration.service.js';

/** Accounts, for ways in that are not a password. */
export class AccountLoginDesk implements LoginDesk {
  constructor(private readonly parts: { entry: EntryService; registration: RegistrationService; logins: LoginTable }) {}

  async userOf(kind: 'wallet', login: string): Promise<string | undefined> {
    return (await this.parts.logins.find({ kind, text: login }))?.userId;
  }

  loginOf(userId: string, kind: 'wallet'): Promise<string | undefined> {
    return this.parts.logins.textOf(userId, kind);
  }

  bind(userId: string, kind: 'wallet', login: string): Promise<boolean> {
    return this.parts.logins.bind(userId, { kind, text: login });
  }

  unbind(userId: string, kind: 'wallet'): Promise<void> {
    return this.parts.logins.unbind(userId, kind);
  }

  async hasPassword(userId: string): Promise<boolean> {
    const { email, phone } = await this.parts.logins.contacts(userId);
    return (email ?? phone) !== null && (await this.parts.logins.passwordSetAt(userId)) !== null;
  }

  register(...[wish, asker]: Parameters<LoginDesk['register']>): ReturnType<LoginDesk['register']> {
    return this.parts.registration.registerByLogin(wish, asker);
  }

  async enter(...[userId, proof, asker]: Parameters<LoginDesk['enter']>): ReturnType<LoginDesk['enter']> {
    const person = await this.parts.logins.ofUser(userId);
    return person === undefined ? refuse('account.not-found') : this.parts.entry.enter(person, proof, asker);
  }
}
