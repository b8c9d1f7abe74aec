import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createSlotted } from './support/slots.js';

/** What users pushed for good by minute, for the prices of their realm; filled from the history. */
export class FlowPushes1700000000775 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await createSlotted(queries, [
      {
        name: 'flow_pushes',
        columns: `realm text NOT NULL, symbol text NOT NULL, minute_at bigint NOT NULL, ppm numeric NOT NULL,
          PRIMARY KEY (realm, symbol, minute_at)`,
      },
    ]);
    // The read model of spot begins again, because this table is part of it.
    await queries.query(`
      DELETE FROM projection_checkpoints WHERE projection = 'spot';
      DELETE FROM projections WHERE name = 'spot';
    `);
    for (const name of TABLES) {
      await queries.query(`TRUNCATE ${name}__blue, ${name}__green`);
      await queries.query(`CREATE OR REPLACE VIEW ${name} AS SELECT * FROM ${name}__blue`);
    }
  }

  async down(): Promise<void> {
    throw new Error('read models are built anew, not taken back');
  }
}

const TABLES = ['orders', 'trades', 'flow_candles', 'fee_volumes', 'owner_activity', 'spot_books', 'spot_activity'];
