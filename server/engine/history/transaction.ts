import type { Pool, PoolClient } from 'pg';

/**
 * Does the work in a transaction of a connection of its own: all of it is kept, or nothing. A connection on which anything failed is
 * closed, which takes back what it had begun.
 */
export async function inTransaction<Answer>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Answer>,
): Promise<Answer> {
  const client = await pool.connect();
  let broken = true;
  try {
    await client.query('BEGIN');
    const answer = await work(client);
    await client.query('COMMIT');
    broken = false;
    return answer;
  } finally {
    client.release(broken);
  }
}
