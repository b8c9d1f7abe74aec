import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The nodes of the last trees of what users are owed, in bundles of 256, so that a proof reads a few rows. Nothing here names
 * anybody: `keys` are the beginnings of nonces, which only the server's secret and an owner's id give.
 */
export class Liabilities1700000000671 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      CREATE TABLE liability_bundles (
        realm text NOT NULL,
        epoch bigint NOT NULL,
        level smallint NOT NULL,
        ordinal integer NOT NULL,
        first_key bytea NOT NULL,
        keys bytea NOT NULL,
        nodes bytea NOT NULL,
        middle bytea NOT NULL,
        PRIMARY KEY (realm, epoch, level, ordinal)
      );
      ALTER TABLE liability_bundles ALTER COLUMN keys SET STORAGE EXTERNAL, ALTER COLUMN nodes SET STORAGE EXTERNAL,
        ALTER COLUMN middle SET STORAGE EXTERNAL;
      CREATE INDEX liability_bundles_leaves ON liability_bundles (realm, epoch, first_key) WHERE level = 0;
    `);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('DROP TABLE liability_bundles');
  }
}
