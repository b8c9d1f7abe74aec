import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How far the wires that held were asked after again: a bank may change what it said, long after a credit rested on it. */
export class SweptWires1700000000701 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`ALTER TABLE reconciled_orders ADD swept text NOT NULL DEFAULT ''`);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('ALTER TABLE reconciled_orders DROP swept');
  }
}
