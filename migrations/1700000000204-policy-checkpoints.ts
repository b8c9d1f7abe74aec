import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How far each policy has reacted to each realm. */
export class PolicyCheckpoints1700000000204 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      CREATE TABLE policy_checkpoints (
        policy text NOT NULL,
        realm text NOT NULL,
        position bigint NOT NULL,
        PRIMARY KEY (policy, realm)
      ) WITH (fillfactor = 50)`);
  }

  async down(): Promise<void> {
    throw new Error('a policy that forgot how far it was would react twice');
  }
}
