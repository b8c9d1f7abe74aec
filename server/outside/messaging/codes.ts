import { randomBytes, randomInt } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { Pool } from 'pg';
import type { KnownPolicies } from '../../../contracts/policy.contract.js';
import { ServerConfig } from '../../config/config.js';
import { Clock } from '../../core/clock.js';
import { Outbox, type Address, type Codes, type Delivery } from '../../core/ports/messages-out.js';
import { Vault } from '../../core/ports/vault.js';
import { PolicySource } from '../../core/ports/policy-source.js';
import { requestMark } from '../../core/request-mark.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import { networkOf } from '../../edge/http/trusted-address.js';

type CodeRules = KnownPolicies['code.rules'];
type CodeRequest = Parameters<Codes['issue']>[0];
type TypedCode = Parameters<Codes['check']>[0];

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/**
 * Codes by e-mail and phone. The table holds only fingerprints: of purpose and address, and of the code under them. Where there
 * must be no code, everything is counted and stored alike, so that neither answer nor time reveals it.
 */
@Injectable()
export class StoredCodes implements Codes {
  private readonly log = new Logger('Codes');
  private readonly delivery: Readonly<Record<Address['kind'], Delivery>>;
  private readonly sending = new Set<Promise<void>>();

  constructor(
    private readonly pool: Pool,
    private readonly vault: Vault,
    private readonly outbox: Outbox,
    private readonly policies: PolicySource<KnownPolicies>,
    private readonly clock: Clock,
    { smtpUrl }: ServerConfig,
  ) {
    this.delivery = { email: smtpUrl === null ? 'kept' : 'sent', sms: 'kept' };
  }

  async issue(request: CodeRequest): Promise<{ resendSeconds: number; delivery: Delivery } | Refusal> {
    const { pool, clock } = this;
    const rules = this.rules();
    const now = clock.now();
    const mark = this.markOf(request);
    const delivery = this.delivery[request.address.kind];
    const { rows } = await pool.query<{ at: number }>('SELECT sent_at AS at FROM codes WHERE mark = $1', [mark]);
    const pauseMs = rules.resendSeconds * 1000;
    const leftMs = (rows[0]?.at ?? -Infinity) + pauseMs - now;
    if (leftMs > 0) return { resendSeconds: Math.ceil(leftMs / 1000), delivery };
    const tooMany = await this.overLimit(request, now);
    if (tooMany !== undefined) return tooMany;
    const code = this.freshCode(rules.digits);
    // A code that was never sent cannot be typed.
    const kept = this.codeMark(mark, request.insteadOfCode === undefined ? code : randomBytes(16).toString('hex'));
    const { rowCount } = await pool.query(
      `INSERT INTO codes AS c (mark, code_mark, sent_at, expires_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (mark) DO UPDATE SET code_mark = excluded.code_mark, sent_at = excluded.sent_at,
           expires_at = excluded.expires_at, wrong = 0, used_at = NULL WHERE c.sent_at <= $5`,
      [mark, kept, now, now + rules.lifeMinutes * MINUTE_MS, now - pauseMs],
    );
    // In the same moment another request has sent one: that one counts.
    if (rowCount === 1) this.sendLater(request, code, rules);
    return { resendSeconds: rules.resendSeconds, delivery };
  }

  async check(typed: TypedCode): Promise<Refusal | undefined> {
    const { pool, clock } = this;
    const rules = this.rules();
    const now = clock.now();
    const wrongKey = `wrong:${this.senderOf(typed.from)}`;
    const locked = await this.heldBack(wrongKey, HOUR_MS, rules.perAskerPerHour, now);
    if (locked !== undefined) return refuse('account.locked', { retryAfterSeconds: locked, ...this.applied() });
    const mark = this.markOf(typed);
    // One statement: of two requests with the same code, one uses it up. The repeat of that one may show it again.
    const { rows } = await pool.query<{ right: boolean }>(
      `UPDATE codes SET used_at = CASE WHEN code_mark = $2 THEN $3::bigint END, used_for = $5,
           wrong = wrong + CASE WHEN code_mark = $2 THEN 0 ELSE 1 END
         WHERE mark = $1 AND (used_at IS NULL OR (code_mark = $2 AND used_for = $5 AND $5 <> '')) AND expires_at > $3 AND wrong < $4 RETURNING used_at IS NOT NULL AS right`,
      [mark, this.codeMark(mark, typed.code), now, rules.triesMax, requestMark(typed.requestToken)],
    );
    if (rows[0]?.right === true) return undefined;
    await this.count(wrongKey, HOUR_MS, now);
    return refuse('code.wrong', { field: 'code' });
  }

  /** Waits for what is being handed to the outbox. */
  async close(): Promise<void> {
    await Promise.all(this.sending);
  }

  /** The answer does not wait for the message: sending one takes a different time than sending none. */
  private sendLater(
    { purpose, address, lang, userId, ownerId, insteadOfCode }: CodeRequest,
    code: string,
    rules: CodeRules,
  ): void {
    const template = insteadOfCode ?? `code.${purpose}`;
    const values = insteadOfCode === undefined ? { code, minutes: rules.lifeMinutes } : {};
    const personId = userId ?? ownerId;
    const sent = this.outbox
      .send({ address, template, lang, values, ...(personId === undefined ? {} : { userId: personId }) })
      .catch((error: unknown) => this.log.warn(`a code could not be stored: ${String(error)}`))
      .finally(() => this.sending.delete(sent));
    this.sending.add(sent);
  }

  private async overLimit(request: CodeRequest, now: number): Promise<Refusal | undefined> {
    const { perAddressPerDay, perAskerPerHour } = this.rules();
    const limits = [
      [`asker:${this.senderOf(request.from)}`, HOUR_MS, perAskerPerHour],
      [`address:${this.vault.fingerprint('address', request.address.to)}`, DAY_MS, perAddressPerDay],
    ] as const;
    for (const [key, windowMs, max] of limits) {
      const { count, since } = await this.count(key, windowMs, now);
      if (count > max) {
        const retryAfterSeconds = Math.ceil((since + windowMs - now) / 1000);
        return refuse('code.too-many', { retryAfterSeconds, ...this.applied() });
      }
    }
    return undefined;
  }

  private async count(key: string, windowMs: number, now: number): Promise<{ count: number; since: number }> {
    const { rows } = await this.pool.query<{ count: number; since: number }>(
      `INSERT INTO code_counts AS c (key, since, count) VALUES ($1, $2, 1) ON CONFLICT (key) DO UPDATE SET
         count = CASE WHEN c.since <= $2 - $3::bigint THEN 1 ELSE c.count + 1 END,
         since = CASE WHEN c.since <= $2 - $3::bigint THEN $2 ELSE c.since END RETURNING count, since`,
      [key, now, windowMs],
    );
    return rows[0] as { count: number; since: number };
  }

  /** For how many seconds it is too early, if it is. */
  private async heldBack(key: string, windowMs: number, max: number, now: number) {
    const { rows } = await this.pool.query<{ since: number }>(
      'SELECT since FROM code_counts WHERE key = $1 AND count >= $2 AND since > $3',
      [key, max, now - windowMs],
    );
    const since = rows[0]?.since;
    return since === undefined ? undefined : Math.ceil((since + windowMs - now) / 1000);
  }

  private rules(): CodeRules {
    return this.policies.inForce('code.rules').values;
  }

  private applied(): { policy: string; version: number } {
    const { name, version } = this.policies.inForce('code.rules');
    return { policy: name, version };
  }

  private freshCode(digits: number): string {
    return String(randomInt(10 ** digits)).padStart(digits, '0');
  }

  private markOf({ purpose, address, userId }: Pick<CodeRequest, 'purpose' | 'address' | 'userId'>): string {
    // A code of one person does not prove anything for another, even to the same address.
    return this.vault.fingerprint('login', `code/${purpose}/${userId ?? ''}/${address.kind}:${address.to}`);
  }

  private codeMark(mark: string, code: string): string {
    return this.vault.fingerprint('login', `${mark}/${code}`);
  }

  private senderOf(from: string): string {
    return this.vault.fingerprint('address', networkOf(from));
  }
}
