import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How far loans were told what the bank shows. One row, locked by whoever tells them: on several servers one of them does. */
export class LoanWires1700000000870 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await queries.query(
      'CREATE TABLE loan_wires_checkpoint (single boolean PRIMARY KEY DEFAULT true CHECK (single), sequence bigint NOT NULL)',
    );
    await queries.query('INSERT INTO loan_wires_checkpoint (sequence) VALUES (0)');
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('DROP TABLE loan_wires_checkpoint');
  }
}
