import type { MigrationInterface, QueryRunner } from 'typeorm';

import { createSlotted, type SlottedTable } from './support/slots.js';

/** The read models of the ledger and of the history itself, and where each of them stands. */
export class ReadModels1700000000201 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await queries.query(PROJECTIONS);
    await createSlotted(queries, TABLES);
  }

  async down(): Promise<void> {
    throw new Error('read models are built anew, not taken back');
  }
}

const PROJECTIONS = `
CREATE TABLE projections (
  name text PRIMARY KEY,
  live_slot text NOT NULL CHECK (live_slot IN ('blue', 'green'))
);
CREATE TABLE projection_checkpoints (
  projection text NOT NULL REFERENCES projections (name),
  realm text NOT NULL,
  slot text NOT NULL CHECK (slot IN ('blue', 'green')),
  position bigint NOT NULL,
  error text,
  PRIMARY KEY (projection, realm, slot)
) WITH (fillfactor = 50);
`;

const TABLES: readonly SlottedTable[] = [
  {
    name: 'account_records',
    columns: `realm text NOT NULL, owner_id text NOT NULL, position bigint NOT NULL, line bigint NOT NULL,
      space text NOT NULL, bucket text NOT NULL, asset text NOT NULL, amount numeric NOT NULL, at bigint NOT NULL,
      event_type text NOT NULL, reference text NOT NULL,
      PRIMARY KEY (realm, owner_id, position, line)`,
  },
  {
    name: 'ledger_activity',
    columns: `realm text NOT NULL, account text NOT NULL, asset text NOT NULL, postings bigint NOT NULL,
      last_position bigint NOT NULL, PRIMARY KEY (realm, account, asset)`,
  },
  {
    name: 'streams',
    columns: `realm text NOT NULL, stream text NOT NULL, kind text NOT NULL, version bigint NOT NULL,
      first_at bigint NOT NULL, last_at bigint NOT NULL, last_position bigint NOT NULL, PRIMARY KEY (realm, stream)`,
  },
  {
    name: 'event_type_counts',
    columns: `realm text NOT NULL, type text NOT NULL, events bigint NOT NULL, last_position bigint NOT NULL,
      PRIMARY KEY (realm, type)`,
  },
];
