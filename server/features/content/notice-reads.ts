import { Injectable } from '@nestjs/common';
import { Pool, type PoolClient } from 'pg';
import type { PersonalHolding } from '../../core/ports/personal-holdings.js';
import { refuse, type Refusal } from '../../core/refusal.js';

/** Whose marks: user ids are unique in their realm. */
export interface Reader {
  readonly realm: string;
  readonly userId: string;
}

/**
 * Which notices a user has read: a table and not events, because nothing is decided or audited by it (docs/decisions/content.md).
 * It survives restarts, and an erased user's rows can be erased.
 */
@Injectable()
export class NoticeReads {
  constructor(private readonly pool: Pool) {}

  /** A person's reading is personal data. */
  holding(): PersonalHolding {
    const read = 'SELECT slug, read_at AS "readAt" FROM notice_reads WHERE user_id = $1 ORDER BY read_at';
    return {
      name: 'noticesRead',
      tables: ['notice_reads'],
      shred: async (userId) => void (await this.pool.query('DELETE FROM notice_reads WHERE user_id = $1', [userId])),
      export: async (userId) => (await this.pool.query(read, [userId])).rows,
    };
  }

  async readBy({ realm, userId }: Reader): Promise<ReadonlySet<string>> {
    const { rows } = await this.pool.query<{ slug: string }>({
      name: 'notice-reads',
      text: 'SELECT slug FROM notice_reads WHERE realm = $1 AND user_id = $2',
      values: [realm, userId],
    });
    return new Set(rows.map(({ slug }) => slug));
  }

  async unread({ realm, userId }: Reader, queries: Pick<Pool, 'query'> = this.pool): Promise<number> {
    const { rows } = await queries.query<{ n: number }>({
      name: 'notices-unread',
      text: `SELECT count(*)::bigint AS n FROM content_public p WHERE p.kind = 'notice' AND p.shown AND NOT EXISTS
        (SELECT 1 FROM notice_reads r WHERE r.realm = $1 AND r.user_id = $2 AND r.slug = p.slug)`,
      values: [realm, userId],
    });
    return rows[0]?.n ?? 0;
  }

  /** Marks one notice, or all that are shown. Marking twice changes nothing. */
  async mark(
    client: PoolClient,
    { realm, userId }: Reader,
    slug: string | undefined,
    at: number,
  ): Promise<Refusal | undefined> {
    const { rows } = await client.query<{ known: number }>({
      name: 'mark-notices',
      text: `WITH shown AS (
          SELECT slug FROM content_public WHERE kind = 'notice' AND shown AND ($3::text IS NULL OR slug = $3)
        ), marked AS (
          INSERT INTO notice_reads (realm, user_id, slug, read_at) SELECT $1, $2, slug, $4 FROM shown ON CONFLICT DO NOTHING
        ) SELECT count(*)::bigint AS known FROM shown`,
      values: [realm, userId, slug ?? null, at],
    });
    return slug !== undefined && rows[0]?.known === 0 ? refuse('content.unknown', { slug }) : undefined;
  }
}
