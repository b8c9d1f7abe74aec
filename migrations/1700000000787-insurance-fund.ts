import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createSlotted, type SlottedTable } from './support/slots.js';

/** The history of the insurance fund of contracts. */
export class InsuranceFund1700000000787 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await createSlotted(queries, TABLES);
  }

  async down(): Promise<void> {
    throw new Error('read models are built anew, not taken back');
  }
}

const TABLES: readonly SlottedTable[] = [
  {
    name: 'insurance_fund',
    columns: `realm text NOT NULL, position bigint NOT NULL, at bigint NOT NULL, amount numeric NOT NULL,
      balance numeric NOT NULL, granted numeric NOT NULL, symbol text NOT NULL, side text NOT NULL, lots bigint NOT NULL,
      price numeric NOT NULL, mark_price numeric NOT NULL, PRIMARY KEY (realm, position)`,
  },
];
