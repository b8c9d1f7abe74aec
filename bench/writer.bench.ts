import type { Pool } from 'pg';
import { handle } from '../server/core/command.js';
import { commandOf } from '../server/core/command.testkit.js';
import type { StreamKind } from '../server/core/decider.js';
import { amount } from '../shared/money.js';
import { openPool } from '../server/engine/history/database.js';
import type { EventStore } from '../server/engine/history/event-store.js';
import { declareEventTypes } from '../server/engine/history/event-types.js';
import { loadStream } from '../server/engine/writer/loader.js';
import { migrate } from '../server/engine/history/migrate.js';
import { CommandHandlers } from '../server/engine/writer/command-handlers.js';
import { Writers } from '../server/engine/writer/writers.js';
import { median, row, secondsOf, type BenchRow } from './kit.js';
import { BenchPlace } from './server.js';
import { signedStore } from '../server/engine/history/signed-store.testkit.js';

const IN_FLIGHT = 256;
const COMMANDS = 60_000;
const REPLAYED = 1_000_000;
const PAGE = 5_000;

declareEventTypes({ type: 'Noted', schema: 1 });

interface Note {
  readonly id: string;
  readonly text: string;
  /** Moves this much play money, so that the event carries postings. */
  readonly pays?: string;
}

const notes: StreamKind<{ count: number; last: string }> = {
  name: 'note',
  initial: () => ({ count: 0, last: '' }),
  evolve: (state, event) => ({ count: state.count + 1, last: (event.data as Note).text }),
  snapshot: {
    schema: 1,
    everyEvents: 20_000,
    save: (state) => state,
    load: (saved) => saved as { count: number; last: string },
  },
};

const note = handle(commandOf<Note, number>('Note'), {
  realms: ['demo'],
  scope: ({ id }) => ({ streams: [[notes, id]] }),
  decide: (view, { id, text, pays }) => {
    const { count } = view.state(notes, id);
    const value = pays === undefined ? 0n : amount(pays);
    const postings =
      pays === undefined
        ? {}
        : {
            postings: [
              { account: 'house/demo-grants', asset: 'USDT', amount: -value },
              { account: `user/demo-${id}.1/spot/available`, asset: 'USDT', amount: value },
            ],
          };
    return {
      events: [{ stream: `note-${id}`, type: 'Noted', schema: 1, data: { text }, ...postings }],
      answer: count + 1,
    };
  },
});

/**
 * The writer alone against what one connection can append; and replay into memory against paged reads of the same rows.
 * Everything runs in this process, on one PostgreSQL.
 */
export async function bench(): Promise<BenchRow[]> {
  const place = await BenchPlace.open();
  const url = await place.database('glassbook');
  await migrate(url);
  const pool = openPool(url);
  const store = signedStore(pool);
  const quiet = { warn: () => undefined, error: (text: string) => process.stderr.write(`${text}\n`) };
  const writers = new Writers(store, new CommandHandlers().register(note), quiet, ['demo']);
  try {
    await writers.start();
    const peers = [await appendLimit(pool)];
    const plain = await commandsPerSecond(writers, undefined);
    peers.push(await appendLimit(pool));
    const paying = await commandsPerSecond(writers, '1.5');
    peers.push(await appendLimit(pool));
    await fill(pool, store, REPLAYED);
    const { replayed, read } = await replay(store, pool);
    const loadMs = await loadBySnapshot(store);
    return [
      row({
        name: 'the writer, 256 in flight',
        ours: plain,
        peer: median(peers),
        unit: 'events/s',
        atLeast: 0.5,
        note: 'peer: multi-row append of one connection, 256 rows a commit, same columns and indexes',
      }),
      row({
        name: 'the same with two postings each',
        ours: paying,
        peer: median(peers),
        unit: 'events/s',
        note: 'balances and the ledger’s guards in the same commit',
      }),
      row({
        name: `replay of ${REPLAYED} events into memory state`,
        ours: replayed,
        peer: read,
        unit: 'events/s',
        atLeast: 0.5,
        aim: 0.8,
        note: 'peer: paged read of the same rows',
      }),
      row({
        name: 'load of a stream of a million events by snapshot',
        ours: loadMs,
        peer: (REPLAYED / replayed) * 1000,
        unit: 'ms',
        atMost: 0.1,
        note: 'peer: its replay from the first event',
      }),
    ];
  } finally {
    await writers.close();
    await pool.end();
    await place.close();
  }
}

async function commandsPerSecond(writers: Writers, pays: string | undefined): Promise<number> {
  const text = 'x'.repeat(120);
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < COMMANDS) {
      next += 1;
      const data = { id: `s${next % 1000}`, text, ...(pays === undefined ? {} : { pays }) };
      await writers.execute('demo', { type: 'Note', data, at: 1, actor: 'user:bench' });
    }
  };
  const seconds = await secondsOf(async () => void (await Promise.all(Array.from({ length: IN_FLIGHT }, worker))));
  return COMMANDS / seconds;
}

/** Rows like events, appended by one connection as fast as it can. */
async function appendLimit(pool: Pool): Promise<number> {
  await pool.query('CREATE TABLE IF NOT EXISTS peer_events (LIKE events INCLUDING INDEXES)');
  await pool.query('TRUNCATE peer_events');
  const client = await pool.connect();
  const data = JSON.stringify({ text: 'x'.repeat(120) });
  const hash = Buffer.alloc(32, 7);
  const same = <Value>(value: Value): Value[] => Array.from({ length: IN_FLIGHT }, () => value);
  const commits = Math.floor(COMMANDS / IN_FLIGHT);
  const seconds = await secondsOf(async () => {
    for (let commit = 0; commit < commits; commit += 1) {
      const positions = Array.from({ length: IN_FLIGHT }, (_, n) => commit * IN_FLIGHT + n + 1);
      const streams = positions.map((position) => `note-s${position % 1000}`);
      const values = [positions, streams, positions, same(1), same('user:bench'), same(data), same(hash)];
      await client.query({
        name: 'peer-append',
        text: `INSERT INTO peer_events (realm, position, stream, version, type, schema, at, actor, correlation, causation, data, command, hash)
          SELECT 'demo', e.position, e.stream, e.version, 'Noted', 1, e.at, e.actor, 'demo:' || e.position,
            'demo:' || e.position || '/Note', e.data, e.hash, e.hash
          FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::bigint[], $5::text[], $6::text[], $7::bytea[])
            AS e(position, stream, version, at, actor, data, hash)`,
        values,
      });
    }
  });
  client.release();
  return (commits * IN_FLIGHT) / seconds;
}

/** A stream of many events, written by SQL: what is measured is reading it. */
async function fill(pool: Pool, store: EventStore, count: number): Promise<void> {
  await pool.query(
    `INSERT INTO events (realm, position, stream, version, type, schema, at, actor, correlation, causation, data, command, hash)
       SELECT 'real', n, 'note-long', n, 'Noted', 1, n, 'user:bench', 'call-' || n, 'call-' || n || '/Note', json_build_object('text', repeat('x', 120), 'n', n)::text, '\\x00', '\\x00'
       FROM generate_series(1, $1::int) n`,
    [count],
  );
  const place = { realm: 'real', stream: 'note-long', version: count - 500, position: count - 500 };
  await store.saveSnapshot({ ...place, schema: 1, state: { count: count - 500, last: 'x' } });
  await pool.query('VACUUM ANALYZE events');
}

async function replay(store: EventStore, pool: Pool): Promise<{ replayed: number; read: number }> {
  const read: number[] = [];
  const replayed: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    read.push(REPLAYED / (await secondsOf(() => readRaw(pool))));
    replayed.push(REPLAYED / (await secondsOf(() => replayOnce(store))));
  }
  return { read: median(read), replayed: median(replayed) };
}

async function readRaw(pool: Pool): Promise<void> {
  let rows = 0;
  for (let after = 0; ;) {
    const page = await pool.query({
      name: 'raw-page',
      text: 'SELECT realm, position, stream, version, type, schema, at, actor, correlation, causation, data, postings FROM events WHERE realm = $1 AND position > $2 ORDER BY position LIMIT $3',
      values: ['real', after, PAGE],
    });
    rows += page.rows.length;
    if (page.rows.length < PAGE) break;
    after = page.rows.at(-1).position;
  }
  if (rows !== REPLAYED) throw new Error(`${rows} rows read`);
}

async function replayOnce(store: EventStore): Promise<void> {
  let state = notes.initial('long');
  for await (const events of store.pages('real', 0, PAGE))
    for (const event of events) state = notes.evolve(state, event);
  if (state.count !== REPLAYED) throw new Error(`${state.count} events replayed`);
}

async function loadBySnapshot(store: EventStore): Promise<number> {
  const seconds = await secondsOf(async () => {
    const { state } = await loadStream(store, 'real', notes, 'long');
    if (state.count !== REPLAYED) throw new Error(`${state.count} events in the state`);
  });
  return seconds * 1000;
}
