import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The log of a realm that others can read: the hash of every 256 events, and of every 256 of those, and so on, with the checkpoints that
 * were published. What lies below is made of the events themselves.
 */
export class PublicLog1700000000903 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      CREATE TABLE log_nodes (
        realm text NOT NULL,
        level smallint NOT NULL,
        index bigint NOT NULL,
        hash bytea NOT NULL,
        PRIMARY KEY (realm, level, index)
      );
      CREATE TABLE log_checkpoints (
        realm text NOT NULL,
        number bigint NOT NULL,
        size bigint NOT NULL,
        at bigint NOT NULL,
        salts text NOT NULL,
        key_id text NOT NULL,
        note text NOT NULL,
        seal bytea NOT NULL,
        PRIMARY KEY (realm, number)
      );
      CREATE TRIGGER log_nodes_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON log_nodes
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
      CREATE TRIGGER log_checkpoints_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON log_checkpoints
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
    `);
  }

  async down(): Promise<void> {
    throw new Error('a published log is never dropped by a migration');
  }
}
