import { underlyingOf } from '../../../shared/contract-symbol.js';
import type { InstrumentVersion } from '../../market/instrument/instrument.events.js';
import { isRefusal } from '../../core/refusal.js';
import { counted, type Queue, type QueueParts, type Waiting } from './queue.js';

interface Candidate {
  realm: string;
  symbol: string;
  changed_at: number;
}

interface Sizes {
  tickSize: string;
  lotSize: string;
}

/** Only an instrument that was revised while orders rest in its book can have left them behind: those are few. */
async function candidates({ pool }: QueueParts): Promise<Candidate[]> {
  const { rows } = await pool.query<Candidate>(
    `SELECT a.realm, a.symbol, s.last_at AS changed_at FROM streams s
       JOIN book_activity a ON s.stream = 'instrument-' || a.symbol
      WHERE s.realm = 'house' AND s.kind = 'instrument' AND s.version > 1 AND a.orders_open > 0`,
  );
  return rows;
}

async function stateOf<State>({ states }: QueueParts, id: string): Promise<State | undefined> {
  const found = await states.at(id);
  return isRefusal(found) ? undefined : (found.state as State);
}

async function isHalted(parts: QueueParts, { realm, symbol }: Candidate): Promise<boolean> {
  const book = await stateOf<{ spec: Sizes | null }>(parts, `${realm}:spot-${symbol}`);
  const listed = await stateOf<InstrumentVersion>(parts, `house:instrument-${symbol}`);
  if (book?.spec == null || listed === undefined) return false;
  return book.spec.tickSize !== listed.spec.tickSize || book.spec.lotSize !== listed.spec.lotSize;
}

/** Books that stand still: their orders are counted in sizes that the catalogue gave up, until they are cancelled. */
export const booksHalted: Queue = {
  name: 'books-halted',
  permission: 'market',
  resource: 'instruments',
  async waiting(parts): Promise<Waiting> {
    const halted: Candidate[] = [];
    for (const candidate of await candidates(parts)) if (await isHalted(parts, candidate)) halted.push(candidate);
    const since = halted.map(({ changed_at }) => changed_at);
    return {
      count: halted.length,
      oldestAt: since.length === 0 ? null : Math.min(...since),
      filter: halted.length === 0 ? {} : { id: [...new Set(halted.map(({ symbol }) => symbol))] },
    };
  },
};

/** A writer that is away for a moment holds books up too. */
const HELD_UP_MS = 10_000;

/** Many positions take some seconds, and thousands of contracts are due at once. */
const UNSETTLED_MS = 10 * 60_000;

/** Contracts that do not fund, deliver or liquidate as they should: nothing can be opened in them meanwhile. */
export const contractsHeldUp: Queue = {
  name: 'contracts-held-up',
  permission: 'market',
  resource: 'instruments',
  waiting({ heldUp, now }): Promise<Waiting> {
    const waiting = heldUp.all().filter(({ since }) => now - since > HELD_UP_MS);
    const named = new Set(waiting.map(({ realm, symbol }) => `${realm} ${symbol}`));
    return Promise.resolve({
      count: named.size,
      oldestAt: waiting.length === 0 ? null : Math.min(...waiting.map(({ since }) => since)),
      filter: waiting.length === 0 ? {} : { id: [...new Set(waiting.map(({ symbol }) => underlyingOf(symbol)))] },
    });
  },
};

/** Fundings that are charged and that not everybody has paid or received: the market goes on, and positions owe. */
export const fundingsUnsettled = {
  name: 'fundings-unsettled',
  permission: 'market',
  resource: 'funding-runs',
  async waiting({ pool, now }: Pick<QueueParts, 'pool' | 'now'>): Promise<Waiting> {
    const waiting = await counted(
      pool,
      `SELECT count(*)::int AS count, min(charged_at) AS oldest FROM funding_runs run
        WHERE posted_at = 0 AND charged_at < $1 AND NOT EXISTS (SELECT 1 FROM funding_runs later
          WHERE later.realm = run.realm AND later.symbol = run.symbol AND later.due_at > run.due_at)`,
      [now - UNSETTLED_MS],
    );
    return { ...waiting, filter: waiting.count === 0 ? {} : { open: true } };
  },
} satisfies Queue;
