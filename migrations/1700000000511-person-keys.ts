import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A key a person, wrapped; an erased person keeps a row without a key, so that none is made again. */
export class PersonKeys1700000000511 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
CREATE TABLE person_keys (
  user_id text PRIMARY KEY,
  wrapped bytea,
  created_at bigint NOT NULL,
  erased_at bigint,
  CHECK ((wrapped IS NULL) = (erased_at IS NOT NULL))
);
CREATE TABLE personal_root (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  key_id text NOT NULL
);`);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('DROP TABLE personal_root, person_keys');
  }
}
