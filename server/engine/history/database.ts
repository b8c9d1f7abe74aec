import pg from 'pg';

/** bigint columns hold positions, versions and instants: all stay far below 2^53, and a larger one halts. */
const INT8 = 20;

pg.types.setTypeParser(INT8, (text) => {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new Error(`an integer too large to be exact: ${text}`);
  return value;
});

/** A database behind a network that is cut answers neither yes nor no. */
const CONNECT_TIMEOUT_MS = 10_000;

interface PoolOptions {
  /** Statements go out without waiting for the answers to those before them, and are answered in order. */
  readonly pipeline?: boolean;
}

export function openPool(databaseUrl: string, max = 10, { pipeline = false }: PoolOptions = {}): pg.Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max,
    pipeline,
    application_name: 'glassbook',
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  // An idle connection that breaks is replaced when the next query needs one; that query fails if it cannot be.
  pool.on('error', () => undefined);
  // A checked-out, idle connection that breaks only emits an event; without a listener the process would end.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}
