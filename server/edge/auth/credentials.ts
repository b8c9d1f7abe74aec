import { Injectable } from '@nestjs/common';
import { refuse, type Refusal } from '../../core/refusal.js';
import type { CallerDevice } from '../http/call.js';
import { RateLimits } from '../http/rate-limits.js';
import { networkOf } from '../http/trusted-address.js';
import { KnownDevices } from './known-devices.js';
import { typedLogin, type Credential, type Login, LoginTable } from './logins.js';
import { Passwords } from './passwords.js';
import { Tries, type TryKey } from './tries.js';

/** A failed log-in and its account; only the owner learns of it. */
interface WrongLogin {
  readonly refusal: Refusal;
  readonly userId: string | undefined;
}

/** Where a log-in comes from, and what it shows besides the password. */
interface LoginFrom {
  readonly address: string;
  readonly device: CallerDevice;
  /** Whether a right code of the person's authenticator came along; it is not used up by the asking. */
  showsFactor?(userId: string): Promise<boolean>;
}

/** Many people share an address: it locks after ten times as many wrong tries as one account. */
const ADDRESS_TRIES = 10;

/** Logging in by password, and the locks against guessing. */
@Injectable()
export class Credentials {
  constructor(
    private readonly logins: LoginTable,
    private readonly passwords: Passwords,
    private readonly tries: Tries,
    private readonly devices: KnownDevices,
    private readonly limits: RateLimits,
  ) {}

  /** Whose login and password these are. One refusal for "no such login" and "wrong password", by text and by time. */
  async check(account: string, password: string, from: LoginFrom): Promise<Credential | WrongLogin> {
    const { logins, passwords, tries, devices, limits } = this;
    const login = typedLogin(account);
    const found = await logins.find(login);
    const ofAccount = this.keyOf(found, login);
    const device = found && (await devices.known(found.userId, from.device));
    const network = networkOf(from.address);
    const known = device !== undefined;
    const tooMany = await limits.ofLogin({ network, person: device ?? ofAccount, known });
    if (tooMany !== undefined) return { refusal: tooMany, userId: undefined };
    const strangers: TryKey[] = [{ key: ofAccount }, { key: `address:${network}`, times: ADDRESS_TRIES }];
    let keys: TryKey[] = known ? [{ key: `device:${device}` }] : strangers;
    // The lock is looked at in the turn and not before the waiting: who guesses many at once gets no more tries than one by one.
    const refusal = await passwords.inTurn({ network, person: device ?? ofAccount, known }, async (matches) => {
      let locked = await tries.lock(keys);
      if (locked !== undefined && !known && found !== undefined && (await from.showsFactor?.(found.userId)) === true) {
        // A stranger's guesses must not lock out the holder of the authenticator.
        keys = [{ key: `factor:${found.userId}` }];
        locked = await tries.lock(keys);
      }
      if (locked !== undefined) return locked;
      const right = await matches(found?.passwordHash, password);
      if (!right) return (await tries.wrong(keys)) ?? refuse('account.credentials-wrong');
      // On several cores others were looked at meanwhile: what is right counts only while the wrong ones have not locked.
      return tries.lock(keys);
    });
    if (found === undefined || refusal !== undefined)
      return { refusal: refusal ?? refuse('account.credentials-wrong'), userId: found?.userId };
    // The address keeps its count: a login of one's own must not buy more guesses at those of others.
    await tries.forget(keys[0]?.key ?? ofAccount);
    if (found.isOld === true) await logins.proven(found.userId, login);
    return found;
  }

  /** A proved owner may try again at once. */
  unlock(userId: string): Promise<void> {
    return this.tries.forget(`account:${userId}`);
  }

  /** All logins of a person are guessed at together. */
  private keyOf(found: Credential | undefined, login: Login): string {
    return found === undefined ? `login:${this.logins.fingerprintOf(login)}` : `account:${found.userId}`;
  }
}
