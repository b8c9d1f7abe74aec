import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The public halves of the keys that sign checkpoints: whoever reads a checkpoint can check it, for ever. */
export class CheckpointKeys1700000000301 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      CREATE TABLE checkpoint_keys (
        key_id text PRIMARY KEY,
        public_key bytea NOT NULL,
        first_used_at bigint NOT NULL
      );
      CREATE TRIGGER checkpoint_keys_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON checkpoint_keys
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
    `);
  }

  async down(): Promise<void> {
    throw new Error('keys that signed the history are kept as long as the history');
  }
}
