import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A policy tells of more than it did and has another name: it goes on where it stood, or it would write old letters anew. */
export class PayeesTold1700000000682 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await rename(queries, 'when-payee-added-tell-the-person', 'when-payees-changed-tell-the-person');
  }

  async down(queries: QueryRunner): Promise<void> {
    await rename(queries, 'when-payees-changed-tell-the-person', 'when-payee-added-tell-the-person');
  }
}

async function rename(queries: QueryRunner, from: string, to: string): Promise<void> {
  await queries.query('UPDATE policy_checkpoints SET policy = $2 WHERE policy = $1', [from, to]);
}
