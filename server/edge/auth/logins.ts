import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Pool, type PoolClient } from 'pg';
import type { Language } from '../../../shared/language.js';
import { Clock } from '../../core/clock.js';
import type { Contact, Logins } from '../../core/ports/logins.js';
import type { Address } from '../../core/ports/messages-out.js';
import type { Sealed } from '../../core/person.js';
import { Vault } from '../../core/ports/vault.js';
import { isRefusal } from '../../core/refusal.js';
import { storedDigest } from '../../core/stored-digest.js';
import { ofSession } from '../work/turns.js';
import { addressOf } from './contact.js';
import { masked } from './login.rules.js';
import { Passwords } from './passwords.js';

type LoginKind = 'email' | 'phone' | 'wallet';

/** A login, normalised. */
export interface Login {
  readonly kind: LoginKind;
  readonly text: string;
}

/** A person in registration: the first login, and the data for opening the account, which any server may do. */
interface NewPerson {
  readonly userId: string;
  readonly login: Login;
  readonly passwordHash: string | null;
  readonly lang: Language;
  /** Plain JSON of the command that opens the account: kept, so that a crash before it loses nothing. */
  readonly opening: unknown;
  /** Fingerprint of the registering request; its repeat finds the person again. */
  readonly requestMark?: string | undefined;
}

export interface Credential {
  readonly userId: string;
  readonly lang: Language;
  readonly passwordHash: string | null;
  readonly opening: unknown;
  /** Known by the hash from before fingerprints only. */
  readonly isOld?: boolean;
}

const CREDENTIAL = `c.user_id AS "userId", c.lang, c.password_hash AS "passwordHash", c.opening`;
const ADDRESS = 'login.address';

/** Logins and passwords: a table of fingerprints with sealed addresses, and a table of password hashes. */
@Injectable()
export class LoginTable implements Logins {
  constructor(
    private readonly pool: Pool,
    private readonly vault: Vault,
    private readonly passwords: Passwords,
    private readonly clock: Clock,
  ) {}

  /** `false` when the login is taken or the request came before: then nothing was kept. */
  async create({ userId, login, passwordHash, lang, opening, requestMark }: NewPerson): Promise<boolean> {
    const sealed = await this.vault.seal(userId, ADDRESS, login.text);
    return this.inTransaction(async (client) => {
      const { rowCount } = await client.query(
        `INSERT INTO logins (fingerprint, user_id, kind, sealed_address, bound_at) VALUES ($1, $2, $3, $4, $5)
           ON CONFLICT (fingerprint) DO NOTHING`,
        [this.fingerprintOf(login), userId, login.kind, sealed, this.clock.now()],
      );
      if (rowCount !== 1) return false;
      const made = await client.query(
        `INSERT INTO credentials (user_id, password_hash, lang, created_at, password_changed_at, opening, request_mark)
           VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (request_mark) DO NOTHING`,
        [
          userId,
          passwordHash,
          lang,
          this.clock.now(),
          passwordHash === null ? null : this.clock.now(),
          JSON.stringify(opening),
          requestMark ?? null,
        ],
      );
      return made.rowCount === 1;
    });
  }

  /** Whose login it is. A login from before fingerprints is known by its old hash, and gets its fingerprint when it is proven. */
  async find(login: Login): Promise<Credential | undefined> {
    const { rows } = await this.pool.query<CredentialRow>(
      `SELECT ${CREDENTIAL}, l.fingerprint = $2 AS "isOld" FROM logins l JOIN credentials c USING (user_id)
        WHERE l.fingerprint IN ($1, $2) LIMIT 1`,
      [this.fingerprintOf(login), oldHashOf(login)],
    );
    return rows[0] && credentialOf(rows[0]);
  }

  async byRequest(requestMark: string): Promise<Credential | undefined> {
    const { rows } = await this.pool.query<CredentialRow>(
      `SELECT ${CREDENTIAL} FROM credentials c WHERE request_mark = $1`,
      [requestMark],
    );
    return rows[0] && credentialOf(rows[0]);
  }

  async ofUser(userId: string): Promise<Credential | undefined> {
    const { rows } = await this.pool.query<CredentialRow>(
      `SELECT ${CREDENTIAL} FROM credentials c WHERE user_id = $1`,
      [userId],
    );
    return rows[0] && credentialOf(rows[0]);
  }

  /** Seals the text of a login that was known by its old hash only. */
  async proven(userId: string, login: Login): Promise<void> {
    const sealed = await this.vault.seal(userId, ADDRESS, login.text);
    await this.pool.query('UPDATE logins SET fingerprint = $2, sealed_address = $3 WHERE fingerprint = $1', [
      oldHashOf(login),
      this.fingerprintOf(login),
      sealed,
    ]);
  }

  async verifyPassword(userId: string, password: string): Promise<string | undefined> {
    const hash = (await this.ofUser(userId))?.passwordHash ?? undefined;
    const right = await this.passwords.inTurn(ofSession(userId), (matches) => matches(hash, password));
    return right && hash !== undefined ? storedDigest(userId, hash) : undefined;
  }

  /** Keeps the new password before its event is stored: a server that dies before `setPassword` loses nothing. */
  async preparePassword(userId: string, passwordHash: string): Promise<void> {
    await this.pool.query('UPDATE credentials SET next_hash = $2 WHERE user_id = $1', [userId, passwordHash]);
  }

  async setPassword(userId: string, passwordHash: string): Promise<void> {
    await this.pool.query(
      'UPDATE credentials SET password_hash = $2, password_changed_at = $3, next_hash = NULL WHERE user_id = $1',
      [userId, passwordHash, this.clock.now()],
    );
  }

  async passwordSetAt(userId: string): Promise<number | null> {
    const { rows } = await this.pool.query<{ at: number | null }>(
      'SELECT password_changed_at AS at FROM credentials WHERE user_id = $1',
      [userId],
    );
    return rows[0]?.at ?? null;
  }

  async contacts(userId: string): Promise<{ email: Contact | null; phone: Contact | null }> {
    const { rows } = await this.pool.query<{ kind: LoginKind; sealed: Sealed }>({
      name: 'contacts',
      text: `SELECT kind, sealed_address AS sealed FROM logins WHERE user_id = $1 AND sealed_address <> ''`,
      values: [userId],
    });
    const opened = await Promise.all(
      rows.map(async ({ kind, sealed }) => [kind, await this.vault.open(userId, ADDRESS, sealed)] as const),
    );
    const texts = new Map(opened);
    const [email, phone] = [texts.get('email') ?? undefined, texts.get('phone') ?? undefined];
    const contact = (kind: Address['kind'], to: string | undefined): Contact | null =>
      to === undefined ? null : { address: { kind, to }, masked: masked(to) };
    return { email: contact('email', email), phone: contact('sms', phone) };
  }

  /** The text of a login, opened for its owner. */
  async textOf(userId: string, kind: LoginKind): Promise<string | undefined> {
    const { rows } = await this.pool.query<{ sealed: Sealed }>(
      `SELECT sealed_address AS sealed FROM logins WHERE user_id = $1 AND kind = $2 AND sealed_address <> ''`,
      [userId, kind],
    );
    const sealed = rows[0]?.sealed;
    return sealed === undefined ? undefined : ((await this.vault.open(userId, ADDRESS, sealed)) ?? undefined);
  }

  async bindContact(userId: string, address: Address): Promise<'done' | 'taken'> {
    return (await this.bind(userId, loginOf(address))) ? 'done' : 'taken';
  }

  /** In the place of the person's login of that kind; `false` when it is another person's. */
  async bind(userId: string, login: Login): Promise<boolean> {
    const sealed = await this.vault.seal(userId, ADDRESS, login.text);
    return this.inTransaction(async (client) => {
      // One after another for each person, so that the second of two sees the first one's row and takes its place.
      await client.query('SELECT 1 FROM credentials WHERE user_id = $1 FOR UPDATE', [userId]);
      // Messages from before the account are sealed for the house and found by the address alone: they go with it.
      await client.query(
        `WITH former AS (DELETE FROM logins WHERE user_id = $1 AND kind = $2 AND fingerprint <> $3 RETURNING fingerprint)
           DELETE FROM outbox WHERE user_id IS NULL AND address_mark IN (SELECT fingerprint FROM former)`,
        [userId, login.kind, this.fingerprintOf(login)],
      );
      const { rows } = await client.query<{ user_id: string }>(
        `INSERT INTO logins AS l (fingerprint, user_id, kind, sealed_address, bound_at) VALUES ($1, $2, $3, $4, $5)
           ON CONFLICT (fingerprint) DO UPDATE SET bound_at = l.bound_at RETURNING user_id`,
        [this.fingerprintOf(login), userId, login.kind, sealed, this.clock.now()],
      );
      return rows[0]?.user_id === userId;
    });
  }

  async unbind(userId: string, kind: LoginKind): Promise<void> {
    await this.pool.query('DELETE FROM logins WHERE user_id = $1 AND kind = $2', [userId, kind]);
  }

  fingerprintOf({ kind, text }: Login): string {
    return this.vault.fingerprint('login', `${kind}:${text}`);
  }

  /** Undone when the work answers `false`. */
  private async inTransaction(work: (client: PoolClient) => Promise<boolean>): Promise<boolean> {
    const client = await this.pool.connect();
    try {
      await client.query('BEGIN');
      const done = await work(client);
      await client.query(done ? 'COMMIT' : 'ROLLBACK');
      return done;
    } catch (error) {
      await client.query('ROLLBACK').catch(() => undefined);
      throw error;
    } finally {
      client.release();
    }
  }
}

interface CredentialRow extends Omit<Credential, 'opening'> {
  readonly opening: string | null;
}

function credentialOf({ opening, ...row }: CredentialRow): Credential {
  return { ...row, opening: opening === null ? null : (JSON.parse(opening) as unknown) };
}

export function loginOf({ kind, to }: Address): Login {
  return { kind: kind === 'sms' ? 'phone' : 'email', text: to };
}

/** A login as typed. An invalid address is looked up too, so that the answer takes the same time. */
export function typedLogin(account: string): Login {
  const address = addressOf(account);
  return isRefusal(address) ? { kind: 'email', text: account.trim().toLowerCase() } : loginOf(address);
}

/** How logins were hashed before there were fingerprints. */
function oldHashOf({ text }: Login): string {
  const hash = createHash('sha256').update(`glassbook/login/${text}`).digest('hex');
  return `sha256:${hash}`;
}
