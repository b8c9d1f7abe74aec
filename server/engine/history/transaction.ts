import type { Pool, PoolClient } from 'pg';

/**
 * Does the work in a transaction of a connection of its own: all of it is kept, or nothing. `begin` says how it begins.
 * A connection on which anything failed is closed, which takes back what it had begun.
 */
export async function inTransaction<Answer>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Answer>,
  begin = 'BEGIN',
): Promise<Answer> {
  const client = await pool.connect();
  let broken = true;
  try {
    await client.query(begin);
    const answer = await work(client);
    await client.query('COMMIT');
    broken = false;
    return answer;
  } finally {
    client.release(broken);
  }
}
