import { Injectable } from '@nestjs/common';
import type { LoginService } from '../../core/ports/login-service.js';
import { refuse } from '../../core/refusal.js';
import { LoginTable } from '../../edge/auth/logins.js';
import { EntryService } from './entry.service.js';
import { RegistrationService } from './registration.service.js';

/** Accounts, for ways in that are not a password. */
@Injectable()
export class AccountLoginService implements LoginService {
  constructor(
    private readonly entry: EntryService,
    private readonly registration: RegistrationService,
    private readonly logins: LoginTable,
  ) {}

  async userOf(kind: 'wallet', login: string): Promise<string | undefined> {
    return (await this.logins.find({ kind, text: login }))?.userId;
  }

  loginOf(userId: string, kind: 'wallet'): Promise<string | undefined> {
    return this.logins.textOf(userId, kind);
  }

  bind(userId: string, kind: 'wallet', login: string): Promise<boolean> {
    return this.logins.bind(userId, { kind, text: login });
  }

  unbind(userId: string, kind: 'wallet'): Promise<void> {
    return this.logins.unbind(userId, kind);
  }

  async hasPassword(userId: string): Promise<boolean> {
    const { email, phone } = await this.logins.contacts(userId);
    return (email ?? phone) !== null && (await this.logins.passwordSetAt(userId)) !== null;
  }

  register(...[request, caller]: Parameters<LoginService['register']>): ReturnType<LoginService['register']> {
    return this.registration.registerByLogin(request, caller);
  }

  async enter(...[userId, proof, caller]: Parameters<LoginService['enter']>): ReturnType<LoginService['enter']> {
    const person = await this.logins.ofUser(userId);
    return person === undefined ? refuse('account.not-found') : this.entry.enter(person, proof, caller);
  }
}
