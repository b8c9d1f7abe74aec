import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What staff keep for themselves: filters of lists, under a name. */
export class StaffDesk1700000000401 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
CREATE TABLE staff_saved_filters (
  id text PRIMARY KEY,
  staff_id text NOT NULL REFERENCES staff_accounts (staff_id),
  list text NOT NULL,
  name text NOT NULL,
  filter text NOT NULL,
  sort text NOT NULL,
  saved_at bigint NOT NULL,
  UNIQUE (staff_id, list, name)
);`);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('DROP TABLE staff_saved_filters');
  }
}
