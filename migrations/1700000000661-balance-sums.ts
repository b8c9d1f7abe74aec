import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createSlotted, type SlottedTable } from './support/slots.js';

/** Sums of what days and quarters of an hour changed in a balance, and what holds its frozen part. */
export class BalanceSums1700000000661 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await createSlotted(queries, TABLES);
  }

  async down(): Promise<void> {
    throw new Error('read models are built anew, not taken back');
  }
}

const TABLES: readonly SlottedTable[] = [
  {
    name: 'account_sums',
    columns: `realm text NOT NULL, owner_id text NOT NULL, minutes bigint NOT NULL, start bigint NOT NULL,
      space text NOT NULL, bucket text NOT NULL, asset text NOT NULL, event_type text NOT NULL, amount numeric NOT NULL,
      postings bigint NOT NULL, first_position bigint NOT NULL, last_position bigint NOT NULL,
      PRIMARY KEY (realm, owner_id, minutes, start, space, bucket, asset, event_type)`,
  },
  {
    name: 'account_holds',
    columns: `realm text NOT NULL, owner_id text NOT NULL, space text NOT NULL, asset text NOT NULL, stream text NOT NULL,
      amount numeric NOT NULL, since bigint NOT NULL, last_position bigint NOT NULL,
      PRIMARY KEY (realm, owner_id, space, asset, stream)`,
  },
];
