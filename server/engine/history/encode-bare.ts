import { encode } from './codec.js';
import { commandDigest } from './command-line.js';
import type { Batch, Encoded } from './event-store.js';

/** Encodes and chains events that no command decided, such as those of a trial: one line stands for them all. */
export function encodeBare({ realm, events, after }: Pick<Batch, 'realm' | 'events' | 'after'>): Encoded {
  if (events.length === 0) return { rows: [], commands: [] };
  const line = JSON.stringify({ type: 'Append', schema: 1, realm, events: events.length });
  const digest = commandDigest(line);
  let { hash } = after;
  const rows = events.map((event) => {
    const row = encode(event, hash, digest);
    hash = row.hash;
    return row;
  });
  return { rows, commands: [line] };
}
