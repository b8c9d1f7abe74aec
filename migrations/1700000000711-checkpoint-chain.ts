import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Each checkpoint has a number and signs the one before it, so that none can be taken out unseen. */
export class CheckpointChain1700000000711 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      DROP TABLE checkpoints;
      CREATE TABLE checkpoints (
        realm text NOT NULL,
        number bigint NOT NULL,
        position bigint NOT NULL,
        hash bytea NOT NULL,
        at bigint NOT NULL,
        key_id text NOT NULL,
        previous bytea NOT NULL,
        signature bytea NOT NULL,
        PRIMARY KEY (realm, position),
        UNIQUE (realm, number)
      );
      CREATE TRIGGER checkpoints_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON checkpoints
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
    `);
  }

  async down(): Promise<void> {
    throw new Error('checkpoints are kept as long as the history');
  }
}
