import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createSlotted, type SlottedTable } from './support/slots.js';

/** Proposals to halt, resume or settle contracts, for staff. */
export class ContractHalts1700000000797 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await createSlotted(queries, TABLES);
  }

  async down(): Promise<void> {
    throw new Error('read models are built anew, not taken back');
  }
}

const TABLES: readonly SlottedTable[] = [
  {
    name: 'contract_halts',
    columns: `proposal_id text PRIMARY KEY, symbol text NOT NULL, change text NOT NULL, public_reason text NOT NULL,
      reason text NOT NULL, proposed_at bigint NOT NULL, proposed_by text NOT NULL, status text NOT NULL,
      decided_at bigint NOT NULL, decided_by text NOT NULL, decision text NOT NULL, price text NOT NULL,
      position bigint NOT NULL`,
  },
];
