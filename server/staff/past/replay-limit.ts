import type { StreamKind } from '../../core/decider.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import type { EventStore } from '../../engine/history/event-store.js';

/** What the console replays at a time: some seconds of one thread. Longer pasts are for the command line. */
export const REPLAY_EVENTS_MAX = 200_000;

interface Wanted {
  readonly kind: StreamKind<unknown>;
  readonly stream: string;
  readonly version: number;
}

/** A refusal where replaying these streams, beside `more` events, would read more than the limit. Snapshots spare what lies before them. */
export async function tooLong(
  { pool }: EventStore,
  realm: string,
  streams: readonly Wanted[],
  more = 0,
): Promise<Refusal | undefined> {
  const kept = streams.filter(({ kind }) => kind.snapshot !== undefined);
  const { rows } = await pool.query<{ version: number }>(
    `SELECT max(s.version) AS version FROM snapshots s
      JOIN unnest($2::text[], $3::bigint[], $4::int[]) AS w(stream, version, schema)
        ON s.stream = w.stream AND s.version <= w.version AND s.schema = w.schema
      WHERE s.realm = $1 GROUP BY s.stream`,
    [
      realm,
      kept.map(({ stream }) => stream),
      kept.map(({ version }) => version),
      kept.map(({ kind }) => kind.snapshot?.schema),
    ],
  );
  const all = streams.reduce((sum, { version }) => sum + version, more);
  const events = rows.reduce((left, { version }) => left - version, all);
  return events > REPLAY_EVENTS_MAX
    ? refuse('staff.replay-too-long', { field: 'at', events, eventsMax: REPLAY_EVENTS_MAX })
    : undefined;
}
