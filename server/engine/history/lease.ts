import type { Pool, PoolClient } from 'pg';
import type { EventStore, Head } from './event-store.js';

/** Another server that writes a realm. */
export interface Holder {
  readonly holder: string;
  /** Changes as long as the holder is alive. */
  readonly signOfLife: string;
}

const BEAT_MS = 1_500;
/** Beats that may stay unanswered before the database counts as away. */
const SILENT_BEATS_MAX = 4;
/** PostgreSQL notices a holder that the network has lost, and ends its session. */
const KEEPALIVE = `SELECT set_config('tcp_keepalives_idle', '3', false), set_config('tcp_keepalives_interval', '1', false),
  set_config('tcp_keepalives_count', '3', false), set_config('tcp_user_timeout', '6000', false)`;
/** A heartbeat need not be durable, so it does not wait for the disk. */
const BEAT = `WITH quick AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true))
  UPDATE realm_heads SET lease_beat = lease_beat + 1 FROM quick WHERE realm = $1 AND lease_epoch = $2`;
const LOCK = 'hashtextextended($1, 0)';

/**
 * Who may write a realm. The holder keeps a session-level advisory lock, so the next in line gets the realm as soon as the
 * holder's process dies. A holder that hangs keeps its connection, so it also beats; who stops beating is thrown out.
 * Every holder raises the realm's lease epoch, and each append checks it: a holder that only thinks it is alive is refused.
 */
export class Lease {
  private timer: NodeJS.Timeout | undefined;
  private silentBeats = 0;
  private isOver = false;

  private constructor(
    readonly realm: string,
    readonly client: PoolClient,
    readonly head: Head,
    private readonly onLost: (error: Error) => void,
  ) {
    client.on('error', (error) => this.lose(error));
  }

  /**
   * Takes the realm, or answers which server holds it. Raising the epoch waits for a commit that is still under way, so the
   * head that is read after it is final. `onLost` is called once, when the lease is lost without being released.
   */
  static async take(
    store: EventStore,
    realm: string,
    holder: string,
    onLost: (error: Error) => void,
  ): Promise<Lease | Holder> {
    const client = await store.pool.connect();
    try {
      const { rows } = await client.query(`SELECT pg_try_advisory_lock(${LOCK}) AS taken`, [lockName(realm)]);
      if (rows[0].taken !== true) {
        const other = await holderOf(client, realm);
        client.release();
        return other;
      }
      await client.query(KEEPALIVE);
      await store.head(realm, client);
      await client.query('UPDATE realm_heads SET lease_epoch = lease_epoch + 1, lease_holder = $2 WHERE realm = $1', [
        realm,
        holder,
      ]);
      return new Lease(realm, client, await store.head(realm, client), onLost);
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  /** Ends the session of a holder that hangs. */
  static async throwOut(pool: Pool, realm: string): Promise<void> {
    await pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_locks
        WHERE locktype = 'advisory' AND granted AND objsubid = 1
          AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
          AND (classid::bigint << 32 | objid::bigint) = ${LOCK}`,
      [lockName(realm)],
    );
  }

  /** Begins to show the others that this holder is alive, and to notice when it is not the holder any more. */
  beat(): void {
    this.timer = setInterval(() => void this.beatOnce(), BEAT_MS);
    this.timer.unref();
  }

  /** Closes the connection, and with it the lock: it must not go back to the pool. */
  release(): void {
    if (this.isOver) return;
    this.isOver = true;
    clearInterval(this.timer);
    this.client.release(true);
  }

  private async beatOnce(): Promise<void> {
    if (this.silentBeats >= SILENT_BEATS_MAX) return this.lose(new Error('the database does not answer'));
    this.silentBeats += 1;
    if (this.silentBeats > 1) return;
    try {
      const { rowCount } = await this.client.query(BEAT, [this.realm, this.head.leaseEpoch]);
      if (rowCount === 1) this.silentBeats = 0;
      else this.lose(new Error('another server has taken the realm'));
    } catch (error) {
      this.lose(error as Error);
    }
  }

  private lose(error: Error): void {
    if (this.isOver) return;
    this.release();
    this.onLost(error);
  }
}

async function holderOf(client: PoolClient, realm: string): Promise<Holder> {
  const { rows } = await client.query(
    'SELECT lease_holder, lease_epoch, lease_beat, position FROM realm_heads WHERE realm = $1',
    [realm],
  );
  const { lease_holder: holder = '', lease_epoch = 0, lease_beat = 0, position = 0 } = rows[0] ?? {};
  return { holder, signOfLife: `${lease_epoch}/${lease_beat}/${position}` };
}

function lockName(realm: string): string {
  return `glassbook/writer/${realm}`;
}
