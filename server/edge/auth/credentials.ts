import { refuse, type Refusal } from '../../core/refusal.js';
import { typedLogin, type Credential, type Login, type LoginTable } from './logins.js';
import type { Passwords } from './passwords.js';
import type { Tries } from './tries.js';

/** A log-in that failed, and whose it would have been, which only he himself is told. */
export interface WrongLogin {
  readonly refusal: Refusal;
  readonly userId: string | undefined;
}

/** Logging in by password, and the locks against guessing. */
export class Credentials {
  constructor(
    private readonly logins: LoginTable,
    private readonly passwords: Passwords,
    private readonly tries: Tries,
  ) {}

  /** Whose login and password these are. One refusal for "no such login" and "wrong password", by text and by time. */
  check(account: string, password: string, address: string): Promise<Credential | WrongLogin> {
    const login = typedLogin(account);
    // The lock is looked at in the turn and not before the waiting: who guesses many at once gets no more tries than one by one.
    return this.passwords.inTurn(async (matches) => {
      const found = await this.logins.find(login);
      const ofAccount = this.keyOf(found, login);
      const keys = [ofAccount, `address:${address}`];
      const locked = await this.tries.lock(keys);
      if (locked !== undefined) return { refusal: locked, userId: found?.userId };
      const right = await matches(found?.passwordHash, password);
      if (found === undefined || !right) {
        const refusal = (await this.tries.wrong(keys)) ?? refuse('account.credentials-wrong');
        return { refusal, userId: found?.userId };
      }
      // The address keeps its count: a login of one's own must not buy five more guesses at those of others.
      await this.tries.forget(ofAccount);
      await this.logins.proven(found.userId, login);
      return found;
    });
  }

  /** Whoever proved that a login is his may try again at once. */
  unlock(userId: string): Promise<void> {
    return this.tries.forget(`account:${userId}`);
  }

  /** All logins of a person are guessed at together. */
  private keyOf(found: Credential | undefined, login: Login): string {
    return found === undefined ? `login:${this.logins.fingerprintOf(login)}` : `account:${found.userId}`;
  }
}
