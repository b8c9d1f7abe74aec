import type { Instant } from './clock.js';
import type { DueCommand } from './decider.js';
import type { NewEvent } from './event.js';

/** An event of a decision that is just made, or of the history. */
export interface Happened<Data = unknown> {
  readonly data: Data;
  readonly at: Instant;
}

/**
 * What a noun's events make due later, by their type. It follows from the event alone: decisions hand it to the writer, and the
 * audit finds out by it what must be waiting. A method is bivariant, so each may name the data of its event.
 */
export type Timetable = Readonly<Record<string, { due(event: Happened): DueCommand | undefined }['due']>>;

export function dueAfter(timetable: Timetable, events: readonly NewEvent[], at: Instant): DueCommand[] {
  return events.flatMap((after) => {
    const due = timetable[after.type]?.({ data: after.data, at });
    return due === undefined ? [] : { ...due, after };
  });
}
