import { createHash } from 'node:crypto';
import { hash, verify, Algorithm, type Options } from '@node-rs/argon2';
import type { Pool } from 'pg';
import type { Language } from '../../../contracts/envelope.contract.js';
import type { KnownPolicies } from '../../../contracts/policy.contract.js';
import type { Clock } from '../../core/clock.js';
import type { PolicySource } from '../../core/policy.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import { masked, normalLogin } from './login.rules.js';
import { Turns } from './turns.js';

/** OWASP's second recommendation for argon2id: 19 MiB, two passes. */
const ARGON: Options = { algorithm: 2 satisfies Algorithm.Argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const MINUTE_MS = 60_000;

export interface Credential {
  userId: string;
  loginMasked: string;
  lang: Language;
}

/** Keeps a login with its password; `false` when the login is taken. */
export async function createCredential(
  pool: Pool,
  {
    login,
    password,
    userId,
    lang,
    at,
  }: { login: string; password: string; userId: string; lang: Language; at: number },
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `INSERT INTO credentials (login_hash, user_id, login_masked, lang, password_hash, created_at)
       VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (login_hash) DO NOTHING`,
    [loginHash(login), userId, masked(normalLogin(login)), lang, await hash(password, ARGON), at],
  );
  return rowCount === 1;
}

/** Logins and passwords of real accounts, and the locks against guessing. Hashing runs in threads of its own. */
export class Credentials {
  /** Verified when there is no such login, so that the answer takes as long as if there were. */
  private readonly decoy = hash('nobody has this password', ARGON);
  private readonly turns = new Turns();

  constructor(
    private readonly pool: Pool,
    private readonly policies: PolicySource<KnownPolicies>,
    private readonly clock: Clock,
  ) {}

  /** Whose login and password these are. One refusal for "no such login" and "wrong password", by text and by time. */
  async check(login: string, password: string, address: string): Promise<Credential | Refusal> {
    return this.turns.refusal() ?? this.turns.take(() => this.checkNow(login, password, address));
  }

  /** The lock is looked at here and not before the waiting: who guesses many at once gets no more tries than one by one. */
  private async checkNow(login: string, password: string, address: string): Promise<Credential | Refusal> {
    const ofLogin = `login:${loginHash(login).toString('hex')}`;
    const keys = [ofLogin, `address:${address}`];
    const lockedMs = await this.lockedMs(keys);
    if (lockedMs > 0) return this.locked(lockedMs);
    const found = await this.find(login);
    const right = await verify(found?.password_hash ?? (await this.decoy), password);
    if (found === undefined || !right) return this.wrong(keys);
    // The address keeps its count: a login of one's own must not buy five more guesses at those of others.
    await this.pool.query('DELETE FROM login_tries WHERE key = $1', [ofLogin]);
    return { userId: found.user_id, loginMasked: found.login_masked, lang: found.lang };
  }

  async ofUser(userId: string): Promise<Credential | undefined> {
    const { rows } = await this.pool.query<CredentialRow>(
      'SELECT user_id, login_masked, lang FROM credentials WHERE user_id = $1',
      [userId],
    );
    return rows[0] && { userId, loginMasked: rows[0].login_masked, lang: rows[0].lang };
  }

  private async find(login: string): Promise<CredentialRow | undefined> {
    const { rows } = await this.pool.query<CredentialRow>(
      'SELECT user_id, login_masked, lang, password_hash FROM credentials WHERE login_hash = $1',
      [loginHash(login)],
    );
    return rows[0];
  }

  private async lockedMs(keys: readonly string[]): Promise<number> {
    const { rows } = await this.pool.query<{ until: number | null }>(
      'SELECT max(locked_until) AS until FROM login_tries WHERE key = ANY($1)',
      [keys],
    );
    return (rows[0]?.until ?? 0) - this.clock.now();
  }

  /** Counts the try against the login and the address; the last one that policy `login.rules` lets pass locks. */
  private async wrong(keys: readonly string[]): Promise<Refusal> {
    const now = this.clock.now();
    const { values } = this.policies.inForce('login.rules');
    const windowMs = values.lockMinutes * MINUTE_MS;
    const { rows } = await this.pool.query<{ until: number }>(
      `INSERT INTO login_tries AS t (key, wrong, since) SELECT key, 1, $2 FROM unnest($1::text[]) AS key ORDER BY key
         ON CONFLICT (key) DO UPDATE SET
           wrong = CASE WHEN t.since <= $2 - $3::bigint THEN 1 ELSE t.wrong + 1 END,
           since = CASE WHEN t.since <= $2 - $3::bigint THEN $2 ELSE t.since END,
           locked_until = CASE WHEN t.since > $2 - $3::bigint AND t.wrong + 1 >= $4 THEN $2 + $3::bigint ELSE 0 END
         RETURNING locked_until AS until`,
      [keys, now, windowMs, values.triesMax],
    );
    const until = Math.max(...rows.map((row) => row.until));
    return until > now ? this.locked(until - now) : refuse('account.credentials-wrong');
  }

  private locked(forMs: number): Refusal {
    const { name: policy, version } = this.policies.inForce('login.rules');
    return refuse('account.locked', { retryAfterSeconds: Math.ceil(forMs / 1000), policy, version });
  }
}

interface CredentialRow {
  user_id: string;
  login_masked: string;
  lang: Language;
  password_hash: string;
}

/** A login is personal data: the table is searched by its hash and shows only its ends. */
function loginHash(login: string): Buffer {
  return createHash('sha256')
    .update(`glassbook/login/${normalLogin(login)}`)
    .digest();
}
