import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createSlotted, type SlottedTable } from './support/slots.js';

/** Versions and proposals of policies, and which decisions about users followed them. */
export class Policies1700000000501 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
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
      reason text NOT NULL, proposed_by text NOT NULL, proposed_at bigint NOT NULL, state text NOT NULL,
      decided_by text NOT NULL, decided_at bigint NOT NULL, decision text NOT NULL, position bigint NOT NULL`,
    indexes: { waiting: `(proposed_at) WHERE state = 'waiting'`, name: '(name)' },
  },
  {
    name: 'decisions',
    columns: `realm text, position bigint, line bigint, user_id text NOT NULL, at bigint NOT NULL, event_type text NOT NULL,
      name text NOT NULL, version bigint NOT NULL, inputs text NOT NULL, PRIMARY KEY (realm, position, line)`,
    indexes: { user: '(realm, user_id, position, line)' },
  },
];
