import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createSlotted, type SlottedTable } from './support/slots.js';

/** What all users together have open in each contract. */
export class ContractTotals1700000000795 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await createSlotted(queries, TABLES);
  }

  async down(): Promise<void> {
    throw new Error('read models are built anew, not taken back');
  }
}

const TABLES: readonly SlottedTable[] = [
  {
    name: 'contract_totals',
    columns: `realm text NOT NULL, symbol text NOT NULL, long_quantity numeric NOT NULL, short_quantity numeric NOT NULL,
      long_entry numeric NOT NULL, short_entry numeric NOT NULL, realised numeric NOT NULL, funding numeric NOT NULL,
      shortfall numeric NOT NULL, fees numeric NOT NULL, insured numeric NOT NULL, PRIMARY KEY (realm, symbol)`,
  },
];
