import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A checkpoint signs the answers that were given since the one before it. They are found by position, which only grows. */
export class CheckpointAnswers1700000000751 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      DROP TABLE checkpoints;
      CREATE TABLE checkpoints (
        realm text NOT NULL,
        number bigint NOT NULL,
        position bigint NOT NULL,
        hash bytea NOT NULL,
        answers bytea NOT NULL,
        at bigint NOT NULL,
        key_id text NOT NULL,
        previous bytea NOT NULL,
        signature bytea NOT NULL,
        PRIMARY KEY (realm, position),
        UNIQUE (realm, number)
      );
      CREATE TRIGGER checkpoints_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON checkpoints
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
      CREATE INDEX answers_position ON answers USING brin (position);
    `);
  }

  async down(): Promise<void> {
    throw new Error('checkpoints are kept as long as the history');
  }
}
