import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Of attached levels in place of others: their first number, and what was filled before. None of before were, so no row is filled again. */
export class AmendedLevels1700000000799 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    for (const slot of ['blue', 'green'])
      await queries.query(`ALTER TABLE orders__${slot} ADD attached_first bigint, ADD attached_before numeric`);
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
