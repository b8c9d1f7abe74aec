import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createSlotted } from './support/slots.js';

/** By which rate and tier each side of a trade paid, and what each owner traded a day; filled from the history. */
export class FeeTiers1700000000771 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      DROP VIEW trades;
      DELETE FROM projection_checkpoints WHERE projection = 'spot';
      DELETE FROM projections WHERE name = 'spot';
    `);
    for (const slot of ['blue', 'green'])
      await queries.query(`
        TRUNCATE orders__${slot}, trades__${slot}, owner_activity__${slot}, spot_books__${slot}, spot_activity__${slot};
        ALTER TABLE trades__${slot}
          ADD maker_rate numeric, ADD maker_tier bigint, ADD taker_rate numeric, ADD taker_tier bigint;
      `);
    await queries.query(`
      CREATE VIEW trades AS SELECT * FROM trades__blue;
      CREATE OR REPLACE VIEW orders AS SELECT * FROM orders__blue;
      CREATE OR REPLACE VIEW owner_activity AS SELECT * FROM owner_activity__blue;
      CREATE OR REPLACE VIEW spot_books AS SELECT * FROM spot_books__blue;
      CREATE OR REPLACE VIEW spot_activity AS SELECT * FROM spot_activity__blue;
    `);
    await createSlotted(queries, [
      {
        name: 'fee_volumes',
        columns: `realm text NOT NULL, owner_id text NOT NULL, day bigint NOT NULL, volume numeric NOT NULL,
          PRIMARY KEY (realm, owner_id, day)`,
        indexes: { day: '(realm, day)' },
      },
    ]);
  }

  async down(): Promise<void> {
    throw new Error('read models are built anew, not taken back');
  }
}
