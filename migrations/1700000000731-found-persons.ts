import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createSlotted } from './support/slots.js';

/** Requests of identity with the fingerprint of the name, and saved payees with theirs: support finds persons by them. */
export class FoundPersons1700000000731 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await queries.query('DROP VIEW identity_requests');
    for (const slot of ['blue', 'green']) await queries.query(`DROP TABLE identity_requests__${slot}`);
    await queries.query(`
      DELETE FROM projection_checkpoints WHERE projection = 'identity';
      DELETE FROM projections WHERE name = 'identity';
    `);
    await createSlotted(queries, [
      {
        name: 'identity_requests',
        columns: `request_id text PRIMARY KEY, user_id text NOT NULL, level text NOT NULL, status text NOT NULL,
          submitted_at bigint NOT NULL, number_fingerprint text NOT NULL, name_fingerprint text NOT NULL`,
        indexes: {
          number: `(number_fingerprint) WHERE number_fingerprint <> ''`,
          name: `(name_fingerprint) WHERE name_fingerprint <> ''`,
          newest: '(submitted_at)',
        },
      },
      {
        name: 'saved_payees',
        columns: `payee_id text PRIMARY KEY, user_id text NOT NULL, fingerprint text NOT NULL, removed boolean NOT NULL`,
        indexes: { fingerprint: '(fingerprint)' },
      },
    ]);
  }

  async down(): Promise<void> {
    throw new Error('read models are built anew, not taken back');
  }
}
