import type { Pool, PoolClient } from 'pg';
import type { EventStore, Head } from './event-store.js';

/**
 * Who may write a realm. The holder keeps a session-level advisory lock: when its process dies, PostgreSQL sees the
 * connection close and the next in line gets it at once. Every holder raises the realm's lease epoch, which is checked
 * by each append, so that a holder that only thinks it is alive is refused (a fencing token).
 */
export class Lease {
  private constructor(
    readonly realm: string,
    readonly client: PoolClient,
    readonly head: Head,
  ) {}

  /**
   * Waits until the realm is free, then takes it. Raising the epoch waits for a commit that is still under way, so the head
   * that is read after it is final. `onLost` is called when the connection breaks.
   */
  static async acquire(store: EventStore, pool: Pool, realm: string, holder: string, onLost: (error: Error) => void) {
    const client = await pool.connect();
    try {
      await client.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [`glassbook/writer/${realm}`]);
      await store.head(realm, client);
      await client.query('UPDATE realm_heads SET lease_epoch = lease_epoch + 1, lease_holder = $2 WHERE realm = $1', [
        realm,
        holder,
      ]);
      const head = await store.head(realm, client);
      client.on('error', onLost);
      return new Lease(realm, client, head);
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  /** Closes the connection, and with it the lock: it must not go back to the pool. */
  release(): void {
    this.client.removeAllListeners('error');
    this.client.on('error', () => undefined);
    this.client.release(true);
  }
}
