import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Images in the chat of an order; none of before has one, so no row is filled again. */
export class C2cImages1700000000860 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    for (const slot of ['blue', 'green']) {
      await queries.query(`ALTER TABLE c2c_messages__${slot} ADD image_id text NOT NULL DEFAULT ''`);
      await queries.query(
        `CREATE INDEX c2c_messages__${slot}_images ON c2c_messages__${slot} (sent_at) WHERE image_id <> ''`,
      );
    }
    // The view stays on the slot that it shows.
    await queries.query(`DO $$
      DECLARE live text := CASE WHEN pg_get_viewdef('c2c_messages'::regclass) LIKE '%c2c_messages__green%' THEN 'green' ELSE 'blue' END;
      BEGIN
        EXECUTE format('CREATE OR REPLACE VIEW c2c_messages AS SELECT * FROM c2c_messages__%s', live);
      END $$`);
  }

  async down(): Promise<void> {
    throw new Error('read models are built anew, not taken back');
  }
}
