import { expect } from '@jest/globals';
import type { NewEvent, RecordedEvent } from '../../core/event.js';
import type { Projection } from './projection.js';
import type { ReadTable, Row } from './read-table.js';
import { RowBatch } from './row-batch.js';

/** The fields of an event that a test names; the rest has defaults. */
export type GivenEvent = Pick<NewEvent, 'type' | 'data'> & Partial<RecordedEvent>;

/**
 * A projection in the grammar of the deciders: `given(…events).when(…events).then(table, …rows)`. A row is compared by the expected fields.
 *
 *     projection(c2cProjection).given(placed).when(matched).then(c2cOrders, { orderId: 'o-1', status: 'matched' });
 */
export function projection(subject: Projection) {
  return { given: (...events: GivenEvent[]) => new Story(subject).when(...events) };
}

/** The events are one batch, as the writer of read models cuts them; they count from position 1. */
class Story {
  private readonly rows = new MemoryRows();
  private position = 0;

  constructor(private readonly subject: Projection) {}

  when(...events: readonly GivenEvent[]): this {
    for (const event of events) this.subject.apply(this.rows, recorded(event, (this.position += 1)));
    return this;
  }

  /** Exactly these rows, in the order in which they were made. */
  then(table: ReadTable, ...expected: readonly Row[]): this {
    const rows = this.rows.of(table);
    expect(rows.map((row, index) => partOf(row, expected[index]))).toEqual(expected);
    return this;
  }
}

/** An event as it is read, at an instant that counts on with its position. */
export function recorded(event: GivenEvent, position = 1): RecordedEvent {
  const place = { realm: 'real', position, version: position, at: position, actor: 'timer' };
  const cause = { correlation: 'call-1', causation: 'call-1/Tell' };
  return { stream: 'noun-1', schema: 1, ...place, ...cause, ...event };
}

class MemoryRows extends RowBatch {
  of(table: ReadTable): Row[] {
    return [...(this.pending.get(table)?.values() ?? [])].map(({ mode, values }) => {
      if (mode === 'update') throw new Error(`a changed row of ${table.name} does not exist`);
      return Object.fromEntries(table.columnNames.map((name, index) => [fieldOf(name), values[index] ?? null]));
    });
  }
}

/** An expected row uses the names of the code. */
const fieldOf = (column: string): string => column.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());

function partOf(row: Row, expected: Row | undefined): Row {
  return Object.fromEntries(Object.keys(expected ?? row).map((name) => [name, row[name]]));
}
