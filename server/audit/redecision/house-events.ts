import type { PoolClient } from 'pg';
import type { RecordedEvent } from '../../core/event.js';
import type { PastHouse } from '../../core/redecision.js';
import { decode, EVENT_COLUMNS, type EventRow } from '../../engine/history/codec.js';

/** The history of the house realm, read to its end, as it stood when a command was signed. */
export class HouseEvents implements PastHouse {
  private stood = 0;

  constructor(private readonly client: PoolClient) {}

  standAt(position: number): void {
    this.stood = position;
  }

  position(): number {
    return this.stood;
  }

  async read(type: string): Promise<readonly RecordedEvent[]> {
    const { rows } = await this.client.query<EventRow>(
      `SELECT ${EVENT_COLUMNS} FROM events WHERE realm = 'house' AND type = $1 ORDER BY position`,
      [type],
    );
    return rows.flatMap((row) => {
      try {
        return [decode(row)];
      } catch {
        // What cannot be read is a finding of its own.
        return [];
      }
    });
  }
}
