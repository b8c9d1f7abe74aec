import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createSlotted } from './support/slots.js';

/** Orders and trades of every product in one read model, where there was one of spot; filled from the history. */
export class OrdersOfEveryProduct1700000000778 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      DELETE FROM projection_checkpoints WHERE projection = 'spot';
      DELETE FROM projections WHERE name = 'spot';
      DROP VIEW orders, trades, fee_volumes, spot_books, spot_activity;
    `);
    for (const slot of ['blue', 'green']) {
      await queries.query(`DROP TABLE fee_volumes__${slot}, spot_books__${slot}, spot_activity__${slot}`);
      for (const name of ['orders', 'trades', ...UNCHANGED]) await queries.query(`TRUNCATE ${name}__${slot}`);
      await queries.query(`
        ALTER TABLE orders__${slot} ADD product text NOT NULL, ADD position_side text, ADD reduce_only boolean NOT NULL,
          ADD leverage bigint;
        ALTER TABLE trades__${slot} ADD product text NOT NULL;
      `);
    }
    await queries.query(`
      CREATE VIEW orders AS SELECT * FROM orders__blue;
      CREATE VIEW trades AS SELECT * FROM trades__blue;
    `);
    for (const name of UNCHANGED) await queries.query(`CREATE OR REPLACE VIEW ${name} AS SELECT * FROM ${name}__blue`);
    await createSlotted(queries, [
      {
        name: 'fee_volumes',
        columns: `realm text NOT NULL, product text NOT NULL, owner_id text NOT NULL, day bigint NOT NULL,
          volume numeric NOT NULL, PRIMARY KEY (realm, product, owner_id, day)`,
        indexes: { day: '(realm, product, day)' },
      },
      {
        name: 'books',
        columns: `realm text NOT NULL, symbol text NOT NULL, base text NOT NULL, quote text NOT NULL,
          PRIMARY KEY (realm, symbol)`,
      },
      {
        name: 'book_activity',
        columns: `realm text NOT NULL, symbol text NOT NULL, orders_open bigint NOT NULL, orders_total bigint NOT NULL,
          trades bigint NOT NULL, PRIMARY KEY (realm, symbol)`,
      },
    ]);
  }

  async down(): Promise<void> {
    throw new Error('read models are built anew, not taken back');
  }
}

const UNCHANGED = ['flow_candles', 'flow_pushes', 'owner_activity'];
