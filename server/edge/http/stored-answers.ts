import { Injectable } from '@nestjs/common';
import { Pool, type PoolClient } from 'pg';
import type { RequestToken } from '../../core/command.js';
import { isRefusal, refuse, type Refusal } from '../../core/refusal.js';
import { inTransaction } from '../../engine/history/transaction.js';

/**
 * Answers of calls that change something without a command, stored in the transaction of their effect. A repeat waits for the first
 * request, gets its answer and does nothing. A refusal is not stored.
 */
@Injectable()
export class StoredAnswers {
  constructor(private readonly pool: Pool) {}

  /**
   * `work` uses this client alone, because repeats hold theirs while they wait. What it answers is kept for good, so it names
   * what was made and repeats nothing personal.
   */
  once<Answer>(
    token: RequestToken | undefined,
    work: (client: PoolClient) => Promise<Answer | Refusal>,
  ): Promise<Answer | Refusal> {
    return inTransaction(this.pool, async (client) => {
      const { key, fingerprint } = token ?? {};
      if (key === undefined) return work(client);
      const claimed = 'INSERT INTO call_answers (key, fingerprint) VALUES ($1, $2) ON CONFLICT DO NOTHING';
      if ((await client.query(claimed, [key, fingerprint])).rowCount === 0)
        return again<Answer>(client, { key, fingerprint });
      const answer = await work(client);
      if (isRefusal(answer)) await client.query('DELETE FROM call_answers WHERE key = $1', [key]);
      else await client.query('UPDATE call_answers SET answer = $2 WHERE key = $1', [key, JSON.stringify(answer)]);
      return answer;
    });
  }
}

async function again<Answer>(client: PoolClient, { key, fingerprint }: RequestToken): Promise<Answer | Refusal> {
  const stored = 'SELECT answer FROM call_answers WHERE key = $1 AND fingerprint = $2';
  const { rows } = await client.query<{ answer: string }>(stored, [key, fingerprint]);
  return rows[0] === undefined ? refuse('request.token-reused') : (JSON.parse(rows[0].answer) as Answer);
}
