import type { Pool } from 'pg';
import type { Language } from '../../../shared/language.js';
import type { Clock } from '../../core/clock.js';
import type { Address, MessageOut, Outbox } from '../../core/ports/messages-out.js';
import type { Vault } from '../../core/ports/vault.js';
import type { WrittenMessage, MessageTexts } from './message-texts.js';

/** For this long a message can be read back, whether or not it could be sent. */
const KEPT_MS = 7 * 86_400_000;
/** How long to wait after each try that failed; after the last one it gives up. */
const RETRY_AFTER_MS = [10_000, 60_000, 300_000, 1_800_000, 7_200_000] as const;
/** Another server that took a message has this long before it is taken over. */
const TAKEN_MS = 60_000;
const AT_ONCE = 20;
/** More to one address in a day is no news: each text message costs, and a client could abuse that. */
const PER_ADDRESS_PER_DAY = 100;
const DAY_MS = 86_400_000;

/** A message with its address and words opened. `letter` is `null` once its person is erased. */
export interface StoredMessage {
  readonly id: number;
  readonly kind: Address['kind'];
  readonly userId: string | null;
  readonly template: string;
  readonly lang: Language;
  /** `kept`: there is no way out for it, and it waits here to be read. */
  readonly status: 'waiting' | 'sent' | 'kept' | 'failed';
  readonly tries: number;
  readonly createdAt: number;
  readonly sentAt: number | null;
  readonly address: Address | null;
  readonly letter: WrittenMessage | null;
}

interface MessageRow extends Omit<StoredMessage, 'address' | 'letter'> {
  readonly sealedAddress: string;
  readonly sealedMessage: string;
}

const ROW = `id, kind, user_id AS "userId", template, lang, status, tries, created_at AS "createdAt", sent_at AS "sentAt",
  sealed_address AS "sealedAddress", sealed_letter AS "sealedMessage"`;

/** Messages out, as rows: address and words are sealed under the person's key, or the house's where there is no person. */
export class OutboxTable implements Outbox {
  /** The sender's wake-up, called when there is something to send. */
  onWaiting: () => void = () => undefined;

  constructor(
    private readonly pool: Pool,
    private readonly vault: Vault,
    private readonly letters: MessageTexts,
    private readonly clock: Clock,
  ) {}

  async send(message: MessageOut): Promise<void> {
    const { address, template, lang, userId, key } = message;
    const letter = JSON.stringify(this.letters.write(message));
    const [sealedAddress, sealedMessage] = await Promise.all([
      this.seal(userId, 'outbox.address', address.to),
      this.seal(userId, 'outbox.letter', letter),
    ]);
    await this.pool.query(
      `INSERT INTO outbox (key, kind, user_id, address_mark, template, lang, sealed_address, sealed_letter, created_at, next_try_at)
         SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9::bigint, $9::bigint
          WHERE (SELECT count(*) FROM outbox WHERE address_mark = $4 AND created_at > $9::bigint - ${DAY_MS}) < ${PER_ADDRESS_PER_DAY}
         ON CONFLICT (key) DO NOTHING`,
      [
        key ?? null,
        address.kind,
        userId ?? null,
        this.markOf(address),
        template,
        lang,
        sealedAddress,
        sealedMessage,
        this.clock.now(),
      ],
    );
    this.onWaiting();
  }

  /** Takes messages that are due, so that no other server sends them meanwhile. */
  async take(): Promise<StoredMessage[]> {
    const { rows } = await this.pool.query<MessageRow>(
      `UPDATE outbox SET tries = tries + 1, next_try_at = $1::bigint + $2 WHERE id IN (
         SELECT id FROM outbox WHERE status = 'waiting' AND next_try_at <= $1 ORDER BY next_try_at, id LIMIT $3
         FOR UPDATE SKIP LOCKED) RETURNING ${ROW}`,
      [this.clock.now(), TAKEN_MS, AT_ONCE],
    );
    return Promise.all(rows.map((row) => this.opened(row)));
  }

  async sent(id: number): Promise<void> {
    await this.pool.query(`UPDATE outbox SET status = 'sent', sent_at = $2 WHERE id = $1`, [id, this.clock.now()]);
  }

  async kept(id: number): Promise<void> {
    await this.pool.query(`UPDATE outbox SET status = 'kept' WHERE id = $1`, [id]);
  }

  /** It waits longer after each try; answers whether it will be tried again. */
  async failed({ id, tries }: Pick<StoredMessage, 'id' | 'tries'>): Promise<boolean> {
    const pauseMs = RETRY_AFTER_MS[tries - 1];
    const status = pauseMs === undefined ? 'failed' : 'waiting';
    await this.pool.query('UPDATE outbox SET status = $2, next_try_at = $3 WHERE id = $1', [
      id,
      status,
      this.clock.now() + (pauseMs ?? 0),
    ]);
    return pauseMs !== undefined;
  }

  async sweep(): Promise<void> {
    const now = this.clock.now();
    await this.pool.query('DELETE FROM outbox WHERE created_at < $1', [now - KEPT_MS]);
    await this.pool.query('DELETE FROM codes WHERE expires_at < $1', [now - 86_400_000]);
    await this.pool.query('DELETE FROM code_counts WHERE since < $1', [now - 86_400_000]);
  }

  /** The newest first; `before` is the id of the last one that was seen. */
  async list({
    before,
    status,
    limit,
  }: {
    before?: number | undefined;
    status?: string | undefined;
    limit: number;
  }): Promise<StoredMessage[]> {
    const { rows } = await this.pool.query<MessageRow>(
      `SELECT ${ROW} FROM outbox WHERE ($1::bigint IS NULL OR id < $1) AND ($2::text IS NULL OR status = $2)
         ORDER BY id DESC LIMIT $3`,
      [before ?? null, status ?? null, limit],
    );
    return Promise.all(rows.map((row) => this.opened(row)));
  }

  async one(id: number): Promise<StoredMessage | undefined> {
    const { rows } = await this.pool.query<MessageRow>(`SELECT ${ROW} FROM outbox WHERE id = $1`, [id]);
    return rows[0] && this.opened(rows[0]);
  }

  /** What went to an address, the newest first. */
  async to(address: Address): Promise<StoredMessage[]> {
    const { rows } = await this.pool.query<MessageRow>(
      `SELECT ${ROW} FROM outbox WHERE address_mark = $1 ORDER BY id DESC LIMIT 20`,
      [this.markOf(address)],
    );
    return Promise.all(rows.map((row) => this.opened(row)));
  }

  /** The messages to a person, for their export. Codes are left out: they are credentials, not personal data. */
  async of(userId: string): Promise<object[]> {
    const { rows } = await this.pool.query<MessageRow>(`SELECT ${ROW} FROM outbox WHERE user_id = $1 ORDER BY id`, [
      userId,
    ]);
    const opened = await Promise.all(rows.map((row) => this.opened(row)));
    return opened.map(({ kind, createdAt, sentAt, address, letter }) => {
      const text = letter?.text ?? '';
      const visibleText = letter?.secret === undefined ? text : text.replaceAll(letter.secret, '');
      return { kind, to: address?.to ?? '', createdAt, sentAt, subject: letter?.subject ?? '', text: visibleText };
    });
  }

  async forget(userId: string): Promise<void> {
    await this.pool.query('DELETE FROM outbox WHERE user_id = $1', [userId]);
  }

  /** The owner of the login with this address: messages from before the account are found at erasure. */
  private markOf({ kind, to }: Address): string {
    return this.vault.fingerprint('login', `${kind === 'sms' ? 'phone' : 'email'}:${to}`);
  }

  private async seal(userId: string | undefined, context: string, text: string): Promise<string> {
    return userId === undefined ? this.vault.sealForHouse(context, text) : this.vault.seal(userId, context, text);
  }

  private async opened({ sealedAddress, sealedMessage, ...row }: MessageRow): Promise<StoredMessage> {
    const [to, letter] = await Promise.all([
      this.open(row.userId, 'outbox.address', sealedAddress),
      this.open(row.userId, 'outbox.letter', sealedMessage),
    ]);
    return {
      ...row,
      address: to === null ? null : { kind: row.kind, to },
      letter: letter === null ? null : (JSON.parse(letter) as WrittenMessage),
    };
  }

  private async open(userId: string | null, context: string, text: string): Promise<string | null> {
    // What stands in these columns was sealed by this class.
    const sealed = text as Parameters<Vault['open']>[2];
    return userId === null ? this.vault.openForHouse(context, sealed) : this.vault.open(userId, context, sealed);
  }
}
