import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How far each reaction has come. A policy is a set of published rules, and nothing else is called so. */
export class ReactionCheckpoints1700000000767 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      ALTER TABLE policy_checkpoints RENAME TO reaction_checkpoints;
      ALTER TABLE reaction_checkpoints RENAME COLUMN policy TO reaction;
      ALTER INDEX policy_checkpoints_pkey RENAME TO reaction_checkpoints_pkey;
    `);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query(`
      ALTER INDEX reaction_checkpoints_pkey RENAME TO policy_checkpoints_pkey;
      ALTER TABLE reaction_checkpoints RENAME COLUMN reaction TO policy;
      ALTER TABLE reaction_checkpoints RENAME TO policy_checkpoints;
    `);
  }
}
