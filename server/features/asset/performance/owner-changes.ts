import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { Amount } from '../../../../shared/money.js';
import type { RecordedEvent } from '../../../core/event.js';
import { OutsideBooks } from '../../../core/ports/outside-books.js';
import { EventStore } from '../../../engine/history/event-store.js';
import { changeOf, type OwnerChange } from './owner-change.projection.js';

const PAGE_EVENTS = 1_000;

/** An owner's changes from the history itself. What was held and released, or moved between spaces, is not read at all. */
@Injectable()
export class OwnerChanges {
  constructor(
    private readonly pool: Pool,
    private readonly store: EventStore,
    private readonly books: OutsideBooks,
  ) {}

  /** In the order of the history, after one position up to another, which is included; a page at a time. */
  async *between(realm: string, ownerId: string, after: number, upTo: number): AsyncGenerator<OwnerChange[]> {
    for (let from = after; ;) {
      const { rows } = await this.pool.query<{ position: number }>({
        name: 'owner-changes',
        text: POSITIONS,
        values: [realm, ownerId, from, upTo, PAGE_EVENTS],
      });
      const last = rows.at(-1);
      if (last === undefined) return;
      const events = await this.store.readPositions(
        realm,
        rows.map(({ position }) => position),
      );
      const changes: OwnerChange[] = [];
      for (const event of events) {
        const change = changeOf(event, ownerId, await this.paidFor(event));
        if (change !== undefined) changes.push(change);
      }
      yield changes;
      if (rows.length < PAGE_EVENTS) return;
      from = last.position;
    }
  }

  private async paidFor({ realm, type, stream }: RecordedEvent): Promise<Amount | null> {
    const credits = this.books.credits.find(({ event }) => event === type);
    const [begun] = credits === undefined ? [] : await this.store.readStream(realm, stream, 0, 1, 1);
    return credits === undefined || begun === undefined ? null : credits.paidUsdt(begun);
  }
}

const POSITIONS = `
  SELECT DISTINCT position
    FROM (SELECT position FROM account_records
           WHERE realm = $1 AND owner_id = $2 AND position > $3::bigint AND position <= $4::bigint
           GROUP BY position, asset HAVING sum(amount) <> 0) changed
   ORDER BY position LIMIT $5`;
