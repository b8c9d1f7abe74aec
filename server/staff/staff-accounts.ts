import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Algorithm, hash, verify, type Options } from '@node-rs/argon2';
import { Pool, type PoolClient } from 'pg';
import { REVIEW_QUEUES, type ReviewQueue, type StaffRole, type StaffSetup } from '../../contracts/staff.contract.js';
import type { KnownPolicies } from '../../contracts/policy.contract.js';
import { Clock } from '../core/clock.js';
import type { Cause } from '../core/event.js';
import { Ids } from '../core/ids.js';
import { PolicySource } from '../core/ports/policy-source.js';
import { isRefusal, refuse, type Refusal } from '../core/refusal.js';
import { storedDigest } from '../core/stored-digest.js';
import { ofSession, strangerOf, Turns } from '../edge/work/turns.js';
import { SPARE_CORES } from '../edge/work/worker-threads.js';
import { networkOf } from '../edge/http/trusted-address.js';
import { type Spent, StaffFactors } from './staff-factors.js';
import { FIRST_START, StaffRecord } from './staff-record.js';
import { inTransaction } from '../engine/history/transaction.js';

/** OWASP's second recommendation for argon2id: 19 MiB, two passes. Hashing runs in threads of its own. */
const ARGON: Options = { algorithm: 2 satisfies Algorithm.Argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const MINUTE_MS = 60_000;
/** Many people share an address: it locks after ten times as many wrong tries as one name. */
const ADDRESS_TRIES = 10;

const SEEDED: readonly StaffRole[] = ['auditor', 'admin', 'reviewer', 'risk', 'support', 'content'];

export interface StaffAccount {
  readonly staffId: string;
  readonly name: string;
  readonly roles: StaffRole[];
  readonly queues: ReviewQueue[];
  /** The member's first steps. */
  readonly setup: StaffSetup | null;
}

interface NewAccount {
  readonly name: string;
  readonly role: StaffRole;
  readonly queues: readonly ReviewQueue[];
  /** The administrator who makes it. */
  readonly by: string;
  readonly cause?: Cause | undefined;
}

/** The log-in fields; the code once there is an authenticator. */
export interface StaffLogin {
  readonly name: string;
  readonly password: string;
  readonly code?: string | undefined;
  /** A code was shown a moment ago, by the log-in that only leads to changing the password. */
  readonly proven?: boolean;
}

/** A wrong try: the refusal, and whose name it locked just now. */
interface WrongTry {
  readonly refusal: Refusal;
  readonly lockedOut?: { readonly staffId: string; readonly until: number };
}

interface AccountRow {
  staff_id: string;
  name: string;
  roles: StaffRole[];
  queues: ReviewQueue[];
  password_hash: string;
  password_own: boolean;
  bound: boolean;
}

/** Accounts of the staff and the lock against guessing. */
@Injectable()
export class StaffAccounts {
  private readonly decoy = hash('nobody has this password', ARGON);
  private readonly turns = new Turns({ atOnce: SPARE_CORES, waiting: 100, ofNetwork: 50, ofPerson: 20 });

  constructor(
    private readonly pool: Pool,
    private readonly policies: PolicySource<KnownPolicies>,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly factors: StaffFactors,
    private readonly record: StaffRecord,
  ) {}

  /** Makes the first accounts where there are none, all of them or none; answers their passwords, which cannot be read again. */
  seed(): Promise<{ login: string; password: string; role: StaffRole }[]> {
    return inTransaction(this.pool, async (client) => {
      const { rows } = await client.query('SELECT 1 FROM staff_accounts LIMIT 1');
      const made: { login: string; password: string; role: StaffRole }[] = [];
      for (const role of rows.length > 0 ? [] : SEEDED) {
        const queues = role === 'reviewer' ? REVIEW_QUEUES : [];
        const account = await this.make(client, { name: role, role, queues, by: FIRST_START });
        if (account !== undefined) made.push({ login: role, password: account.password, role });
      }
      return made;
    });
  }

  /** `undefined` when the name is taken, also by another server that started in the same moment. */
  create(account: NewAccount): Promise<{ staffId: string; password: string } | undefined> {
    return inTransaction(this.pool, (client) => this.make(client, account));
  }

  /**
   * Its event is durable before the row is committed: a crash in between leaves an event of an unused account, with its name free.
   */
  private async make(client: PoolClient, account: NewAccount) {
    const { password, passwordHash } = await freshPassword();
    const staffId = this.ids.next('s');
    const { rowCount } = await client.query(
      `INSERT INTO staff_accounts (staff_id, name, password_hash, roles, queues, created_at)
         VALUES ($1, $2, $3, ARRAY[$4], $5, $6) ON CONFLICT DO NOTHING`,
      [staffId, account.name, passwordHash, account.role, account.queues, this.clock.now()],
    );
    if (rowCount !== 1) return undefined;
    await this.recordCreation(staffId, passwordHash, account);
    return { staffId, password };
  }

  private async recordCreation(staffId: string, passwordHash: string, { name, role, queues, by, cause }: NewAccount) {
    const passwordDigest = storedDigest(staffId, passwordHash);
    await this.record.changed('StaffCreated', { staffId, by, name, role, passwordDigest }, cause);
    if (queues.length === 0) return;
    await this.record.changed('StaffQueuesChanged', { staffId, by, from: [], to: queues }, cause);
  }

  /** One refusal for "no such name" and "wrong password", by text and by time. `spent` is the used code. */
  async check(
    login: StaffLogin,
    address: string,
    cause?: Cause,
  ): Promise<(StaffAccount & { spent: Spent | null }) | WrongTry> {
    return this.turns.take(strangerOf(login.name, address), () => this.checkNow(login, address, cause));
  }

  /** Hashing takes a core for a while: it waits for its turn as the log-ins do. */
  inTurn<Answer>(staffId: string, work: () => Promise<Answer>): Promise<Answer> {
    return this.turns.take(ofSession(staffId), work);
  }

  /** The lock is looked at here and not before the waiting: who guesses many at once gets no more tries than one by one. */
  private async checkNow(
    { name, password, code, proven }: StaffLogin,
    address: string,
    cause: Cause | undefined,
  ): Promise<(StaffAccount & { spent: Spent | null }) | WrongTry> {
    const found = await this.find(name);
    // By the name as it is kept: the database takes letters for the same that we would count apart.
    const ofName = `name:${(found?.name ?? name).toLowerCase()}`;
    const keys = await this.keysFor(found, code, [ofName, `address:${networkOf(address)}`]);
    if (isRefusal(keys)) return { refusal: keys };
    const right = await verify(found?.password_hash ?? (await this.decoy), password);
    if (found === undefined || !right) return this.wrong(keys, found?.staff_id, refuse('staff.credentials-wrong'));
    let spent: Spent | null = null;
    if (found.bound && proven !== true) {
      if (code === undefined || code.trim() === '') return { refusal: refuse('staff.code-required') };
      const factor = (await this.factors.spend(found.staff_id, code, cause)) ?? null;
      if (isRefusal(factor)) return { refusal: factor };
      spent = factor;
      if (spent === null) return this.wrong(keys, found.staff_id, refuse('staff.code-wrong'));
    }
    // On several cores others were looked at meanwhile: what is right counts only while the wrong ones have not locked.
    const lockedNow = await this.lockedUntil(keys);
    if (lockedNow > this.clock.now()) return { refusal: this.lockRefusal(lockedNow) };
    // The address keeps its count, as it does for users.
    await this.pool.query('DELETE FROM staff_login_tries WHERE key = $1', [keys[0]]);
    return {
      staffId: found.staff_id,
      name: found.name,
      roles: found.roles,
      queues: found.queues,
      setup: setupOf(found),
      spent,
    };
  }

  /**
   * The keys that count this try. Anybody can lock a name with five guesses, so a right code passes a lock, with a count of its
   * own; a locked name needs the code first, whether it exists or not.
   */
  private async keysFor(
    found: AccountRow | undefined,
    code: string | undefined,
    keys: readonly string[],
  ): Promise<readonly string[] | Refusal> {
    const locked = await this.lockedUntil(keys);
    if (locked <= this.clock.now()) return keys;
    if (code === undefined || code.trim() === '') return refuse('staff.code-required');
    if (found === undefined || !(await this.factors.shows(found.staff_id, code))) return this.lockRefusal(locked);
    const ofFactor = [`factor:${found.staff_id}`];
    const factorLocked = await this.lockedUntil(ofFactor);
    return factorLocked > this.clock.now() ? this.lockRefusal(factorLocked) : ofFactor;
  }

  private async find(name: string): Promise<AccountRow | undefined> {
    const { rows } = await this.pool.query<AccountRow>(
      `SELECT staff_id, name, roles, queues, password_hash, password_own, totp_secret IS NOT NULL AS bound
         FROM staff_accounts WHERE lower(name) = lower($1) AND disabled_at IS NULL`,
      [name],
    );
    return rows[0];
  }

  private async lockedUntil(keys: readonly string[]): Promise<number> {
    const { rows } = await this.pool.query<{ until: number | null }>(
      'SELECT max(locked_until) AS until FROM staff_login_tries WHERE key = ANY ($1)',
      [keys],
    );
    return rows[0]?.until ?? 0;
  }

  /** Counts the try against the name and the address; the last one that policy `staff.login` lets pass locks. */
  private async wrong(keys: readonly string[], staffId: string | undefined, answer: Refusal): Promise<WrongTry> {
    const now = this.clock.now();
    const { triesMax, lockMinutes } = this.policies.inForce('staff.login').values;
    const { rows } = await this.pool.query<{ key: string; until: number }>(
      `INSERT INTO staff_login_tries AS t (key, wrong, since, locked_until)
         SELECT key, 1, $2::bigint, 0 FROM unnest($1::text[]) AS key ORDER BY key
       ON CONFLICT (key) DO UPDATE SET
         wrong = CASE WHEN t.since <= $2::bigint - $3::bigint THEN 1 ELSE t.wrong + 1 END,
         since = CASE WHEN t.since <= $2::bigint - $3::bigint THEN $2::bigint ELSE t.since END,
         locked_until = CASE WHEN t.since > $2::bigint - $3::bigint AND t.wrong + 1 >= $4 * CASE WHEN t.key LIKE 'address:%' THEN ${ADDRESS_TRIES} ELSE 1 END
                             THEN $2::bigint + $3::bigint
                             ELSE 0 END
       RETURNING key, locked_until AS until`,
      [keys, now, lockMinutes * MINUTE_MS, triesMax],
    );
    const until = Math.max(...rows.map((row) => row.until));
    if (until <= now) return { refusal: answer };
    const nameLocked = rows.some((row) => row.key.startsWith('name:') && row.until > now);
    const refusal = this.lockRefusal(until);
    return nameLocked && staffId !== undefined ? { refusal, lockedOut: { staffId, until } } : { refusal };
  }

  private lockRefusal(until: number): Refusal {
    const { name: policy, version } = this.policies.inForce('staff.login');
    const retryAfterSeconds = Math.ceil((until - this.clock.now()) / 1000);
    return refuse('account.locked', { retryAfterSeconds, policy, version });
  }
}

/** A password that is shown once, and what is stored of it. */
export async function freshPassword(): Promise<{ password: string; passwordHash: string }> {
  const password = randomBytes(15).toString('base64url');
  return { password, passwordHash: await hashed(password) };
}

export function hashed(password: string): Promise<string> {
  return hash(password, ARGON);
}

/** A password that another person has seen is changed first; then the authenticator comes. */
export function setupOf(account: { readonly password_own: boolean; readonly bound: boolean }): StaffSetup | null {
  if (!account.password_own) return 'password';
  return account.bound ? null : 'factor';
}
