import type { Page } from '../../../contracts/envelope.contract.js';
import { refuse, type Refusal } from '../../core/refusal.js';

const NEWEST = Number.MAX_SAFE_INTEGER;

/**
 * A page of rows, the newest first. `places` are the columns that order them: a cursor names those of the last row, whole numbers
 * joined by dots, and `read` answers rows before them. One row more than wanted means that there is another page.
 */
export async function pageOf<Place extends string, Row extends Readonly<Record<Place, number>>, View>(
  { cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number },
  places: readonly Place[],
  read: (before: readonly number[], count: number) => Promise<{ readonly rows: readonly Row[] }>,
  view: (row: Row) => View,
): Promise<Page<View> | Refusal> {
  const before = cursor === undefined ? places.map((_, index) => (index === 0 ? NEWEST : 0)) : placesOf(cursor);
  if (before?.length !== places.length)
    return refuse('request.field-invalid', { field: 'cursor', allowed: 'documented' });
  const { rows } = await read(before, limit + 1);
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  const more = rows.length > limit && last !== undefined;
  return { items: items.map(view), nextCursor: more ? places.map((place) => last[place]).join('.') : null };
}

/** `undefined` for an invented cursor, which never reaches a query. */
function placesOf(cursor: string): number[] | undefined {
  const parts = cursor.split('.');
  return parts.every((part) => /^\d{1,15}$/.test(part)) ? parts.map(Number) : undefined;
}
