import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createSlotted, type SlottedTable } from './support/slots.js';

/** Proposals with the instant from which they shall be in force. Filled from the history. */
export class ScheduledPolicies1700000000741 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    for (const name of ['policy_versions', 'policy_proposals']) {
      await queries.query(`DROP VIEW ${name}`);
      for (const slot of ['blue', 'green']) await queries.query(`DROP TABLE ${name}__${slot}`);
    }
    await queries.query(`
      DELETE FROM projection_checkpoints WHERE projection = 'policy';
      DELETE FROM projections WHERE name = 'policy';
    `);
    await createSlotted(queries, TABLES);
  }

  async down(): Promise<void> {
    throw new Error('read models are built anew, not taken back');
  }
}

const TABLES: readonly SlottedTable[] = [
  {
    name: 'policy_versions',
    columns: `name text, version bigint, given text NOT NULL, reason text NOT NULL, proposed_by text NOT NULL,
      approved_by text NOT NULL, published_at bigint NOT NULL, actor text NOT NULL, position bigint NOT NULL,
      PRIMARY KEY (name, version)`,
  },
  {
    name: 'policy_proposals',
    columns: `proposal_id text PRIMARY KEY, name text NOT NULL, base_version bigint NOT NULL, given text NOT NULL,
      reason text NOT NULL, proposed_by text NOT NULL, proposed_at bigint NOT NULL, effective_from bigint NOT NULL,
      state text NOT NULL, decided_by text NOT NULL, decided_at bigint NOT NULL, decision text NOT NULL,
      position bigint NOT NULL`,
    indexes: { waiting: `(proposed_at) WHERE state = 'waiting'`, name: '(name)' },
  },
];
