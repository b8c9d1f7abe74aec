import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How far each reaction has come. The history is empty here, so no reaction has a place to keep. */
export class ReactionCheckpoints1700000000767 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      DROP TABLE policy_checkpoints;
      CREATE TABLE reaction_checkpoints (
        reaction text NOT NULL,
        realm text NOT NULL,
        position bigint NOT NULL,
        PRIMARY KEY (reaction, realm)
      ) WITH (fillfactor = 50);
    `);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query(`
      DROP TABLE reaction_checkpoints;
      CREATE TABLE policy_checkpoints (
        policy text NOT NULL,
        realm text NOT NULL,
        position bigint NOT NULL,
        PRIMARY KEY (policy, realm)
      ) WITH (fillfactor = 50);
    `);
  }
}
