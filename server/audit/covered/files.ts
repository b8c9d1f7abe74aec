/** What the audit says of a file or folder of the data folder; a folder's name ends with a slash. */
export interface FileCoverage {
  readonly kind: 'covered' | 'not covered';
  /** Which check finds a change, or why none does. */
  readonly what: string;
}

const covered = (what: string): FileCoverage => ({ kind: 'covered', what });
const notCovered = (what: string): FileCoverage => ({ kind: 'not covered', what });

export const FILES: Readonly<Record<string, FileCoverage>> = {
  'postgres/': covered('each table and column, as listed'),
  'postgres.json': notCovered('Port and password of the database.'),
  'postgres.lock': notCovered('It only keeps two programs from starting one database.'),
  'postgres.log': notCovered('What the database logs.'),
  'server.json': notCovered('Which process serves from this folder.'),
  'secrets/checkpoint-key.pem': covered('segments, checkpoints: signatures of another key are findings'),
  'secrets/personal-key': covered('persons: keys that it does not open are findings'),
  'secrets/log-salts': covered('log: entries with other salts do not give the published roots'),
  'secrets/market-seeds.json': notCovered(
    'Seeds are secret until their epoch is over; then `audit -- market` compares them.',
  ),
  'heads/heads.json': notCovered('The next start compares it with the database and halts where the database is older.'),
  'heads/restore.json': notCovered(
    'It says which segments somebody gave up; the history names them after the next start.',
  ),
  'replays/': notCovered(
    'Series of prices that an operator put there; `audit -- market` leaves their instruments out.',
  ),
};

/** The entry that classifies a path of the data folder; `undefined` where nobody did. */
export function entryOf(path: string): string | undefined {
  return Object.keys(FILES).find((entry) => entry === path || (entry.endsWith('/') && `${path}/`.startsWith(entry)));
}
