import { hash, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { EventStore } from '../../engine/history/event-store.js';
import { SESSIONS_MAX } from '../../../contracts/account.contract.js';
import type { TradingRealm } from '../../../contracts/realm.contract.js';
import type { Language } from '../../../shared/language.js';
import type { KnownPolicies } from '../../../contracts/policy.contract.js';
import { isFresh, Clock } from '../../core/clock.js';
import type { RequestToken } from '../../core/command.js';
import type { SessionEnds } from '../../core/ports/logins.js';
import type { Sealed } from '../../core/person.js';
import { PolicySource } from '../../core/ports/policy-source.js';
import { isRefusal, refuse, type Refusal } from '../../core/refusal.js';
import type { Session, SessionSource } from '../../edge/http/sessions.js';
import { StoredAnswers } from '../../edge/http/stored-answers.js';
import { type AccountCard, AccountCards } from './account-cards.js';
import { mayTrade } from './account.decider.js';
import { BoundedMap } from '../../core/bounded-map.js';

const KEPT = 50_000;
const SEEN_FLUSH_MS = 30_000;
const DAY_MS = 86_400_000;
/** Another server may end a session that this one still knows: after this long it reads again. */
const TRUSTED_MS = 60_000;

/** A session in memory. Its owner id follows the account, because a regenerated demo account trades under a new one. */
export class LiveSession implements Session {
  seen = true;

  constructor(
    readonly id: string,
    readonly realm: TradingRealm,
    readonly userId: string,
    readonly expiresAt: number,
    readonly card: AccountCard,
    readonly readAt: number,
  ) {}

  get ownerId(): string {
    return 'ownerId' in this.card.state ? this.card.state.ownerId : '';
  }

  /** By what happened, not by the clock: the writer looks at the clock. */
  get barred(): Refusal | undefined {
    return mayTrade(this.card.state, 0);
  }

  /** The account is gone; a session that was begun in the same moment goes with it. */
  get isOver(): boolean {
    return this.card.state.status === 'erased' || this.card.state.status === 'demo-exited';
  }

  get lang(): Language {
    return 'lang' in this.card.state ? this.card.state.lang : 'en';
  }
}

/** Where a session was begun: the device by name, and the place sealed under the person's key. */
export interface SessionOrigin {
  readonly device: string;
  readonly sealedPlace: Sealed;
}

export interface StoredSession {
  readonly id: string;
  readonly device: string;
  readonly sealedPlace: Sealed | null;
  readonly createdAt: number;
  readonly lastSeenAt: number;
}

type EndListener = (sessionId: string, refusal: Refusal) => void;

/** Sessions: a table that holds only the hashes of the tokens, and in front of it the ones in use, in memory. */
@Injectable()
export class Sessions implements SessionSource<Session>, SessionEnds {
  private readonly live = new BoundedMap<string, LiveSession>(KEPT);
  private readonly endListeners = new Set<EndListener>();
  /** Grows with every end: what was read before one must not be kept after it. */
  private ends = 0;
  private readonly flushing: NodeJS.Timeout;

  constructor(
    private readonly store: EventStore,
    private readonly answers: StoredAnswers,
    private readonly cards: AccountCards,
    private readonly policies: PolicySource<KnownPolicies>,
    private readonly clock: Clock,
  ) {
    this.flushing = setInterval(() => void this.flushSeen().catch(() => undefined), SEEN_FLUSH_MS);
    this.flushing.unref();
  }

  /** Begins a session; the token is returned once and never stored. */
  async begin(
    realm: TradingRealm,
    userId: string,
    from?: SessionOrigin,
  ): Promise<{ token: string; session: LiveSession }> {
    const token = randomBytes(24).toString('base64url');
    const id = randomBytes(12).toString('base64url');
    const now = this.clock.now();
    const { sessionDaysDemo, sessionDaysReal } = this.policies.inForce('login.rules').values;
    // A demo session outlives the demo account, so that its owner can still read it and start it anew.
    const expiresAt = now + (realm === 'demo' ? sessionDaysDemo : sessionDaysReal) * DAY_MS;
    await this.store.pool.query(
      // Not waited for until it is on the disk: what a crash of the machine loses of it is one more log-in.
      `INSERT INTO sessions (token_hash, id, realm, user_id, created_at, last_seen_at, expires_at, device, sealed_place)
         SELECT $1, $2, $3, $4, $5::bigint, $5::bigint, $6, $7, $8 FROM set_config('synchronous_commit', 'off', true)`,
      [
        Buffer.from(hashOf(token), 'base64url'),
        id,
        realm,
        userId,
        now,
        expiresAt,
        from?.device ?? null,
        from?.sealedPlace ?? null,
      ],
    );
    await this.endOldest(userId, id);
    const { ends } = this;
    const card = await this.cards.find(realm, userId);
    const session = new LiveSession(id, realm, userId, expiresAt, card, now);
    if (ends === this.ends) this.live.set(hashOf(token), session);
    return { token, session };
  }

  find(token: string): LiveSession | Refusal | Promise<LiveSession | Refusal> {
    const tokenHash = hashOf(token);
    const known = this.live.get(tokenHash);
    const now = this.clock.now();
    if (known === undefined || !isFresh(known.readAt, now, TRUSTED_MS)) return this.read(tokenHash);
    if (known.expiresAt <= now) return refuse('session.expired');
    if (known.isOver) return refuse('session.ended');
    known.seen = true;
    return known;
  }

  /** Ends one session; answers whether there was one to end. */
  async end(sessionId: string): Promise<boolean> {
    const { rowCount } = await this.store.pool.query(
      `UPDATE sessions SET ended_at = $2 WHERE id = $1 AND ended_at IS NULL`,
      [sessionId, this.clock.now()],
    );
    this.forget((session) => session.id === sessionId, rowCount === 1 ? [sessionId] : []);
    return rowCount === 1;
  }

  /** Ends a session of this user. Ending it again changes nothing. */
  async endOwn(userId: string, sessionId: string, requestToken: RequestToken | undefined): Promise<null | Refusal> {
    const answer = await this.answers.once(requestToken, async (client) => {
      const { rowCount } = await client.query(
        'UPDATE sessions SET ended_at = coalesce(ended_at, $3) WHERE id = $1 AND user_id = $2',
        [sessionId, userId, this.clock.now()],
      );
      return rowCount === 1 ? null : refuse('session.unknown');
    });
    if (!isRefusal(answer)) this.forget((session) => session.id === sessionId, [sessionId]);
    return answer;
  }

  /** Ends every session of a user except the current one. A repeat spares sessions that began since. */
  async endOthers({ userId, id }: Session, requestToken: RequestToken | undefined): Promise<null | Refusal> {
    const ended: string[] = [];
    const answer = await this.answers.once(requestToken, async (client) => {
      ended.push(...(await this.markEnded(client, userId, id)));
      return null;
    });
    this.forget((session) => ended.includes(session.id), ended);
    return answer;
  }

  /** Ends every session of a user except the one to keep. */
  async endAll(userId: string, exceptSessionId?: string): Promise<void> {
    const ended = await this.markEnded(this.store.pool, userId, exceptSessionId);
    this.forget((session) => session.userId === userId && session.id !== exceptSessionId, ended);
  }

  /** The sessions of a user that are alive, the newest first. */
  async ofUser(userId: string): Promise<StoredSession[]> {
    const { rows } = await this.store.pool.query<StoredSession>(
      `SELECT id, coalesce(device, '') AS device, sealed_place AS "sealedPlace", created_at AS "createdAt",
         last_seen_at AS "lastSeenAt" FROM sessions
        WHERE user_id = $1 AND ended_at IS NULL AND expires_at > $2 ORDER BY created_at DESC, id LIMIT $3`,
      [userId, this.clock.now(), SESSIONS_MAX],
    );
    return rows;
  }

  /** Tells the sockets when a session is over. */
  onEnd(listener: EndListener): () => void {
    this.endListeners.add(listener);
    return () => this.endListeners.delete(listener);
  }

  async close(): Promise<void> {
    clearInterval(this.flushing);
    await this.flushSeen();
  }

  private async markEnded(queries: Pick<Pool, 'query'>, userId: string, except: string | undefined): Promise<string[]> {
    const { rows } = await queries.query<{ id: string }>(
      `UPDATE sessions SET ended_at = $2 WHERE user_id = $1 AND ended_at IS NULL AND id IS DISTINCT FROM $3 RETURNING id`,
      [userId, this.clock.now(), except ?? null],
    );
    return rows.map(({ id }) => id);
  }

  /** Of too many sessions the oldest end; the new one stays. */
  private async endOldest(userId: string, newest: string): Promise<void> {
    const { rows } = await this.store.pool.query<{ id: string }>(
      `UPDATE sessions SET ended_at = $2 WHERE id IN (
         SELECT id FROM sessions WHERE user_id = $1 AND ended_at IS NULL AND expires_at > $2 AND id <> $3
          ORDER BY created_at DESC, id OFFSET $4) RETURNING id`,
      [userId, this.clock.now(), newest, SESSIONS_MAX - 1],
    );
    const ended = new Set(rows.map((row) => row.id));
    if (ended.size > 0) this.forget((session) => ended.has(session.id), [...ended]);
  }

  private async read(tokenHash: string): Promise<LiveSession | Refusal> {
    const { ends } = this;
    const { rows } = await this.store.pool.query<SessionRow>({
      name: 'find-session',
      text: 'SELECT id, realm, user_id, expires_at, ended_at FROM sessions WHERE token_hash = $1',
      values: [Buffer.from(tokenHash, 'base64url')],
    });
    const row = rows[0];
    const now = this.clock.now();
    this.live.delete(tokenHash);
    if (row === undefined || row.expires_at <= now) return refuse('session.expired');
    if (row.ended_at !== null) return refuse('session.ended');
    const card = await this.cards.find(row.realm, row.user_id);
    const session = new LiveSession(row.id, row.realm, row.user_id, row.expires_at, card, now);
    if (session.isOver) return refuse('session.ended');
    if (ends === this.ends) this.live.set(tokenHash, session);
    return session;
  }

  /** `ended` may hold sessions that made no call for long: their sockets are still there. */
  private forget(which: (session: LiveSession) => boolean, ended: readonly string[]): void {
    this.ends += 1;
    const over = new Set(ended);
    for (const [tokenHash, session] of this.live) {
      if (!which(session)) continue;
      this.live.delete(tokenHash);
      over.add(session.id);
    }
    for (const id of over) for (const listener of this.endListeners) listener(id, refuse('session.ended'));
  }

  /** When a session was last used is written now and then and for many at once: seconds do not matter. */
  private async flushSeen(): Promise<void> {
    const ids: string[] = [];
    for (const session of this.live.values()) {
      if (session.seen) ids.push(session.id);
      session.seen = false;
    }
    if (ids.length === 0) return;
    await this.store.pool.query('UPDATE sessions SET last_seen_at = $2 WHERE id = ANY($1)', [ids, this.clock.now()]);
  }
}

interface SessionRow {
  id: string;
  realm: TradingRealm;
  user_id: string;
  expires_at: number;
  ended_at: number | null;
}

function hashOf(token: string): string {
  return hash('sha256', token, 'base64url');
}
