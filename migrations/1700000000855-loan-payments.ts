import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The voucher that cleared a loan by bank; loans of before have none, so no row is filled again. */
export class LoanPayments1700000000855 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    for (const slot of ['blue', 'green'])
      await queries.query(`ALTER TABLE loans__${slot} ADD payment_id text NOT NULL DEFAULT ''`);
    // The view stays on the slot that it shows.
    await queries.query(`DO $$
      DECLARE live text := CASE WHEN pg_get_viewdef('loans'::regclass) LIKE '%loans__green%' THEN 'green' ELSE 'blue' END;
      BEGIN
        EXECUTE format('CREATE OR REPLACE VIEW loans AS SELECT * FROM loans__%s', live);
      END $$`);
  }

  async down(): Promise<void> {
    throw new Error('read models are built anew, not taken back');
  }
}
