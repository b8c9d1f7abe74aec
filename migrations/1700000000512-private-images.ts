import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Images of persons, sealed; and who asked to be erased, so that what a crash left over is found again. */
export class PrivateImages1700000000512 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
CREATE TABLE private_images (
  id text PRIMARY KEY,
  user_id text NOT NULL,
  purpose text NOT NULL,
  sealed bytea NOT NULL,
  width integer NOT NULL,
  height integer NOT NULL,
  bytes integer NOT NULL,
  hints text[] NOT NULL,
  created_at bigint NOT NULL,
  request_id text,
  upload_key text NOT NULL,
  upload_digest bytea NOT NULL,
  UNIQUE (user_id, upload_key)
);
-- It is no smaller for being compressed: sealed bytes are noise.
ALTER TABLE private_images ALTER COLUMN sealed SET STORAGE EXTERNAL;
CREATE INDEX private_images_waiting ON private_images (created_at) WHERE request_id IS NULL;
CREATE INDEX private_images_request ON private_images (request_id) WHERE request_id IS NOT NULL;
CREATE TABLE erasures (
  user_id text PRIMARY KEY,
  asked_at bigint NOT NULL,
  done_at bigint
);`);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('DROP TABLE erasures, private_images');
  }
}
