import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createSlotted, type SlottedTable } from './support/slots.js';

/** The price epochs with their commitments and seeds. */
export class MarketReadModels1700000000206 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await createSlotted(queries, TABLES);
  }

  async down(): Promise<void> {
    throw new Error('read models are built anew, not taken back');
  }
}

const TABLES: readonly SlottedTable[] = [
  {
    name: 'epochs',
    columns: `epoch bigint PRIMARY KEY, starts_at bigint NOT NULL, ends_at bigint NOT NULL, commitment text NOT NULL,
      beacon text NOT NULL, committed_position bigint NOT NULL, seed text, revealed_position bigint`,
  },
];
