import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Take-profits and stop-losses of an order, and whose fills an order came with; orders of before have none, so no row is filled again. */
export class AttachedLevels1700000000790 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    for (const slot of ['blue', 'green']) {
      await queries.query(`ALTER TABLE orders__${slot} ADD parent_order_id text, ADD parent_level bigint,
        ADD attached text, ADD attached_lot numeric`);
      await queries.query(`CREATE INDEX orders__${slot}_parent ON orders__${slot} (realm, parent_order_id)
        WHERE parent_order_id IS NOT NULL`);
    }
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
