import type { Pool } from 'pg';
import type { Language } from '../../../shared/language.js';
import { storedDigest } from '../../core/stored-digest.js';

interface UnfinishedPassword {
  readonly userId: string;
  readonly lang: Language;
  readonly passwordHash: string;
}

interface PreparedRow extends UnfinishedPassword {
  readonly digest: string | null;
}

const PREPARED = `SELECT c.user_id AS "userId", c.lang, c.next_hash AS "passwordHash",
    (SELECT e.data::jsonb ->> 'passwordDigest' FROM events e
      WHERE e.realm = 'real' AND e.stream = 'account-' || c.user_id AND e.type = 'LoginPasswordChanged'
      ORDER BY e.version DESC LIMIT 1) AS digest
  FROM credentials c WHERE c.next_hash IS NOT NULL AND ($1::text IS NULL OR c.user_id = $1)`;

/** Passwords that are in force by the history but not in their rows: the server died in between. */
export async function unfinishedPasswords(pool: Pool, userId: string | null = null): Promise<UnfinishedPassword[]> {
  const { rows } = await pool.query<PreparedRow>(PREPARED, [userId]);
  return rows.filter((row) => row.digest === storedDigest(row.userId, row.passwordHash));
}
