import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether an order closes all of its position; none of before does, so no row is filled again. */
export class WholePosition1700000000798 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    for (const slot of ['blue', 'green'])
      await queries.query(`ALTER TABLE orders__${slot} ADD whole_position boolean NOT NULL DEFAULT false`);
    // The view stays on the slot that it shows.
    await queries.query(`DO $$
      DECLARE live text := CASE WHEN pg_get_viewdef('orders'::regclass) LIKE '%orders__green%' THEN 'green' ELSE 'blue' END;
      BEGIN
        EXECUTE format('CREATE OR REPLACE VIEW orders AS SELECT * FROM orders__%s', live);
      END $$`);
  }

  async down(): Promise<void> {
    throw new Error('read models are built anew, not taken back');
  }
}
