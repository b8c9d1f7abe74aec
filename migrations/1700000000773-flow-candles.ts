import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createSlotted } from './support/slots.js';

/** What users traded by second, minute, hour and day, for the candles of their realm; filled from the history. */
export class FlowCandles1700000000773 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await createSlotted(queries, [
      {
        name: 'flow_candles',
        columns: `realm text NOT NULL, symbol text NOT NULL, span text NOT NULL, open_at bigint NOT NULL,
          first_at bigint NOT NULL, open numeric NOT NULL, high numeric NOT NULL, low numeric NOT NULL,
          last_at bigint NOT NULL, close numeric NOT NULL, volume numeric NOT NULL,
          PRIMARY KEY (realm, symbol, span, open_at)`,
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

const TABLES = ['orders', 'trades', 'fee_volumes', 'owner_activity', 'spot_books', 'spot_activity'];
