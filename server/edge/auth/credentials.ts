import { refuse, type Refusal } from '../../core/refusal.js';
import { networkOf } from '../http/trusted-address.js';
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
  async check(account: string, password: string, address: string): Promise<Credential | WrongLogin> {
    const login = typedLogin(account);
    const found = await this.logins.find(login);
    const ofAccount = this.keyOf(found, login);
    const owner = { network: networkOf(address), person: ofAccount, known: false };
    const keys = [ofAccount, `address:${networkOf(address)}`];
    // The lock is looked at in the turn and not before the waiting: who guesses many at once gets no more tries than one by one.
    const refusal = await this.passwords.inTurn(owner, async (matches) => {
      const locked = await this.tries.lock(keys);
      if (locked !== undefined) return locked;
      const right = await matches(found?.passwordHash, password);
      if (!right) return (await this.tries.wrong(keys)) ?? refuse('account.credentials-wrong');
      // On several cores others were looked at meanwhile: what is right counts only while the wrong ones have not locked.
      return this.tries.lock(keys);
    });
    if (found === undefined || refusal !== undefined)
      return { refusal: refusal ?? refuse('account.credentials-wrong'), userId: found?.userId };
    // The address keeps its count: a login of one's own must not buy five more guesses at those of others.
    await this.tries.forget(ofAccount);
    if (found.isOld === true) await this.logins.proven(found.userId, login);
    return found;
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
