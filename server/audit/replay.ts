import type { Pool } from 'pg';
import { createHash } from 'node:crypto';
import type { RecordedEvent } from '../core/event.js';
import { format, fromSteps, type Amount } from '../../shared/money.js';
import { decode, EVENT_COLUMNS, genesisHash } from '../engine/history/codec.js';
import { bookHash, depth } from '../trading/matching/book.js';
import type { BookState } from '../trading/venue/book.state.js';
import { openOrdersOf, type OpenOrderOf } from '../trading/venue/open-orders.js';
import { bookOf, declarationOf } from '../features.js';
import { canonical, plain } from '../staff/past/stream-state.js';
import { onSnapshot, pagesOf } from './history.js';

/** Where a replay ends: with this position, or with the last event of that instant. */
export type ReplayEnd = { readonly position: number } | { readonly at: number };

interface BookStood {
  readonly symbol: string;
  readonly orders: number;
  readonly trades: number;
  readonly bestBid: string | null;
  readonly bestAsk: string | null;
  readonly hash: string;
}

export interface RealmStood {
  readonly realm: string;
  /** Whose balances and orders alone these are: a life's `<userId>.<n>`, or every life of a `<userId>`. */
  readonly owner: string | null;
  readonly position: number;
  readonly at: number;
  /** Of the last event: it binds everything before. */
  readonly hash: string;
  readonly balances: readonly { account: string; asset: string; amount: string }[];
  /** SHA-256 over the balances, one `account asset amount` a line in that order. */
  readonly balancesHash: string;
  readonly books: readonly BookStood[];
  /** Open orders, by symbol and then as the book keeps them. */
  readonly orders: readonly OpenOrderOf[];
  readonly seconds: number;
}

/** Balances, books and open orders of a realm or of one owner as they stood, replayed from the first event; now without an end. */
export async function replay(pool: Pool, realm: string, end?: ReplayEnd, owner?: string): Promise<RealmStood> {
  const startedAt = performance.now();
  const stood = new Standing(realm, owner);
  await onSnapshot(pool, async (client) => {
    for await (const rows of pagesOf(
      client,
      realm,
      end !== undefined && 'position' in end ? end.position : undefined,
    )) {
      for (const row of rows) {
        if (end !== undefined && 'at' in end && row.at > end.at) return;
        stood.take(decode(row), row.hash);
      }
    }
  });
  return { ...stood.report(), seconds: (performance.now() - startedAt) / 1000 };
}

class Standing {
  private readonly balances = new Map<string, Amount>();
  private readonly books = new Map<string, BookState>();
  private position = 0;
  private at = 0;
  private hash: string;

  constructor(
    private readonly realm: string,
    private readonly owner: string | undefined,
  ) {
    this.hash = genesisHash(realm);
  }

  take(event: RecordedEvent, hash: string): void {
    this.position = event.position;
    this.at = event.at;
    this.hash = hash;
    for (const { account, asset, amount } of event.postings ?? []) {
      if (!this.isWanted(account.split('/')[1] ?? '')) continue;
      const key = `${account} ${asset}`;
      this.balances.set(key, (this.balances.get(key) ?? 0n) + amount);
    }
    const book = bookOf(event.stream);
    if (book === undefined) return;
    const { kind, symbol } = book;
    this.books.set(event.stream, kind.evolve(this.books.get(event.stream) ?? kind.initial(symbol), event));
  }

  report(): Omit<RealmStood, 'seconds'> {
    const { realm, position, at, hash } = this;
    const balances = [...this.balances]
      .filter(([, value]) => value !== 0n)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, value]) => {
        const [account = '', asset = ''] = key.split(' ');
        return { account, asset, amount: format(value) };
      });
    const text = balances.map(({ account, asset, amount }) => `${account} ${asset} ${amount}\n`).join('');
    const balancesHash = createHash('sha256').update(text).digest('hex');
    const states = [...this.books].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, state]) => state);
    const orders = states.flatMap((state) => openOrdersOf(state, (owner) => this.isWanted(owner)));
    const books = states.map(bookStood);
    return { realm, owner: this.owner ?? null, position, at, hash, balances, balancesHash, books, orders };
  }

  private isWanted(owner: string): boolean {
    return this.owner === undefined || owner === this.owner || owner.startsWith(`${this.owner}.`);
  }
}

function bookStood(state: BookState): BookStood {
  const { bids, asks } = depth(state.book, 1);
  const price = (ticks: number | undefined): string | null =>
    ticks === undefined || state.sizes === null ? null : format(fromSteps(ticks, state.sizes.tick));
  return {
    symbol: state.symbol,
    orders: state.terms.size,
    trades: state.trades,
    bestBid: price(bids[0]?.[0]),
    bestAsk: price(asks[0]?.[0]),
    hash: bookHash(state.book),
  };
}

export interface StreamReplay {
  readonly realm: string;
  readonly stream: string;
  readonly version: number;
  readonly events: readonly RecordedEvent[];
  /** `null` when no kind of stream has that name. */
  readonly state: unknown;
  readonly stateHash: string | null;
}

/** A stream's events up to a version or an end and the state that they give, from the first event. `undefined`: there is none. */
export async function replayStream(
  pool: Pool,
  realm: string,
  stream: string,
  upTo = Number.MAX_SAFE_INTEGER,
  end: ReplayEnd = { position: Number.MAX_SAFE_INTEGER },
): Promise<StreamReplay | undefined> {
  const [column, limit] = 'at' in end ? ['at', end.at] : ['position', end.position];
  const { rows } = await pool.query(
    `SELECT ${EVENT_COLUMNS} FROM events
       WHERE realm = $1 AND stream = $2 AND version <= $3 AND ${column} <= $4 ORDER BY version`,
    [realm, stream, upTo, limit],
  );
  const events = rows.map(decode);
  const version = events.at(-1)?.version;
  if (version === undefined) return undefined;
  const declared = declarationOf(stream);
  if (declared === undefined) return { realm, stream, version, events, state: null, stateHash: null };
  const { kind } = declared;
  let state = kind.initial(declared.id);
  for (const event of events) state = kind.evolve(state, event);
  const plainState = plain(kind.snapshot === undefined ? state : kind.snapshot.save(state));
  const stateHash = createHash('sha256').update(canonical(plainState)).digest('hex');
  return { realm, stream, version, events, state: plainState, stateHash };
}
