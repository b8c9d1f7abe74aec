import type { Pool } from 'pg';
import type { PersonalHolding } from '../../core/ports/personal-holdings.js';
import { refuse } from '../../core/refusal.js';
import type { ProjectionRunner } from '../../engine/projections/runner.js';
import { fileOf, type ImageTable } from './image-table.js';
import { ownersOf, REALM } from './ledger-section.js';

/** What this room holds itself, and what the ledger holds up. Read models keep numbers only, so they stay. */
export function ownHoldings(
  pool: Pool,
  table: ImageTable,
  projections: Pick<ProjectionRunner, 'upToDate'>,
): readonly PersonalHolding[] {
  return [
    { name: 'account', tables: ['person_keys', 'erasures'], export: (userId) => accountOf(pool, userId) },
    {
      name: 'images',
      tables: ['private_images'],
      shred: (userId) => table.removeAll(userId),
      export: async (userId) =>
        (await table.ofPerson(userId)).map(({ id, purpose, width, height, bytes, created_at: at, request_id }) => ({
          file: fileOf(id),
          purpose,
          width,
          height,
          bytes,
          uploadedAt: at,
          requestId: request_id,
        })),
    },
    {
      name: 'ledger',
      tables: [],
      // An erasure is for good: an order or an account that is not in the rows yet must not slip through.
      refusal: async (userId) => {
        const ready = await Promise.all(['users', 'orders'].map((name) => projections.upToDate(name, REALM)));
        if (ready.includes(false)) return refuse('request.unavailable');
        const count = await openOrders(pool, userId);
        return count > 0 ? refuse('person.orders-open', { count }) : undefined;
      },
    },
  ];
}

async function openOrders(pool: Pool, userId: string): Promise<number> {
  const text = 'SELECT count(*)::int AS count FROM orders WHERE realm = $1 AND owner_id = ANY($2) AND open';
  const { rows } = await pool.query<{ count: number }>(text, [REALM, await ownersOf(pool, userId)]);
  return rows[0]?.count ?? 0;
}

async function accountOf(pool: Pool, userId: string): Promise<unknown> {
  const text = 'SELECT user_id, name, lang, opened_at, status FROM users WHERE realm = $1 AND user_id = $2';
  return (await pool.query(text, [REALM, userId])).rows[0] ?? null;
}
